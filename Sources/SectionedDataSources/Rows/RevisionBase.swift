import Foundation

/// The bases of the revisions of sources, far enough apart that no two sources share a revision.
@usableFromInline
enum RevisionBase {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var last = 0

  /// Returns a base that no source has yet.
  @usableFromInline
  static func next() -> Int {
    lock.withLock {
      last += 1
      return last << 32
    }
  }
}
