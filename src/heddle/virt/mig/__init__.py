"""Multi-Instance GPU: layouts of a card, plans, and NVIDIA's management library that makes them."""
