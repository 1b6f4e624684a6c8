/// Whether the fetch that is done on this thread is still wanted. A store that waits long for an answer asks.
enum FetchCancellation {
  /// Nil where nobody can cancel what is done.
  @TaskLocal static var isCancelled: (@Sendable () -> Bool)?
}
