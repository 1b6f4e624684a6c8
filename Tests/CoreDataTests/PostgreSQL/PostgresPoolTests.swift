import Dispatch
import Foundation
import PostgreSQLTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

@Suite("The connections of a store, when all are taken", .onServer)
struct PostgresPoolTests {
  /// Starts threads that read, each on a connection of its own, in the order of the connections.
  ///
  /// - Returns: semaphores, each of which ends one thread.
  private func hold(_ count: Int, of pool: PostgresPool) throws -> [DispatchSemaphore] {
    let began = DispatchSemaphore(value: 0)
    return try (0..<count).map { _ in
      let go = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = try? pool.read { _, _ in
          began.signal()
          go.wait()
        }
      }
      try #require(began.wait(timeout: .now() + 60) == .success)
      return go
    }
  }

  /// The thread on the first connection ends, and the others continue to read.
  @Test("Who waits for a connection has the first that is given back", arguments: [true, false])
  func firstGivenBack(writes: Bool) throws {
    let pair = try PostgresPair()
    // The end of the store waits for the readers.
    defer { withExtendedLifetime(pair) {} }
    let pool = try PostgresPair.rows(pair.first).pool
    // The third connection is never used for writing.
    let readers = try hold(writes ? 2 : 3, of: pool)
    defer { for reader in readers { reader.signal() } }
    let (began, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      began.signal()
      if writes {
        _ = try? pool.write { _ in }
      } else {
        _ = try? pool.read { _, _ in }
      }
      done.signal()
    }
    began.wait()
    // This is long enough for the thread to wait.
    usleep(200_000)
    readers[0].signal()
    #expect(done.wait(timeout: .now() + 60) == .success)
  }

  /// Two threads read on the connections that may write. One of them saves before its read has ended.
  @Test("Who saves in the middle of a read waits for no other reader")
  func savesWhileItReads() throws {
    let pair = try PostgresPair()
    let pool = try PostgresPair.rows(pair.first).pool
    let (began, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (save, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      _ = try? pool.read { _, _ in
        began.signal()
        save.wait()
        _ = try? pool.write { _ in }
        done.signal()
      }
      end.signal()
    }
    try #require(began.wait(timeout: .now() + 60) == .success)
    let others = try hold(1, of: pool)
    save.signal()
    #expect(done.wait(timeout: .now() + 60) == .success)
    for other in others { other.signal() }
    #expect(end.wait(timeout: .now() + 60) == .success)
    withExtendedLifetime(pair) {}
  }
}
