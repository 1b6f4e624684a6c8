#if os(Linux)
  import Dispatch
  import Foundation
  import SectionedTesting
  import Testing

  @testable import CoreData

  @Suite("When a store is looked at")
  struct StoreWatchLookTests {
    /// What is left of the looks after one write is seconds away when the next write comes: that one is looked for as often,
    /// and as soon.
    @Test func eachWriteIsLookedForAsSoon() throws {
      let stack = try MusicStack(NSSQLiteStoreType)
      try stack.saving { try $0.insert("Track", ["title": "a"]) }
      let store = try #require(stack.coordinator.persistentStores.first)
      let log = try #require(store.url).path + "-wal"
      let queue = DispatchQueue(label: "looks")
      let count = Protected(0)
      let watch = StoreWatch(store, on: queue, isQuick: false) { _ in
        count.withLock { $0 += 1 }
        return .nothing
      }
      func write() throws { try FileHandle(forWritingTo: URL(fileURLWithPath: log)).close() }
      /// How many there are before the time is over, on the watch's own clock.
      func looks(within time: DispatchTimeInterval) -> Int {
        let end = DispatchSemaphore(value: 0)
        queue.asyncAfter(deadline: .now() + time) { end.signal() }
        end.wait()
        return count.withLock { $0 }
      }
      try write()
      // The next look is due after two seconds from the first, the one after it after four.
      let first = looks(within: .milliseconds(2_300))
      #expect(first >= 8)
      try write()
      #expect(looks(within: .milliseconds(700)) >= first + 5)
      withExtendedLifetime(watch) {}
    }
  }
#endif
