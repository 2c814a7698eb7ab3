// <api>-load: requests of timed commands on a vendor's device; see load.h. DEVICE_HEADER has the
// vendor's Device.
#include "programs/load.h"

#include DEVICE_HEADER

int main(int argc, char **argv) { return heddle::load_main<heddle::Device>(argc, argv); }
