"""Load programs beside each other on a device, and what is measured of them."""
