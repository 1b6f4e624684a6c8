import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// A save while other threads are reading.
@Suite("A save among readers", .endsWithin(minutes: 20))
struct ConcurrentReadingTests {
  private struct Failed: Error {}

  /// Runs a closure on another thread, and waits until it has ended.
  private func onAnotherThread(_ body: @escaping @Sendable () throws -> Void) throws {
    let failures = Protected<[String]>([])
    let done = DispatchSemaphore(value: 0)
    Thread {
      do { try body() } catch { failures.withLock { $0.append("\(error)") } }
      done.signal()
    }.start()
    done.wait()
    try #require(failures.withLock { $0 } == [])
  }

  /// Each connection is reading while another thread saves, so no read transaction can be ended then. The next read on
  /// any connection must see the save.
  @Test(arguments: [1, 2, 3]) func whoReadsAfterASaveSeesItOnEveryConnection(readers: Int) throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    try handle.insert([try handle.new("Tag", 1)])
    let store = handle.store
    let row = try handle.new("Tag", 2)
    func count(_ connection: Connection) throws -> Int64? { try connection.integer("SELECT count(*) FROM ZTAG") }
    func read(_ depth: Int) throws {
      try store.readers.read { connection in
        #expect(try count(connection) == 1)
        guard depth == readers else { return try read(depth + 1) }
        try onAnotherThread { _ = try store.save(StoreChanges(inserted: [row])) }
        // One read sees one state.
        #expect(try count(connection) == 1)
      }
    }
    try read(1)
    func readAgain(_ depth: Int) throws {
      try store.readers.read { connection in
        #expect(try count(connection) == 2, "connection \(depth) of \(readers)")
        if depth < readers { try readAgain(depth + 1) }
      }
    }
    try readAgain(1)
    #expect(try handle.all("Tag").count == 2)
  }

  /// Once another store's save is noticed, every later read must see it, also on connections that were reading then.
  @Test func whoReadsAfterAForeignSaveWasNoticedSeesIt() throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), Library.model())
    try handle.insert([try handle.new("Tag", 1)])
    let other = try StoreHandle(folder.file(), Library.model())
    let store = handle.store
    let version = try store.externalVersion()
    try store.readers.read { connection in
      #expect(try connection.integer("SELECT count(*) FROM ZTAG") == 1)
      try other.insert([try other.new("Tag", 2)])
      try onAnotherThread {
        guard try store.externalVersion() > version else { throw Failed() }
      }
    }
    #expect(try handle.all("Tag").count == 2)
  }

  /// Without a WAL, a commit does not wait: it fails while another connection reads. So the saving thread must wait for
  /// the readers, and they for it. No connection has a timeout, and still no thread may find the file locked.
  @Test(arguments: ["WAL", "DELETE"]) func readersAndAWriterWaitForEachOther(mode: String) throws {
    let folder = try TemporaryFolder()
    let first = try StoreHandle(folder.file(), Library.model())
    try first.insert([try first.new("Tag", 1)])
    first.store.close()
    let database = try SampleDatabase(folder.file().path)
    try database.execute("PRAGMA journal_mode=\(mode)")
    database.close()

    let handle = try StoreHandle(folder.file(), Library.model(), timeout: 0)
    let store = handle.store
    let query = RowQuery(entity: try handle.entity("Tag"))
    let rows = try (2...121).map { try handle.new("Tag", Int64($0)) }
    let wrong = Protected<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 5) { thread in
      do {
        for round in 0..<40 {
          if thread == 0 {
            _ = try store.save(StoreChanges(inserted: Array(rows[round * 3..<round * 3 + 3])))
          } else {
            let count = try store.keys(matching: query, groupedBy: nil).keys.count
            if count % 3 != 1 { wrong.withLock { $0.append("\(count) rows") } }
          }
        }
      } catch {
        wrong.withLock { $0.append("\(error)") }
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(try handle.all("Tag").count == 121)
    store.close()
    #expect(folder.contents == ["Store.sqlite"])
  }
}
