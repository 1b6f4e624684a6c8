import Foundation
import Synchronization

/// The output of the tool: text is gathered and passed on in pieces, so that a long list is written as it goes.
final class Output: Sendable {
  /// The bytes that are gathered at most, besides those of one piece of text.
  static let pieceLength = 1 << 16

  /// The kind of the output's reader.
  let terminal: Terminal
  /// Whether the output still has a reader.
  let isRead: @Sendable () -> Bool
  private let sink: @Sendable ([UInt8]) throws -> Void
  private let gathered = Mutex<[UInt8]>([])

  /// - Parameters:
  ///   - isRead: whether the output still has a reader; called by a command that waits.
  ///   - sink: takes the bytes, in order.
  init(
    terminal: Terminal = .none, isRead: @escaping @Sendable () -> Bool = { true },
    sink: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    self.terminal = terminal
    self.isRead = isRead
    self.sink = sink
  }

  /// Writes text, which may be held back until `flush`. Everything that a terminal would obey is escaped, except for
  /// ends of lines and the tool's own colours, so that no value can move the cursor.
  func write(_ text: some StringProtocol) throws {
    let bytes = OutputText.mayBeObeyed(text.utf8) ? OutputText.escaped(text, keeping: terminal).utf8 : nil
    try gathered.withLock { gathered in
      if let bytes { gathered.append(contentsOf: bytes) } else { gathered.append(contentsOf: text.utf8) }
      if gathered.count >= Self.pieceLength { try hand(on: &gathered) }
    }
  }

  /// Writes a line, which may be held back until `flush`.
  func line(_ text: String = "") throws { try write(text + "\n") }

  /// Writes bytes as they are, for a file or a pipe.
  func write(bytes: Data) throws {
    try gathered.withLock { gathered in
      gathered.append(contentsOf: bytes)
      if gathered.count >= Self.pieceLength { try hand(on: &gathered) }
    }
  }

  /// Passes on the gathered text, so that a reader at the other end of a pipe sees it.
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
