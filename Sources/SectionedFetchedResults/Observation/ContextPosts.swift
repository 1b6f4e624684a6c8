import CoreData
import Foundation

/// The notifications that a context posts, for all lists that show its objects.
///
/// An event has ended when all lists have it, and a notification center promises no order among its observers. So there
/// is one observer for each notification, which calls whoever follows the beginnings of events, then the lists in the
/// order in which they subscribed, and then whoever follows the ends.
///
/// There is one for each context. It lives as long as a subscription, and does not keep the context. Subscriptions are
/// made on the context's queue, and end on any thread.
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
    /// Nil when the subscription has ended. Behind the lock.
    var receive: ((Notification) -> Void)?

    init(_ number: Int, _ name: Notification.Name, _ turn: Turn, _ receive: @escaping (Notification) -> Void) {
      (self.number, self.name, self.turn, self.receive) = (number, name, turn, receive)
    }
  }

  private let id: ObjectIdentifier
  private weak var context: NSManagedObjectContext?
  // Behind the lock.
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

  /// Returns the notifications of a context.
  package static func of(_ context: NSManagedObjectContext) -> ContextPosts {
    Table.posts(of: context) { ContextPosts(context) }
  }

  /// Subscribes to a notification.
  ///
  /// - Parameter receive: called on the context's queue.
  /// - Returns: the subscription, to be held.
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

  /// Moves the observers behind all present ones, where the center calls them in order: fetched results controllers
  /// observe the context, too, and report before.
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
        // Another one may have ended it.
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
    // Released only now: that may end another subscription.
    withExtendedLifetime(receive) {}
  }
}

extension ContextPosts {
  /// The entries, by context.
  private enum Table {
    private struct Entry { weak var posts: ContextPosts? }

    private static let lock = NSLock()
    // Behind the lock.
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

    static func posts(of context: NSManagedObjectContext, make: () -> ContextPosts) -> ContextPosts {
      // Released behind the lock, which its end takes.
      var known: ContextPosts?
      return lock.withLock {
        known = entries[ObjectIdentifier(context)]?.posts
        // That of a context that is gone may be on its way out, under the same address.
        if let known, known.context === context { return known }
        let posts = make()
        entries[ObjectIdentifier(context)] = Entry(posts: posts)
        return posts
      }
    }

    /// Removes the entry of a context where nothing has its place.
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
