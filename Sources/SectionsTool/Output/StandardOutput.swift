import Foundation

/// The reader of the output is gone. The tool ends without a message.
struct OutputClosed: Error {}

extension Output {
  /// Standard output.
  static let standard = Output(terminal: .standard, isRead: StandardOutput.isRead, sink: StandardOutput.write)
}

/// The file or the pipe that is the process's standard output.
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
        // Another process made the pipe a non-blocking one.
        case EAGAIN: wait()
        case EPIPE: throw OutputClosed()
        case EBADF: throw ToolError.data("Standard output is closed.")
        case let code: throw ToolError.data("The output cannot be written: \(String(cString: strerror(code))).")
        }
      }
    }
  }

  /// Whether the reader of a pipe is still there; true for everything else.
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
