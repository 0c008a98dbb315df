"""The public interface: the PettingZoo class, records, the registry, spaces."""
