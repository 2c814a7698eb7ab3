/* What Host.java calls. */
#include <jni.h>

#include "device.h"

JNIEXPORT jint JNICALL Java_Host_work(JNIEnv *env, jclass self, jint seed) {
  (void)env, (void)self;
  return (jint)work((uint32_t)seed);
}

JNIEXPORT jint JNICALL Java_Host_use(JNIEnv *env, jclass self, jint seed) {
  (void)env, (void)self;
  return (jint)use_device((uint32_t)seed);
}
