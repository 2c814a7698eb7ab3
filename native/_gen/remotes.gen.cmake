# Made by tools/gen from facts/*.toml. Do not edit.
set(remote_cuda libcuda.so.1)
set(remote_nvml libnvidia-ml.so.1)
set(remote_opencl libOpenCL.so.1)
set(remote_soft libsoftxpu.so.1)
