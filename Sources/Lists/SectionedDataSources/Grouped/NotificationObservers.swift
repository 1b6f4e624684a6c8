import Foundation

/// Performs a closure after each of some notifications, until it is released.
@usableFromInline
final class NotificationObservers {
  @usableFromInline
  let center: NotificationCenter
  @usableFromInline
  let tokens: [any NSObjectProtocol]

  /// - Parameters:
  ///   - names: the names of the notifications.
  ///   - center: the center to which they are posted, on any thread.
  ///   - perform: performs a closure on the actor or queue on which the source is used; nil for the main thread.
  ///   - action: the closure to perform there.
  @usableFromInline
  init(
    _ names: [Notification.Name], _ center: NotificationCenter,
    perform: (@Sendable (@escaping @Sendable () -> Void) -> Void)?, action: @escaping () -> Void
  ) {
    self.center = center
    let box = ActionBox(action: action)
    let perform = perform ?? onMainThread
    tokens = names.map { name in
      center.addObserver(forName: name, object: nil, queue: nil) { _ in perform { box.action() } }
    }
  }

  deinit { for token in tokens { center.removeObserver(token) } }
}

/// A box that carries a closure to the actor or queue on which a source is used.
///
/// It is unchecked because notifications are posted on any thread. That thread only retains the closure; the closure is
/// called on the actor or queue on which the source is used.
@usableFromInline
struct ActionBox: @unchecked Sendable {
  @usableFromInline
  let action: () -> Void
}

/// Performs a closure on the main thread: at once if the caller is on it, otherwise later.
@Sendable
@inlinable
func onMainThread(_ action: @escaping @Sendable () -> Void) {
  if Thread.isMainThread { action() } else { DispatchQueue.main.async(execute: action) }
}
