#if os(Linux)
  import Dispatch
  import Foundation
  import SectionedTesting
  import Testing

  @testable import CoreData

  @Suite("When a store is looked at")
  struct StoreWatchLookTests {
    private let stack: MusicStack
    private let queue = DispatchQueue(label: "looks")
    private let count = Protected(0)
    private let watch: StoreWatch
    private let log: URL

    init() throws {
      stack = try MusicStack(NSSQLiteStoreType)
      try stack.saving { try $0.insert("Track", ["title": "a"]) }
      let store = try #require(stack.coordinator.persistentStores.first)
      log = URL(fileURLWithPath: try #require(store.url).path + "-wal")
      let watch = StoreWatch(store, on: queue, isQuick: false) { [count] _ in
        count.withLock { $0 += 1 }
        return .nothing
      }
      self.watch = try #require(watch)
    }

    /// Writes, and waits until the system has reported it.
    private func write() throws {
      let before = count.withLock { $0 }
      try FileHandle(forWritingTo: log).close()
      #expect(waits { count.withLock { $0 } > before })
    }

    /// Returns the number of checks after a time on the watch's own clock.
    private func looks(within time: DispatchTimeInterval) -> Int {
      let end = DispatchSemaphore(value: 0)
      queue.asyncAfter(deadline: .now() + time) { end.signal() }
      end.wait()
      return count.withLock { $0 }
    }

    /// When the second write comes, the remaining checks for the first one are seconds away. The second write must get
    /// as many checks, and as soon.
    @Test func eachWriteIsLookedForAsSoon() throws {
      try write()
      // The next check is due two seconds after the first one, and the one after it after four.
      let first = looks(within: .milliseconds(2_300))
      #expect(first >= 8)
      try write()
      #expect(looks(within: .milliseconds(700)) >= first + 5)
    }

    /// The last check is due two seconds after the previous one. Then nothing is checked until the next write.
    @Test func atRestNothingIsLookedAt() throws {
      try write()
      var before = -1
      for _ in 0..<20 where before != count.withLock({ $0 }) {
        before = count.withLock { $0 }
        _ = looks(within: .seconds(3))
      }
      #expect(before >= 16)
      #expect(looks(within: .seconds(3)) == before)
      try write()
      #expect(looks(within: .milliseconds(700)) >= before + 5)
    }

    /// The checks for one write take four seconds. Nothing announces that the store can be read again.
    @Test func whatCannotBeReadIsLookedForUntilItCan() throws {
      let store = try #require(stack.coordinator.persistentStores.first)
      let failures = Protected(0)
      let failing = StoreWatch(store, on: queue, isQuick: false) { _ in
        failures.withLock { count in
          count += 1
          return count < 18 ? .failed : .nothing
        }
      }
      let watch = try #require(failing)
      try withExtendedLifetime(watch) {
        try write()
        #expect(waits { failures.withLock { $0 } >= 18 })
      }
    }
  }
#endif
