import Foundation
import Testing

@Suite("sections entities on real stores", .enabled(if: Samples.areThere, "\(Samples.reason)"))
struct EntitiesTests {
  /// Entity numbers from 16001 on belong to tables of history and CloudKit. The notes beside the stores have the number
  /// of rows of each entity: `- 1 Car  Z_MAX=125 rows=115 table ZCAR`.
  @Test func countsAreThoseOfTheNotes() throws {
    var compared = 0
    for notes in try notedStores() where !notes.rows.isEmpty {
      let run = try ToolRun("entities", notes.store.path, "--json")
      // The model of some stores is guessed.
      #expect(run.output.contains("guessedModel") != notes.carriesModel, "\(notes.store.path)")
      #expect(run.status == 0, "\(notes.store.path): \(run.error)")
      let entities = try run.decoded(EntitiesOutput.self).entities
      var rows = notes.rows
      var renamed: [Int] = []
      for entity in entities {
        if let count = rows.removeValue(forKey: entity.name) {
          #expect(entity.count == count, "\(entity.name) in \(notes.store.lastPathComponent)")
        } else {
          // After a migration in place, the store may still have an entity's old name, which is then in the notes.
          renamed.append(entity.count)
        }
      }
      #expect(renamed.sorted() == rows.values.sorted(), "\(notes.store.lastPathComponent)")
      compared += 1
    }
    #expect(compared >= 20)
  }

  private struct Notes {
    let store: URL
    var carriesModel = false
    var rows: [String: Int] = [:]
  }

  private func notedStores() throws -> [Notes] {
    let root = try #require(Samples.root).appendingPathComponent("stores")
    return try FileManager.default.contentsOfDirectory(at: root, includingPropertiesForKeys: nil).flatMap { folder in
      var stores: [Notes] = []
      for line in try String(contentsOf: folder.appendingPathComponent("NOTES.md"), encoding: .utf8).split(
        separator: "\n")
      {
        if line.hasPrefix("## ") {
          stores.append(Notes(store: folder.appendingPathComponent(String(line.dropFirst(3)))))
        } else if !stores.isEmpty, line.hasPrefix("- features:") {
          stores[stores.count - 1].carriesModel = line.contains("Z_MODELCACHE 1 rows")
        } else if !stores.isEmpty, let match = line.firstMatch(of: /^ +- (\d{1,4}) (\w+).* rows=(\d+)/),
          let rows = Int(match.3)
        {
          stores[stores.count - 1].rows[String(match.2)] = rows
        }
      }
      return stores
    }
  }
}
