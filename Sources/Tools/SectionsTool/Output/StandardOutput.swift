import Foundation

/// An error thrown when no process reads the output any more. The tool then ends without a message.
struct OutputClosed: Error {}

extension Output {
  /// Standard output.
  static let standard = Output(terminal: .standard, isRead: StandardOutput.isRead, sink: StandardOutput.write)
}

/// The process's standard output: a file, a pipe or a terminal.
enum StandardOutput {
  private static let descriptor: Int32 = 1

  @Sendable static func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
          continue
        }
        switch errno {
        case EINTR: continue
        // Another process may have made the pipe non-blocking.
        case EAGAIN: wait()
        case EPIPE: throw OutputClosed()
        case EBADF: throw ToolError.data("Standard output is closed.")
        case let code: throw ToolError.data("The output cannot be written: \(String(cString: strerror(code))).")
        }
      }
    }
  }

  /// Returns whether the pipe still has a reader; true if standard output is no pipe.
  @Sendable static func isRead() -> Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    guard poll(&state, 1, 0) > 0 else { return true }
    return state.revents & Int16(POLLERR | POLLNVAL) == 0
  }

  private static func wait() {
    var state = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&state, 1, -1)
  }
}
