/// Whether a read on this thread is still wanted: a store that waits long for an answer asks.
///
/// It is set around single reads of a store, never around code of the program that runs meanwhile: a save that is
/// cancelled between its commit and the server's answer would count as failed.
package enum FetchCancellation {
  /// A task-local function is a bad pointer in programs that Swift 6.3 optimizes: one within a value is not.
  private struct Question: Sendable {
    let isCancelled: @Sendable () -> Bool
  }

  @TaskLocal private static var question: Question?

  /// Nil where the read cannot be cancelled.
  package static var isCancelled: (@Sendable () -> Bool)? { question?.isCancelled }

  static func given<Result>(_ isCancelled: (@Sendable () -> Bool)?, _ body: () throws -> Result) rethrows -> Result {
    guard let isCancelled else { return try body() }
    return try $question.withValue(Question(isCancelled: isCancelled), operation: body)
  }

  package static func none<Result>(_ body: () throws -> Result) rethrows -> Result {
    if question == nil { return try body() }
    return try $question.withValue(nil, operation: body)
  }
}
