"""NVIDIA's CUDA samples, natively and under Heddle: `tools/cuda-samples` runs this."""
