# Made by tools/gen from facts/*.toml. Do not edit.
set(fake_acl libascendcl.so)
set(fake_cuda libcuda.so.1)
set(fake_cudla libcudla.so.1)
set(fake_hip libamdhip64.so.6)
set(fake_vpi libnvvpi.so.3)
set(fake_ze libze_fake.so.1)
