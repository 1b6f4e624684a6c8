import Foundation

/// The queue of threads that wait for a place: each takes the first that is given back, whichever it is.
///
/// Unchecked: a condition is for several threads.
final class PostgresTurns: @unchecked Sendable {
  private let condition = NSCondition()

  /// - Parameter take: takes a place, or gives nil where each is another thread's.
  func wait(_ take: () -> PostgresPlace?) -> PostgresPlace {
    if let place = take() { return place }
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let place = take() { return place }
      condition.wait()
    }
  }

  func giveBack(_ place: PostgresPlace) {
    place.lock.unlock()
    // A thread that has found it taken waits by now.
    condition.lock()
    condition.broadcast()
    condition.unlock()
  }
}
