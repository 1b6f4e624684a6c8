import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A notification center calls observers in any order. But an event must not end before all lists have it.
@Suite("The notifications of a context reach the lists in order, and then the end of the event")
struct ContextPostsTests {
  private static let name = Notification.Name("ContextPostsTests")

  /// The calls of one test, all on one thread.
  private final class Calls {
    var names: [String] = []
    var subscriptions: [String: ContextPosts.Subscription] = [:]

    func take() -> [String] {
      defer { names = [] }
      return names
    }
  }

  private let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
  private let calls = Calls()

  private func subscribe(
    _ name: String, _ turn: ContextPosts.Turn = .list, also: @escaping () -> Void = {}
  ) {
    calls.subscriptions[name] = ContextPosts.of(context).subscribe(to: Self.name, turn) { [calls] _ in
      calls.names.append(name)
      also()
    }
  }

  private func post() -> [String] {
    NotificationCenter.default.post(name: Self.name, object: context)
    return calls.take()
  }

  @Test func listsComeInOrderAndEndsBehindThem() {
    subscribe("end", .end)
    for number in 0..<20 { subscribe("\(number)") }
    #expect(post() == (0..<20).map { "\($0)" } + ["end"])
    calls.subscriptions["7"] = nil
    subscribe("20")
    #expect(post() == (0..<21).filter { $0 != 7 }.map { "\($0)" } + ["end"])
  }

  @Test func whatIsReleasedByAnotherIsNotCalled() {
    subscribe("first") { [calls] in
      calls.subscriptions["second"] = nil
      calls.subscriptions["end"] = nil
    }
    for name in ["second", "third"] { subscribe(name) }
    subscribe("end", .end)
    #expect(post() == ["first", "third"])
  }

  /// A late subscriber missed the beginning, and its fetch already included this event.
  @Test func whatIsAddedMeanwhileWaitsForTheNext() {
    subscribe("first") { [calls, context] in
      guard calls.subscriptions["late"] == nil else { return }
      calls.subscriptions["late"] = ContextPosts.of(context).subscribe(to: Self.name) { _ in calls.names.append("late")
      }
    }
    subscribe("second")
    #expect(post() == ["first", "second"])
    #expect(post() == ["first", "second", "late"])
  }

  @Test func aNotificationPostedMeanwhileIsWhole() {
    var isNested = false
    subscribe("first") { [context] in
      if isNested { return }
      isNested = true
      NotificationCenter.default.post(name: Self.name, object: context)
    }
    subscribe("second")
    #expect(post() == ["first", "first", "second", "second"])
  }

  @Test func postsOfAnotherContextAreIgnored() {
    subscribe("own")
    let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    NotificationCenter.default.post(name: Self.name, object: other)
    #expect(calls.take() == [])
    #expect(ContextPosts.of(other) !== ContextPosts.of(context))
  }
}
