import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// Another session locks the table, so that a reader waits on the server until its fetch is cancelled.
@Suite("A fetch from a server is cancelled", .onServer)
struct PostgresCancellingTests {
  private typealias Answer = (count: Int?, error: (any Error)?)

  private let cluster: PostgresCluster
  private let pair: PostgresPair
  private let holder: PostgresConnection
  private let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")

  init() throws {
    cluster = try PostgresCluster()
    pair = try PostgresPair(cluster.url(schema: "waiting"))
    try pair.elsewhere { try $0.insert("Artist", ["name": "a"]) }
    holder = try PostgresConnection(PostgresAddress(pair.url), timeout: 60)
    // The lock must last for as long as the rest of the test takes.
    try holder.run("SET idle_in_transaction_session_timeout = 0")
  }

  private func hold() throws {
    try holder.run("BEGIN")
    try holder.run("LOCK TABLE \"ZARTIST\" IN ACCESS EXCLUSIVE MODE")
  }

  /// Returns the number of sessions that wait for a lock.
  private func waiting() throws -> String { try cluster.sql("SELECT count(*) FROM pg_locks WHERE NOT granted") }

  private func wait(for count: String) async throws {
    let end = Date().addingTimeInterval(300)
    while try waiting() != count, Date() < end { try await Task.sleep(for: .milliseconds(20)) }
    #expect(try waiting() == count)
  }

  private func context(inAChild: Bool = false) -> NSManagedObjectContext {
    let root = PostgresPair.context(pair.first)
    guard inAChild else { return root }
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = root
    return child
  }

  @Test(arguments: [true, false], [true, false])
  func whileItWaits(byProgress: Bool, inAChild: Bool) async throws {
    try hold()
    let context = context(inAChild: inAChild)
    let answers = AsyncStream<UncheckedTransfer<Answer>>.makeStream()
    let result = try context.performAndWait {
      UncheckedTransfer(
        try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: request) {
            answers.continuation.yield(UncheckedTransfer(($0.finalResult?.count, $0.operationError)))
          }) as? NSPersistentStoreAsynchronousResult)
    }
    try await wait(for: "1")
    // A second call has no further effect.
    for _ in 0..<2 { if byProgress { result.value?.progress?.cancel() } else { result.value?.cancel() } }
    var ended = answers.stream.makeAsyncIterator()
    let answer = try #require(await ended.next()).value
    #expect(answer.count == nil && (answer.error as? CocoaError)?.code == .userCancelled)
    // The table is still locked, and no session waits for it.
    try await wait(for: "0")
    // Later work is not cancelled, also on the same queue.
    try context.performAndWait {
      try context.insert("Tag", ["name": "t"])
      try context.save()
      #expect(try context.all("Tag").count == 1)
    }
    try holder.run("COMMIT")
    #expect(try context.performAndWait { try context.fetch(request).count } == 1)
  }

  /// Begins a fetch, and locks the table when the fetch has found the artist. If it has already read the values by
  /// then, begins another fetch.
  private func heldWhileItFills(
    _ context: NSManagedObjectContext
  ) async throws -> (
    result: UncheckedTransfer<NSPersistentStoreAsynchronousResult?>, AsyncStream<UncheckedTransfer<Answer>>
  ) {
    while true {
      let answers = AsyncStream<UncheckedTransfer<Answer>>.makeStream()
      let isAnswered = Protected(false)
      let result = try context.performAndWait {
        let result = try context.execute(
          NSAsynchronousFetchRequest(fetchRequest: request) {
            answers.continuation.yield(UncheckedTransfer(($0.finalResult?.count, $0.operationError)))
            isAnswered.withLock { $0 = true }
          })
        // The lock is taken between the two steps of the fetch.
        context.perform { do { try hold() } catch { Issue.record(error) } }
        return UncheckedTransfer(result as? NSPersistentStoreAsynchronousResult)
      }
      while try waiting() != "1", !isAnswered.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(20)) }
      if try waiting() == "1" { return (result, answers.stream) }
      _ = try context.performAndWait { try holder.run("COMMIT") }
    }
  }

  /// The fetch has found the artist, and still has to read its values. If it is cancelled, the artist must not be taken
  /// for deleted.
  @Test(arguments: [true, false])
  func whileItFills(isCancelled: Bool) async throws {
    let context = context()
    let changes = ReportedChanges(context)
    let (result, answers) = try await heldWhileItFills(context)
    if isCancelled { result.value?.cancel() } else { try holder.run("COMMIT") }
    var ended = answers.makeAsyncIterator()
    let answer = try #require(await ended.next()).value
    if isCancelled {
      #expect(answer.count == nil && (answer.error as? CocoaError)?.code == .userCancelled)
      try await wait(for: "0")
      try holder.run("COMMIT")
    } else {
      #expect(answer.count == 1 && answer.error == nil)
    }
    try context.performAndWait {
      #expect(changes.count == 0 && context.deletedObjects.isEmpty)
      let artists = try context.fetch(request)
      #expect(artists.map { $0.text("name") } == ["a"] && artists.allSatisfy { !$0.isDeleted })
    }
  }

  /// The completion block belongs to the program. Its save must not be abandoned between the commit and the server's
  /// answer.
  @Test func aSaveInTheBlockIsNotCancelled() async throws {
    let context = context()
    let errors = AsyncStream<UncheckedTransfer<[(any Error)?]>>.makeStream()
    try context.performAndWait {
      _ = try context.execute(
        NSAsynchronousFetchRequest(fetchRequest: request) { result in
          result.cancel()
          var error: (any Error)?
          do {
            try context.insert("Tag", ["name": "t"])
            try context.save()
          } catch let failure {
            error = failure
          }
          errors.continuation.yield(UncheckedTransfer([result.operationError, error]))
        })
    }
    var ended = errors.stream.makeAsyncIterator()
    #expect(try #require(await ended.next()).value.allSatisfy { $0 == nil })
    #expect(try context.performAndWait { try context.all("Tag").count } == 1)
  }
}

/// Counts the changes that a context reports.
private final class ReportedChanges: @unchecked Sendable {
  // Unchecked, because the number changes on the context's queue only.
  private(set) var count = 0
  private var observer: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    observer = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { [unowned self] _ in count += 1 }
  }

  deinit { observer.map(NotificationCenter.default.removeObserver) }
}
