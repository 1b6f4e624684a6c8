import Foundation

/// Numbers from which the revisions of a source count, far enough from each other that no two sources share one.
@usableFromInline
enum RevisionBase {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var last = 0

  /// A number that was not given before.
  @usableFromInline
  static func next() -> Int {
    lock.withLock {
      last += 1
      return last << 32
    }
  }
}
