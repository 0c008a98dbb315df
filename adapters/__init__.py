"""The games for other interfaces: one seat for a learner, text, OpenSpiel."""
