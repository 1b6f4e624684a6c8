import Foundation

/// The process's standard streams. Some of them may be closed at the start.
enum StandardStreams {
  /// Opens `/dev/null` for each closed stream. Otherwise a file that the tool opens later would get the stream's
  /// descriptor, and output would be written into a store.
  static func fillClosed() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // `open` returns the lowest free descriptor. The access mode keeps the stream unusable: reading standard input
      // and writing standard output fail. Only standard error can be written; its text is discarded.
      _ = open("/dev/null", descriptor == 1 ? O_RDONLY : O_WRONLY)
    }
  }

  /// Writes to standard error. A failure to write is ignored.
  static func complain(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
