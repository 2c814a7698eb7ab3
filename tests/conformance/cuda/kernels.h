// The kernels of the conformance programs, as text that the driver compiles.
#pragma once

inline constexpr char kKernels[] = R"(
.version 6.0
.target sm_50
.address_size 64

.visible .entry spin(.param .u64 nanoseconds)
{
  .reg .pred %early;
  .reg .b64 %start, %now, %length;
  ld.param.u64 %length, [nanoseconds];
  mov.u64 %start, %globaltimer;
again:
  mov.u64 %now, %globaltimer;
  sub.u64 %now, %now, %start;
  setp.lt.u64 %early, %now, %length;
  @%early bra again;
  ret;
}

.visible .entry chain(.param .u64 state, .param .u64 value)
{
  .reg .b64 %p, %s, %v, %m;
  ld.param.u64 %p, [state];
  ld.param.u64 %v, [value];
  ld.global.u64 %s, [%p];
  mov.u64 %m, 6364136223846793005;
  mul.lo.u64 %s, %s, %m;
  add.u64 %s, %s, %v;
  st.global.u64 [%p], %s;
  ret;
}

.visible .entry fill(.param .u64 y, .param .u64 n, .param .f32 value)
{
  .reg .pred %outside;
  .reg .b32 %block, %threads, %thread;
  .reg .b64 %to, %n, %i;
  .reg .f32 %v;
  ld.param.u64 %to, [y];
  ld.param.u64 %n, [n];
  ld.param.f32 %v, [value];
  mov.u32 %block, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mov.u32 %thread, %tid.x;
  mad.lo.u32 %thread, %block, %threads, %thread;
  cvt.u64.u32 %i, %thread;
  setp.ge.u64 %outside, %i, %n;
  @%outside bra end;
  shl.b64 %i, %i, 2;
  add.u64 %to, %to, %i;
  st.global.f32 [%to], %v;
end:
  ret;
}

.visible .entry axpy(.param .f32 a, .param .u64 x, .param .u64 y, .param .u64 n)
{
  .reg .pred %outside;
  .reg .b32 %block, %threads, %thread;
  .reg .b64 %from, %to, %n, %i;
  .reg .f32 %a, %u, %v;
  ld.param.f32 %a, [a];
  ld.param.u64 %from, [x];
  ld.param.u64 %to, [y];
  ld.param.u64 %n, [n];
  mov.u32 %block, %ctaid.x;
  mov.u32 %threads, %ntid.x;
  mov.u32 %thread, %tid.x;
  mad.lo.u32 %thread, %block, %threads, %thread;
  cvt.u64.u32 %i, %thread;
  setp.ge.u64 %outside, %i, %n;
  @%outside bra end;
  shl.b64 %i, %i, 2;
  add.u64 %from, %from, %i;
  add.u64 %to, %to, %i;
  ld.global.f32 %u, [%from];
  ld.global.f32 %v, [%to];
  fma.rn.f32 %v, %a, %u, %v;
  st.global.f32 [%to], %v;
end:
  ret;
}

.visible .entry fault()
{
  .reg .b64 %p;
  mov.u64 %p, 16;
  st.global.u64 [%p], %p;
  ret;
}
)";
