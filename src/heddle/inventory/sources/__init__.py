"""What the inventory is read from: buses, files of the kernel, management libraries, names."""
