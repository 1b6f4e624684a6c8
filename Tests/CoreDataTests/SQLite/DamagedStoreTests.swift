import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("A damaged store gives an error or an answer, never a crash")
struct DamagedStoreTests {
  /// A copy of a file with one byte changed, or with the end cut off.
  private struct Mutant: CustomStringConvertible {
    let data: Data
    let description: String

    init(of original: Data, _ generator: inout SeededRandom) {
      var data = original
      if Int.random(in: 0..<5, using: &generator) == 0 {
        let count = Int.random(in: 0..<original.count, using: &generator)
        data = original.prefix(count)
        description = "cut to \(count) bytes"
      } else {
        // Half of the changed bytes are in the first page, which has the schema.
        let range = Bool.random(using: &generator) ? 0..<min(4096, original.count) : 0..<original.count
        let place = Int.random(in: range, using: &generator)
        let byte = UInt8.random(in: .min ... .max, using: &generator)
        data[place] = byte
        description = "byte \(place) is \(byte)"
      }
      self.data = data
    }
  }

  /// Opens a store, reads all of it and saves to it. The results do not matter.
  private func use(_ url: URL, model: NSManagedObjectModel?) {
    do {
      let handle = try model.map { try StoreHandle(url, $0) } ?? StoreHandle(sample: url)
      defer { handle.store.close() }
      for entity in handle.store.model.entities {
        // After an error, the rest is still tried.
        let rows = (try? handle.store.rows(matching: RowQuery(entity: entity))) ?? []
        _ = try? handle.store.keys(matching: RowQuery(entity: entity), groupedBy: nil)
        for slot in entity.toManySlots { _ = try? handle.store.related(slot, of: rows.map(\.key)) }
        let update = rows.first.map { StoreChanges.Update(row: $0, slots: entity.attributeSlots) }
        _ = try? handle.store.save(StoreChanges(updated: update.map { [$0] } ?? []))
        _ = try? handle.insert([try handle.new(entity.name, 1)])
        if let last = rows.last {
          _ = try? handle.store.save(StoreChanges(deleted: [.init(key: last.key, version: nil)]))
        }
      }
    } catch {}
  }

  /// A store of ours with every kind of value and relationship.
  @Test(arguments: TestSeeds.seeds(1)) func mutantsOfAStoreOfOurs(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let handle = try StoreHandle(folder.file(), FailingSave.model())
    let save = try FailingSave(handle)
    _ = try handle.store.save(save.changes)
    handle.store.close()
    let original = try Data(contentsOf: folder.file())
    var generator = SeededRandom(seed: seed)
    for _ in 0..<TestSeeds.rounds(250) {
      let mutant = Mutant(of: original, &generator)
      let place = try TemporaryFolder()
      try mutant.data.write(to: place.file())
      use(place.file(), model: FailingSave.model())
    }
  }

  /// Stores that Apple wrote, opened with their embedded models. The archive of the model is damaged as often as the
  /// rows.
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: TestSeeds.seeds(1))
  func mutantsOfStoresThatAppleWrote(_ seed: UInt64) throws {
    var generator = SeededRandom(seed: seed)
    let samples = ModelSamples.storesWithModel.filter {
      ((try? Data(contentsOf: $0).count) ?? .max) < 200_000
    }
    let place = try TemporaryFolder()
    for number in 0..<TestSeeds.rounds(250) {
      let sample = samples[(number + Int(seed % 1_000)) % samples.count]
      let name = "\(number).sqlite"
      let url = try place.copy(sample, name: name)
      let log = URL(fileURLWithPath: url.path + "-wal")
      let damaged = (FileStamp(log.path)?.size ?? 0) > 0 && Bool.random(using: &generator) ? log : url
      let original = try Data(contentsOf: damaged)
      try Mutant(of: original, &generator).data.write(to: damaged)
      use(url, model: nil)
    }
  }

  /// Only the page with the model is damaged, so that the archive reader reads every mutant.
  @Test(.enabled(if: ModelSamples.areThere, ModelSamples.reason), arguments: TestSeeds.seeds(1))
  func mutantsOfAModelInsideAStore(_ seed: UInt64) throws {
    let sample = try #require(ModelSamples.storesWithModel.first { $0.lastPathComponent == "SampleModel_V1.sqlite" })
    let folder = try TemporaryFolder()
    let url = try folder.copy(sample)
    let original = try ModelSamples.modelCache(of: sample)
    var generator = SeededRandom(seed: seed)
    for _ in 0..<TestSeeds.rounds(250) {
      let mutant = Mutant(of: original, &generator)
      let database = try Connection(path: url.path, mode: .writing, timeout: 5)
      try database.withStatement("UPDATE Z_MODELCACHE SET Z_CONTENT = ?") {
        try $0.bind(mutant.data, at: 1)
        try $0.run()
      }
      use(url, model: nil)
    }
  }
}
