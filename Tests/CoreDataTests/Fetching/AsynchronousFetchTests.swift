import Dispatch
import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetches that are answered later")
struct AsynchronousFetchTests {
  private final class Answer: @unchecked Sendable {
    // Unchecked: written once, before the semaphore is signalled.
    var titles: [String]?
    var error: (any Error)?
    let end = DispatchSemaphore(value: 0)
  }

  private static func request(_ answer: Answer) -> NSAsynchronousFetchRequest<NSManagedObject> {
    let tracks = NSFetchRequest<NSManagedObject>(entityName: "Track")
    tracks.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return NSAsynchronousFetchRequest(fetchRequest: tracks) { result in
      answer.titles = result.finalResult?.map { $0.text("title") }
      answer.error = result.operationError
      answer.end.signal()
    }
  }

  private static func filled(_ type: String, _ count: Int) throws -> MusicStack {
    let stack = try MusicStack(type)
    try stack.saving { context in
      for number in 0..<count { try context.insert("Track", ["title": String(10_000 + number)]) }
    }
    return stack
  }

  /// The results need more than one batch, and one of the objects is unsaved.
  @Test("have all results in order, and unsaved changes", arguments: MusicStack.types)
  func results(type: String) throws {
    let stack = try Self.filled(type, 2_500)
    let answer = Answer()
    try stack.run { (context) throws in
      try context.insert("Track", ["title": "0"])
      let result = try #require(context.execute(Self.request(answer)) as? NSAsynchronousFetchResult<NSManagedObject>)
      #expect(result.finalResult == nil && result.managedObjectContext === context)
      #expect(result.progress?.completedUnitCount == 0)
    }
    answer.end.wait()
    let saved = (10_000..<12_500).map { String($0) }
    #expect(answer.titles == ["0"] + saved)
    #expect(answer.error == nil)
  }

  @Test("count their progress, in that of the program")
  func progress() throws {
    let stack = try Self.filled(NSInMemoryStoreType, 1_500)
    let answer = Answer()
    let whole = Progress(totalUnitCount: 10)
    let result = try stack.context.performAndWait { () throws in
      whole.becomeCurrent(withPendingUnitCount: 10)
      defer { whole.resignCurrent() }
      return UncheckedTransfer(try stack.context.execute(Self.request(answer)))
    }
    answer.end.wait()
    let asked = try #require(result.value as? NSPersistentStoreAsynchronousResult)
    #expect(asked.progress?.totalUnitCount == 1_500 && asked.progress?.completedUnitCount == 1_500)
    #expect(whole.fractionCompleted == 1)
  }

  @Test("are cancelled, by themselves or by their progress", arguments: [true, false])
  func cancelling(byProgress: Bool) throws {
    let stack = try Self.filled(NSInMemoryStoreType, 10)
    let answer = Answer()
    try stack.run { (context) throws in
      // This block runs on the context's queue, so that nothing is fetched before it ends.
      let result = try #require(context.execute(Self.request(answer)) as? NSPersistentStoreAsynchronousResult)
      if byProgress { result.progress?.cancel() } else { result.cancel() }
    }
    answer.end.wait()
    #expect(answer.titles == nil && (answer.error as? CocoaError)?.code == .userCancelled)
  }

  /// The query alone would take too long, so it must be cancelled while it runs.
  @Test("are cancelled while SQLite reads")
  func cancellingAQuery() throws {
    let stack = try Self.filled(NSSQLiteStoreType, 3_000)
    try stack.run { (context) throws in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
      request.predicate = NSPredicate(format: "title MATCHES '.*9.*' OR title MATCHES '.*8.*'")
      let asked = Protected(0)
      let counting = try FetchExecution(
        request,
        unless: {
          asked.withLock {
            $0 += 1; return $0 > 1
          }
        }, in: context)
      let error = try #require(throws: CocoaError.self) { try counting.count() }
      #expect(error.code == .userCancelled)
      #expect(asked.withLock { $0 } == 2)
      // The next request is not cancelled.
      #expect(try context.count(for: request) > 100)
    }
  }

  @Test("give their error")
  func errors() throws {
    let stack = try Self.filled(NSInMemoryStoreType, 1)
    let answer = Answer()
    try stack.run { (context) throws in
      let request = Self.request(answer)
      request.fetchRequest.predicate = NSPredicate(format: "nothing == 1")
      try context.execute(request)
      request.fetchRequest.predicate = nil
    }
    answer.end.wait()
    #expect(answer.titles == nil && (answer.error as NSError?)?.code == NSCoreDataError)
  }

  @Test("may be of dictionaries, and of counts")
  func otherResults() throws {
    let stack = try Self.filled(NSInMemoryStoreType, 3)
    let answer = Answer()
    try stack.run { (context) throws in
      let request = NSFetchRequest<NSDictionary>(entityName: "Track")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["title"]
      try context.execute(
        NSAsynchronousFetchRequest(fetchRequest: request) { result in
          answer.titles = result.finalResult?.map { "\($0["title"] ?? "")" }
          answer.end.signal()
        })
    }
    answer.end.wait()
    #expect(answer.titles == ["10000", "10001", "10002"])
  }
}
