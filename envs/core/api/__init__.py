"""What users import: the PettingZoo class, records, the registry, spaces."""
