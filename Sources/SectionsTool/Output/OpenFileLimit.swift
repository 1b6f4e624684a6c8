import Foundation

/// The number of files that the process may have open at once.
///
/// If it is too small, the system's libraries end the process without a message before a command can fail.
enum OpenFileLimit {
  /// The files that a command has open at once, beside the standard streams.
  static let needed = 16

  /// Raises the limit if the system allows that, and checks whether it is enough.
  ///
  /// - Throws: an error that says how to raise it.
  static func require() throws {
    raise()
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    for _ in 0..<needed {
      let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        let reason = String(cString: strerror(errno))
        throw ToolError.data(
          "Only \(opened.count) more files can be opened (\(reason)), and \(needed) may be needed: raise the limit, as with "
            + "'ulimit -n 256'.")
      }
      opened.append(descriptor)
    }
  }

  private static func raise() {
    var limit = rlimit()
    #if canImport(Glibc)
      let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let files = RLIMIT_NOFILE
    #endif
    guard getrlimit(files, &limit) == 0, limit.rlim_cur < 256, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = min(limit.rlim_max, 256)
    _ = setrlimit(files, &limit)
  }
}
