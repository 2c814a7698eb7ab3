// The dynamic linker binds the functions; the program looks nothing up.
// Covers: launches are seen whichever way the program found the function.
#include "workout.h"

int main() {
  char way[] = "linked", *arguments[] = {way, way, nullptr};
  begin(2, arguments);
  workout();

  // The functions are the same by the other ways; also in turn they keep the order of a stream.
  const CUstream stream = make_stream(CU_STREAM_NON_BLOCKING);
  const Functions linked = cu;
  const Functions ways[] = {linked,
                            find_functions(Way("dlsym")),
                            find_functions(Way("default")),
                            find_functions(Way("next")),
                            find_functions(Way("address:12000")),
                            find_functions(Way("address2:13000"))};
  Chain chain;
  for (int i = 0; i < 300; ++i) {
    cu = ways[i % std::size(ways)];
    spin(pace(i) / 4, stream);
    chain.step(i, stream);
  }
  SHOW(cu.StreamSynchronize(stream));
  chain.print("all ways");
  SHOW(ways[1].LaunchKernel == linked.LaunchKernel);
  SHOW(ways[2].LaunchKernel == linked.LaunchKernel);
  SHOW(ways[3].LaunchKernel == linked.LaunchKernel);
}
