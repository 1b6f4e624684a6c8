/// Whether what is read on this thread is still wanted. A store that waits long for an answer asks.
///
/// It stands around single questions to a store, and never around what a program does meanwhile: a save that is given up
/// between its commit and the server's answer would count as failed.
enum FetchCancellation {
  /// Nil where nobody can cancel what is read.
  @TaskLocal static var isCancelled: (@Sendable () -> Bool)?

  static func given<Result>(_ isCancelled: (@Sendable () -> Bool)?, _ body: () throws -> Result) rethrows -> Result {
    guard let isCancelled else { return try body() }
    return try $isCancelled.withValue(isCancelled, operation: body)
  }

  static func none<Result>(_ body: () throws -> Result) rethrows -> Result {
    if isCancelled == nil { return try body() }
    return try $isCancelled.withValue(nil, operation: body)
  }
}
