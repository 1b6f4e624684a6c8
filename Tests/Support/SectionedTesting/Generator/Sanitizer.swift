#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Detects whether the program runs under a sanitizer, so that slow tests can do less.
package enum Sanitizer {
  package static let isOn: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    return dlsym(program, "__asan_init") != nil || dlsym(program, "__tsan_init") != nil
  }()
}

/// The leaks that the leak sanitizer must not report, because they are outside of this package. A program that is built
/// with the address sanitizer looks for this function by its name, before anything else runs; otherwise it is never
/// called.
///
/// - `Process.run()`: Foundation on Linux now and then leaks the object behind a weak reference, 32 bytes. A program
///   that only runs `/bin/true` eighty times shows it.
/// - `XMLDocument(xmlString:options:)`: it leaks 72 bytes for text that is not well formed. A program that only reads
///   such text shows it.
/// - `PropertyListSerialization.propertyList(from:)`: it leaks the error for data that is no property list.
/// - `String(contentsOf:)`: it leaks its buffer, 4096 bytes, if the file is empty.
@_cdecl("__lsan_default_suppressions")
package func leakSuppressions() -> UnsafePointer<UInt8> {
  let suppressions: StaticString = """
    leak:s10Foundation7ProcessC3runyyKF
    leak:_CFErrorCreateFromXMLInterface
    leak:CFPropertyListCreateWithData
    leak:readBytesFromFile

    """
  return suppressions.utf8Start
}
