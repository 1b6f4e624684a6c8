import Foundation

/// Old lists and changes, which are released off the main actor: releasing a million identifiers takes longer than a
/// frame.
///
/// Unchecked: everything is behind the lock.
final class DiscardedLists: @unchecked Sendable {
  private let lock = NSLock()
  private var discarded: [any Sendable] = []

  /// Keeps a value until ``releaseLater()``.
  func add(_ value: some Sendable) { lock.withLock { discarded.append(value) } }

  /// Releases the values on another thread. The caller has no reference to them any more.
  func releaseLater() {
    Task.detached(priority: .utility) { [self] in
      let released = lock.withLock {
        defer { discarded = [] }
        return discarded
      }
      withExtendedLifetime(released) {}
    }
  }
}
