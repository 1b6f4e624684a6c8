/// The question whether a read on this thread is still wanted. A store asks it while it waits long for an answer.
///
/// Set only around single reads of a store, never around the program's code, which may save. A save that is cancelled
/// between its commit and the server's answer would count as failed.
package enum FetchCancellation {
  /// Wraps the function because Swift 6.3's optimizer makes a bad pointer of a task-local function.
  private struct Question: Sendable {
    let isCancelled: @Sendable () -> Bool
  }

  @TaskLocal private static var question: Question?

  /// Returns whether the read was cancelled; nil if it cannot be cancelled.
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
