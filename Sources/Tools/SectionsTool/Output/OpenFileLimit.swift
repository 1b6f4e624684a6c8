import Foundation

/// The number of files that the process may have open at once.
///
/// If the limit is too small, system libraries end the process without a message before a command can report it.
enum OpenFileLimit {
  /// The number of files that a command may open at once, besides the standard streams.
  static let needed = 16

  /// Raises the limit if possible, and checks that it is large enough.
  ///
  /// - Throws: an error that says how to raise the limit.
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
