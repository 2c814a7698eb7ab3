// A program with a runtime that has threads, stacks and signals of its own: the work is done by C
// that it calls from many goroutines.
package main

// #include "device.h"
import "C"

import (
	"fmt"
	"os"
	"runtime"
	"sync"
)

func main() {
	fmt.Printf("%08x\n", uint32(C.work(1)))
	var all sync.WaitGroup
	sums := make([]uint32, 8)
	for i := range sums {
		all.Add(1)
		go func(i int) { // before Go 1.22 all of them would share one i
			defer all.Done()
			sums[i] = uint32(C.use_device(C.uint32_t(i)))
			runtime.GC()
		}(i)
	}
	all.Wait()
	fmt.Printf("%08x\n", sums)
	os.Exit(11)
}
