import Foundation
import Testing

@testable import CoreData

@Suite("A save in memory that fails")
struct InMemoryFailureTests {
  /// Whatever write fails, the store is as before; without the failure the same save goes through.
  @Test("Failing at any write leaves the store as before")
  func everyWrite() throws {
    let garage = try StoreUnderTest(NSInMemoryStoreType)
    let rows = try #require(garage.rows as? InMemoryRowStore)
    let cars = try garage.insert(garage.row("Car", 1, ["plate": .string("A")]), garage.row("Car", 2))
    let label = try garage.row("Label", 3)
    var changes = StoreChanges(inserted: [label])
    let renamed = try garage.row(cars[0].key, version: 1, ["plate": .string("B")])
    changes.updated = [.init(row: renamed, slots: [try garage.slot("plate", of: "Car")])]
    changes.deleted = [.init(key: cars[1].key, version: 1)]
    let labels = try garage.slot("labels", of: "Car")
    changes.toMany = [.init(owner: cars[0].key, slot: labels, added: [label.key], removed: [], ordered: nil)]
    for writes in 0..<4 {
      rows.writesBeforeFailure.withLock { $0 = writes }
      #expect(throws: NSError.self) { _ = try garage.store.save(changes) }
      #expect(try garage.keys("Car") == [1, 2])
      #expect(try garage.keys("Label") == [])
      #expect(try garage.text("plate", of: cars[0].key) == "A")
      #expect(try garage.related("labels", of: cars[0].key) == [])
    }
    rows.writesBeforeFailure.withLock { $0 = 4 }
    _ = try garage.store.save(changes)
    #expect(try garage.keys("Car") == [1])
    #expect(try garage.related("labels", of: cars[0].key) == [1])
  }
}
