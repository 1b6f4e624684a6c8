import Foundation

/// Waits until something is so, for as long as the slowest machine may take: external writes are noticed by the system,
/// and at its pace.
///
/// - Returns: whether it came to be so.
func waits(upTo seconds: TimeInterval = 300, for condition: () throws -> Bool) rethrows -> Bool {
  let end = Date().addingTimeInterval(seconds)
  while Date() < end {
    if try condition() { return true }
    usleep(5_000)
  }
  return try condition()
}
