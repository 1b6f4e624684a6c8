import Foundation

/// Makes threads wait for a place. A waiting thread takes the first place that another thread returns.
///
/// Unchecked: the condition may be used by several threads.
final class PostgresTurns: @unchecked Sendable {
  private let condition = NSCondition()

  /// Returns a place, and waits until one is free.
  ///
  /// - Parameter take: takes a place; returns nil if other threads have all places.
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
