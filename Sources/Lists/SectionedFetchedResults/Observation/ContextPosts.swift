import CoreData
import Foundation

/// Distributes a context's notifications to all lists that show its objects.
///
/// An event has ended when all lists have processed it, but a notification center promises no order among its
/// observers. So this class has one observer for each notification. It calls the subscribers to beginnings of events,
/// then the lists in the order of their subscription, then the subscribers to ends.
///
/// Each context has one instance, which lives as long as a subscription and does not retain the context. Subscriptions
/// are made on the context's queue, and may end on any thread.
package final class ContextPosts: @unchecked Sendable {
  /// The turn of a subscriber.
  package enum Turn: CaseIterable { case begin, list, end }

  /// A subscription, which ends when it is released.
  package final class Subscription {
    fileprivate let number: Int
    private let posts: ContextPosts

    fileprivate init(_ number: Int, _ posts: ContextPosts) { (self.number, self.posts) = (number, posts) }

    deinit { posts.remove(number) }
  }

  private final class Subscriber {
    let number: Int
    let name: Notification.Name
    let turn: Turn
    /// Nil after the subscription has ended. Guarded by the lock.
    var receive: ((Notification) -> Void)?

    init(_ number: Int, _ name: Notification.Name, _ turn: Turn, _ receive: @escaping (Notification) -> Void) {
      (self.number, self.name, self.turn, self.receive) = (number, name, turn, receive)
    }
  }

  private let id: ObjectIdentifier
  private weak var context: NSManagedObjectContext?
  // Guarded by the lock.
  private let lock = NSLock()
  private var subscribers: [Subscriber] = []
  private var tokens: [Notification.Name: any NSObjectProtocol] = [:]
  private var lastNumber = 0

  private init(_ context: NSManagedObjectContext) {
    self.context = context
    id = ObjectIdentifier(context)
  }

  deinit {
    Table.remove(id)
    for token in tokens.values { NotificationCenter.default.removeObserver(token) }
  }

  /// Returns the instance of a context, and creates it if necessary.
  package static func of(_ context: NSManagedObjectContext) -> ContextPosts {
    Table.posts(of: context) { ContextPosts(context) }
  }

  /// Subscribes to a notification.
  ///
  /// - Parameter receive: called on the context's queue.
  /// - Returns: the subscription. Retain it, because releasing it ends it.
  package func subscribe(
    to name: Notification.Name, _ turn: Turn = .list, receive: @escaping (Notification) -> Void
  ) -> Subscription {
    let number = lock.withLock {
      lastNumber += 1
      subscribers.append(Subscriber(lastNumber, name, turn, receive))
      return lastNumber
    }
    follow(name)
    return Subscription(number, self)
  }

  /// Registers the observers again, so that they come after all current ones if the center calls observers in order.
  /// Fetched results controllers observe the context, too, and must report first.
  func moveBehindAll() { for name in lock.withLock({ Array(tokens.keys) }) { follow(name) } }

  private func follow(_ name: Notification.Name) {
    guard let context else { return }
    let token = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
      [weak self] in self?.pass(on: $0)
    }
    let former = lock.withLock {
      let former = tokens[name]
      tokens[name] = token
      return former
    }
    former.map(NotificationCenter.default.removeObserver)
  }

  /// - Complexity: O(subscribers).
  private func pass(on notification: Notification) {
    let all = lock.withLock { subscribers.filter { $0.name == notification.name } }
    for turn in Turn.allCases {
      for subscriber in all where subscriber.turn == turn {
        // An earlier subscriber may have ended this subscription.
        let receive = lock.withLock { subscriber.receive }
        receive?(notification)
      }
    }
  }

  private func remove(_ number: Int) {
    let receive = lock.withLock {
      guard let index = subscribers.firstIndex(where: { $0.number == number }) else {
        return nil as ((Notification) -> Void)?
      }
      let subscriber = subscribers.remove(at: index)
      defer { subscriber.receive = nil }
      return subscriber.receive
    }
    // Released outside the lock, because the release may end another subscription.
    withExtendedLifetime(receive) {}
  }
}

extension ContextPosts {
  /// The entries, by context.
  private enum Table {
    private struct Entry { weak var posts: ContextPosts? }

    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

    static func posts(of context: NSManagedObjectContext, make: () -> ContextPosts) -> ContextPosts {
      // Released after the lock, because its `deinit` takes the lock.
      var known: ContextPosts?
      return lock.withLock {
        known = entries[ObjectIdentifier(context)]?.posts
        // An entry at this address may be that of a released context.
        if let known, known.context === context { return known }
        let posts = make()
        entries[ObjectIdentifier(context)] = Entry(posts: posts)
        return posts
      }
    }

    /// Removes the entry of a context, unless a new instance has replaced it.
    static func remove(_ id: ObjectIdentifier) {
      var known: ContextPosts?
      lock.withLock {
        known = entries[id]?.posts
        if known == nil { entries[id] = nil }
      }
      withExtendedLifetime(known) {}
    }
  }
}
