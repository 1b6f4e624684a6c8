import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// There are more rows than one read fetches. Some are unsaved, some changed, and some deleted without a save.
@Suite("What is computed in memory of many rows")
struct ManyRowsTests {
  private static let count = 2_350

  private static func stack(_ type: String, isSaved: Bool) throws -> (MusicStack, NSManagedObjectContext) {
    let stack = try MusicStack(type)
    let context = stack.newContext()
    try context.performAndWait {
      for number in 0..<count { try context.insert("Tag", ["name": "\(number % 7)", "weight": number]) }
      guard isSaved else { return }
      try context.save()
      context.reset()
      for tag in try context.all("Tag", where: "weight < 5") { context.delete(tag) }
      for tag in try context.all("Tag", where: "weight > 2340") { tag.setValue("new", forKey: "name") }
      for number in 0..<3 { try context.insert("Tag", ["name": "new", "weight": 5_000 + number]) }
    }
    return (stack, context)
  }

  /// - Parameter isSaved: whether the objects are in the store. If not, the store is empty.
  @Test(arguments: MusicStack.types, [true, false])
  func areWhatALoopFinds(type: String, isSaved: Bool) throws {
    let (stack, context) = try Self.stack(type, isSaved: isSaved)
    try context.performAndWait {
      let all = try context.all("Tag", by: "weight")
      #expect(all.count == Self.count + (isSaved ? 3 - 5 : 0))
      let request = NSFetchRequest<NSDictionary>(entityName: "Tag")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["name", "weight"]
      request.sortDescriptors = [NSSortDescriptor(key: "weight", ascending: true)]
      let rows = try context.fetch(request).map { "\($0["name"] ?? "") \($0["weight"] ?? "")" }
      #expect(rows == all.map { "\($0.text("name")) \($0.text("weight"))" })
      // A block predicate is evaluated for each object.
      let odd = NSPredicate { object, _ in
        ((object as? NSManagedObject)?.value(forKey: "weight") as? Int ?? 0) % 2 == 1
      }
      let blocked = NSFetchRequest<NSManagedObject>(entityName: "Tag")
      (blocked.predicate, blocked.sortDescriptors) = (odd, request.sortDescriptors)
      #expect(try context.fetch(blocked) == all.filter { ($0.value(forKey: "weight") as? Int ?? 0) % 2 == 1 })
      // Group unsaved objects.
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let sum = NSExpressionDescription()
      (sum.name, sum.expression) = ("sum", CoreData.NSExpression(format: "sum:(weight)"))
      sum.expressionResultType = .integer64AttributeType
      (request.propertiesToFetch, request.propertiesToGroupBy) = (["name", sum], ["name"])
      let groups = try context.fetch(request).map { "\($0["name"] ?? "") \($0["sum"] ?? "")" }
      let expected = Dictionary(grouping: all) { $0.text("name") }.mapValues {
        $0.reduce(0) { $0 + ($1.value(forKey: "weight") as? Int ?? 0) }
      }
      #expect(groups == expected.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
    }
    withExtendedLifetime(stack) {}
  }

  /// The program's block predicate cancels the fetch that evaluates it.
  @Test(arguments: MusicStack.types) func areNotGoneThroughWhenTheirFetchIsCancelled(type: String) async throws {
    let (stack, context) = try Self.stack(type, isSaved: true)
    let asked = Protected(0)
    let cancel = Protected<(@Sendable () -> Void)?>(nil)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    request.predicate = NSPredicate { _, _ in
      asked.withLock { $0 += 1 }
      cancel.withLock { $0 }?()
      return true
    }
    let answers = AsyncStream<UncheckedTransfer<(Int?, (any Error)?)>>.makeStream()
    try context.performAndWait {
      let result = try context.execute(
        NSAsynchronousFetchRequest(fetchRequest: request) {
          answers.continuation.yield(UncheckedTransfer(($0.finalResult?.count, $0.operationError)))
        })
      let started = UncheckedTransfer(result as? NSPersistentStoreAsynchronousResult)
      cancel.withLock { $0 = { started.value?.cancel() } }
    }
    var ended = answers.stream.makeAsyncIterator()
    let answer = try #require(await ended.next()).value
    #expect(answer.0 == nil && (answer.1 as? CocoaError)?.code == .userCancelled)
    // The block was evaluated for the rows of the first read, and for no more.
    #expect(asked.withLock { $0 } <= 1_000)
    let deleted = context.performAndWait { context.deletedObjects.count }
    #expect(deleted == 5)
    withExtendedLifetime(stack) {}
  }
}
