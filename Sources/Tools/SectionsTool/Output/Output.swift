import Foundation
import Synchronization

/// The output of the tool. It buffers text and passes it on in pieces, so that a long list is written while it is made.
final class Output: Sendable {
  /// The number of buffered bytes at which the buffer is passed on.
  static let pieceLength = 1 << 16

  /// Describes the terminal that shows the output; `.none` for a file or a pipe.
  let terminal: Terminal
  /// Returns whether a process still reads the output.
  let isRead: @Sendable () -> Bool
  private let sink: @Sendable ([UInt8]) throws -> Void
  private let gathered = Mutex<[UInt8]>([])

  /// - Parameters:
  ///   - terminal: the terminal that shows the output.
  ///   - isRead: returns whether a process still reads the output. Commands that wait call it.
  ///   - sink: receives the bytes, in order.
  init(
    terminal: Terminal = .none, isRead: @escaping @Sendable () -> Bool = { true },
    sink: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.terminal = terminal
    self.isRead = isRead
    self.sink = sink
  }

  /// Writes text, which may be buffered until `flush`. It escapes all control characters except newlines and the tool's
  /// own colors, so that no value can move the cursor.
  func write(_ text: some StringProtocol) throws {
    let bytes = OutputText.mayBeObeyed(text.utf8) ? OutputText.escaped(text, keeping: terminal).utf8 : nil
    try gathered.withLock { gathered in
      if let bytes { gathered.append(contentsOf: bytes) } else { gathered.append(contentsOf: text.utf8) }
      if gathered.count >= Self.pieceLength { try hand(on: &gathered) }
    }
  }

  /// Writes a line, which may be buffered until `flush`.
  func line(_ text: String = "") throws { try write(text + "\n") }

  /// Writes bytes without escaping, for a file or a pipe.
  func write(bytes: Data) throws {
    try gathered.withLock { gathered in
      gathered.append(contentsOf: bytes)
      if gathered.count >= Self.pieceLength { try hand(on: &gathered) }
    }
  }

  /// Passes on the buffered text, so that a reader of the pipe receives it.
  func flush() throws {
    try gathered.withLock { gathered in
      if !gathered.isEmpty { try hand(on: &gathered) }
    }
  }

  private func hand(on gathered: inout [UInt8]) throws {
    defer { gathered.removeAll(keepingCapacity: true) }
    try sink(gathered)
  }
}
