import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite(
  "Stores that Apple's Core Data wrote are read whole and left as they are",
  .enabled(if: ModelSamples.areThere, ModelSamples.reason))
struct ReadingSamplesTests {
  /// Fills every row of every entity, and follows every relationship. The expected numbers are counted in a copy.
  @Test(arguments: ModelSamples.storesWithModel)
  func everyRowIsRead(_ sample: URL) throws {
    let handle = try StoreHandle(sample: sample)
    let counts = try ModelSamples.withCopy(of: sample) { database in
      try handle.store.schema.entities.compactMap { $0 }.map { entity in
        try database.rows("SELECT count(*) FROM \"\(entity.table)\" WHERE Z_ENT = \(entity.number)")[0][0].integer
      }
    }
    let entities = handle.store.schema.entities.compactMap { $0 }
    for (entity, count) in zip(entities, counts) {
      let query = RowQuery(entity: entity.layout, includesSubentities: false)
      let rows = try handle.store.rows(matching: query)
      #expect(rows.count == count.map(Int.init))
      #expect(try handle.store.count(matching: query) == rows.count)
      #expect(try Array(handle.store.keys(matching: query, groupedBy: nil).keys) == rows.map(\.key))
      #expect(try handle.store.rows(for: rows.map(\.key)).compactMap { $0?.version } == rows.map(\.version))
      for slot in entity.layout.toManySlots { _ = try handle.store.related(slot, of: rows.map(\.key)) }
    }
  }

  /// Reading must not make a file beside a store, and must not change one.
  @Test(arguments: ModelSamples.storesWithModel)
  func nothingChanges(_ sample: URL) throws {
    let folder = sample.deletingLastPathComponent()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    let files = ["", "-wal", "-shm"].map { folder.appendingPathComponent(sample.lastPathComponent + $0) }
    let before = files.map { try? Data(bytesOf: $0) }
    let handle = try StoreHandle(sample: sample)
    for entity in handle.store.model.entities { _ = try handle.all(entity.name) }
    handle.store.close()
    #expect(files.map { try? Data(bytesOf: $0) } == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == names)
  }

  /// The same in a writable folder, where SQLite by itself would make a WAL and checkpoint it.
  @Test(arguments: ModelSamples.storesWithModel)
  func nothingChangesInAFolderThatMayBeWritten(_ sample: URL) throws {
    let folder = try TemporaryFolder()
    let url = try folder.copy(sample)
    let files = ["", "-wal"].map { folder.file("Store.sqlite" + $0) }
    let before = files.map { try? Data(bytesOf: $0) }
    let handle = try StoreHandle(sample: url)
    for entity in handle.store.model.entities { _ = try handle.all(entity.name) }
    #expect(files.map { try? Data(bytesOf: $0) } == before)
    handle.store.close()
    #expect(files.map { try? Data(bytesOf: $0) } == before)
    if before[1] == nil { #expect(folder.contents == ["Store.sqlite"]) }
  }

  /// The grouping of cars by owner, as for the sections of a list.
  @Test func keysComeInRunsOfOneOwner() throws {
    let sample = try #require(ModelSamples.storesWithModel.first { $0.lastPathComponent == "SampleModel_V1.sqlite" })
    let handle = try StoreHandle(sample: sample)
    let car = try handle.entity("Car")
    let owner = CompiledPath(entity: car.index, hops: [], last: try handle.slot("owner", of: "Car"))
    let order = CompiledOrder(terms: [.init(path: owner, ascending: true, collation: .binary)])
    let list = try handle.store.keys(matching: RowQuery(entity: car, order: order), groupedBy: owner)
    #expect(list.keys.count == 125)
    #expect(list.groups.count == 14)
    #expect(list.groups.first?.value.text == "nil")
    #expect(list.groups.first?.count == 7)
    #expect(list.groups.map(\.count).reduce(0, +) == 125)
    let name = CompiledPath(
      entity: car.index, hops: [owner.last], last: try handle.slot("firstName", of: "Person")
    )
    let last = try #require(list.keys.last)
    let values = try #require(try handle.store.values(at: [name, owner], for: last))
    #expect(values.count == 2)
    guard case .reference(let person) = values[1] else {
      Issue.record("the last car has no owner")
      return
    }
    let works = try handle.store.related(try handle.slot("cars", of: "Person"), of: person)
    #expect(works.contains(last))
  }
}
