import Foundation

/// Waits until a condition holds, for as long as the slowest machine may need, because the system decides when it
/// reports external writes.
///
/// - Returns: whether the condition holds.
func waits(upTo seconds: TimeInterval = 300, for condition: () throws -> Bool) rethrows -> Bool {
  let end = Date().addingTimeInterval(seconds)
  while Date() < end {
    if try condition() { return true }
    usleep(5_000)
  }
  return try condition()
}
