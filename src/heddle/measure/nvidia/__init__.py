"""What measuring NVIDIA's GPUs needs: the driver, our own kernels, cuBLASLt."""
