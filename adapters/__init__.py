"""The games behind other interfaces: one seat for a learner, text, OpenSpiel."""
