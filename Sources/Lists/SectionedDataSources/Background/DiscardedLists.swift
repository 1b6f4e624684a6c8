import Foundation

/// Old lists and steps. They are released off the main actor, because releasing a million identifiers takes longer than
/// a frame.
///
/// Unchecked: a lock guards all state.
final class DiscardedLists: @unchecked Sendable {
  private let lock = NSLock()
  private var discarded: [any Sendable] = []

  /// Keeps a value until ``releaseLater()``.
  func add(_ value: some Sendable) { lock.withLock { discarded.append(value) } }

  /// Releases the values on another thread. The caller must have released its own references.
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
