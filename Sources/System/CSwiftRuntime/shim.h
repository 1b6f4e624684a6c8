// The identity map keeps plain pointers to its objects and must take one up only while it lives. The Swift
// runtime exports the function that a weak reference uses for that; the language has no name for it.
#ifndef CSWIFTRUNTIME_SHIM_H
#define CSWIFTRUNTIME_SHIM_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

void *swift_tryRetain(void *object);

/// Retains a Swift object and returns it, or returns NULL when its deinitializer has begun.
static inline void *cswift_try_retain(void *object) { return swift_tryRetain(object); }

void *swift_allocObject(const void *metadata, size_t size, size_t alignMask);

/// Makes an object of a Swift class without calling an initializer: Foundation marks those of some classes unavailable.
/// The stored properties are zero bits, so that they must all be optional objects.
static inline void *cswift_make(const void *metadata) {
  const size_t header = 16;
  uint32_t size;
  // Where Swift has no Objective-C, a class's metadata has the size of its instances here.
  memcpy(&size, (const char *)metadata + 24, sizeof size);
  char *object = swift_allocObject(metadata, size, 15);
  memset(object + header, 0, size - header);
  return object;
}

/// Makes an object one of another class, a subclass of its own. Returns false, with nothing changed, where objects of that
/// class are larger: they have stored properties that no initializer has set.
static inline _Bool cswift_change_class(void *object, const void *metadata) {
  const char *own;
  memcpy(&own, object, sizeof own);
  // The size and the alignment of the instances.
  if (memcmp(own + 24, (const char *)metadata + 24, 6) != 0) return 0;
  memcpy(object, &metadata, sizeof metadata);
  return 1;
}

/// Reads the arguments of a C list, which Swift cannot: an `i`nt, a `l`ong of 64 bits, a `d`ouble or a `p`ointer each.
static inline void cswift_read_arguments(va_list list, const char *kinds, size_t count, uint64_t *words) {
  for (size_t index = 0; index < count; index++) {
    switch (kinds[index]) {
      case 'i': words[index] = (uint64_t)(int64_t)va_arg(list, int); break;
      case 'l': words[index] = (uint64_t)va_arg(list, int64_t); break;
      case 'd': {
        double number = va_arg(list, double);
        memcpy(&words[index], &number, sizeof number);
        break;
      }
      default: words[index] = (uint64_t)(uintptr_t)va_arg(list, void *); break;
    }
  }
}

#endif
