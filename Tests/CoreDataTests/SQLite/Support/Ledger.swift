import Foundation
import SectionedTesting

@testable import CoreData

/// A store that shows an incomplete save: every save writes one number into a counter and into many entries.
struct Ledger {
  let handle: StoreHandle
  private let counter: Int
  private let number: Int

  static let entriesInASave = 40

  static func model() -> NSManagedObjectModel {
    NSManagedObjectModel([
      NSEntityDescription("Counter", [NSAttributeDescription("value", .integer64AttributeType)]),
      NSEntityDescription(
        "Entry", [NSAttributeDescription("number", .integer64AttributeType), NSAttributeDescription("text")]
      ),
    ])
  }

  init(_ url: URL) throws {
    handle = try StoreHandle(url, Self.model(), timeout: 600)
    counter = try handle.slot("value", of: "Counter")
    number = try handle.slot("number", of: "Entry")
  }

  /// Inserts the counter into a new store.
  func begin() throws {
    try handle.insert([try handle.new("Counter", 1, ["value": .int(0)])])
  }

  /// Saves the next number, and tries again until no other save comes in between.
  func saveNext(entries: Int) throws {
    while true {
      handle.store.endReadTransaction()
      guard let row = try handle.all("Counter").first, case .int(let value) = row[counter] else {
        throw SampleError(description: "the counter is gone")
      }
      let next = Value.int(value + 1)
      let rows = try (1...entries).map {
        try handle.new("Entry", Int64($0), ["number": next, "text": .string("entry \($0) of a save")])
      }
      do {
        _ = try handle.store.save(StoreChanges(inserted: rows, updated: [try handle.update(row, ["value": next])]))
        return
      } catch is SaveConflicts {}
    }
  }

  /// Returns the counter, and the number of entries with each number.
  func contents() throws -> (counter: Int64, entries: [Int64: Int]) {
    handle.store.endReadTransaction()
    var value: Int64 = -1
    if case .int(let stored)? = try handle.all("Counter").first?[counter] { value = stored }
    var entries: [Int64: Int] = [:]
    for row in try handle.all("Entry") {
      if case .int(let stored) = row[number] { entries[stored, default: 0] += 1 }
    }
    return (value, entries)
  }
}
