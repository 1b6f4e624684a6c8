// The identity map keeps plain pointers to its objects and must take one up only while it lives. The Swift
// runtime exports the function that a weak reference uses for that; the language has no name for it.
#ifndef CSWIFTRUNTIME_SHIM_H
#define CSWIFTRUNTIME_SHIM_H

void *swift_tryRetain(void *object);

/// Retains a Swift object and returns it, or returns NULL when its deinitializer has begun.
static inline void *cswift_try_retain(void *object) { return swift_tryRetain(object); }

#endif
