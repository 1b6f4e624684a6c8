import Foundation
import Synchronization

@testable import SectionsTool

/// A run of the tool within the test's process.
struct InProcessRun {
  let status: Int32
  let output: String
  let error: String
  /// The lengths of the written pieces, in bytes.
  let pieces: [Int]

  var lines: [String] { output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  init(_ arguments: String..., terminal: Terminal = .none) async { await self.init(arguments, terminal: terminal) }

  init(_ arguments: [String], terminal: Terminal = .none) async {
    let captured = CapturedOutput(terminal: terminal)
    await Turns.shared.take()
    let result = await SectionsTool.run(arguments, output: captured.output)
    await Turns.shared.give()
    (status, error) = (result.status, result.message)
    output = captured.text
    pieces = captured.pieces
  }

  func json() throws -> JSON { try JSON(parsing: Array(output.utf8)) }
}

/// Limits the number of concurrent runs, because each keeps a store open, and all tests begin at once. If a process has
/// more than a thousand open files, Foundation's `Process` may end it (`.ci/run` says how).
private actor Turns {
  static let shared = Turns()
  private var free = 8
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if free == 0 { return await withCheckedContinuation { waiting.append($0) } }
    free -= 1
  }

  func give() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

/// An output that stores the written text.
final class CapturedOutput: Sendable {
  let output: Output

  init(terminal: Terminal = .none, failure: @escaping @Sendable (_ piece: Int) throws -> Void = { _ in }) {
    let kept = Kept()
    self.kept = kept
    output = Output(terminal: terminal) { piece in
      try failure(kept.pieces.withLock { $0.count })
      kept.pieces.withLock { $0.append(piece) }
    }
  }

  private final class Kept: Sendable {
    let pieces = Mutex<[[UInt8]]>([])
  }

  private let kept: Kept

  var text: String { String(decoding: kept.pieces.withLock { Array($0.joined()) }, as: UTF8.self) }
  var pieces: [Int] { kept.pieces.withLock { $0.map(\.count) } }
}
