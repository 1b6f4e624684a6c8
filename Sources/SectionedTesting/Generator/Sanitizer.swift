#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether the program runs under a sanitizer, and its tests should do less of what takes long.
package enum Sanitizer {
  package static let isOn: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
  }()
}
