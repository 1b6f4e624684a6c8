/// Whether what is read on this thread is still wanted. A store that waits long for an answer asks.
///
/// It stands around single questions to a store, and never around what a program does meanwhile: a save that is given up
/// between its commit and the server's answer would count as failed.
enum FetchCancellation {
  /// A task-local function is a bad pointer in programs that Swift 6.3 optimizes: one within a value is not.
  private struct Question: Sendable {
    let isCancelled: @Sendable () -> Bool
  }

  @TaskLocal private static var question: Question?

  /// Nil where nobody can cancel what is read.
  static var isCancelled: (@Sendable () -> Bool)? { question?.isCancelled }

  static func given<Result>(_ isCancelled: (@Sendable () -> Bool)?, _ body: () throws -> Result) rethrows -> Result {
    guard let isCancelled else { return try body() }
    return try $question.withValue(Question(isCancelled: isCancelled), operation: body)
  }

  static func none<Result>(_ body: () throws -> Result) rethrows -> Result {
    if question == nil { return try body() }
    return try $question.withValue(nil, operation: body)
  }
}
