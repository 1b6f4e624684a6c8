import Foundation

/// The process's standard streams, some of which may be closed.
enum StandardStreams {
  /// Puts something in the place of streams that are closed. Otherwise the next file that is opened takes the number of
  /// one, and gets what is meant for it: a list would be written into a store.
  static func fillClosed() {
    for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest number that is free is taken. What is closed stays so: nothing can be read from the one, or written
      // to the other. Complaints go nowhere.
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
