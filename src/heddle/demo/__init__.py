"""The demonstration: two unmodified programs on one device, first without, then with Heddle."""
