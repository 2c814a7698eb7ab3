"""Files of attempts: where they are kept, how they are copied, unpacked, masked and removed."""
