// What we have to say to a person, in a process that is not ours.
#pragma once

namespace heddle {

// Writes to the stderr that the process was started with. Descriptor 2 may be a file of the program
// by now, or was closed from the start and is one: then the message is lost, and no file is
// damaged.
__attribute__((format(printf, 1, 2))) void say(const char *format, ...);

}  // namespace heddle
