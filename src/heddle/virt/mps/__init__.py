"""NVIDIA's Multi-Process Service: services that Heddle runs, and how they divide a card."""
