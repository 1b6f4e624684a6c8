import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Two albums with a track each, in a store in which two rows of a table get the same primary key.
@Suite("Tables in which two rows have one primary key") struct DamagedTableTests {
  /// The cause of the damage.
  enum Damage: CaseIterable {
    /// Another program made the table, and declared no primary key.
    case otherTable
    /// Two cells of a page have the same key.
    case page
  }

  private static func damage(_ table: String, of url: URL, _ damage: Damage) throws {
    func rows(_ statement: String) throws -> [[String?]] { try ChinookData.rows(statement, of: url.absoluteString) }
    switch damage {
    case .otherTable:
      for statement in [
        "CREATE TABLE copy AS SELECT * FROM \(table)", "DROP TABLE \(table)", "ALTER TABLE copy RENAME TO \(table)",
        "UPDATE \(table) SET Z_PK = 1",
      ] {
        _ = try rows(statement)
      }
    case .page:
      let root = try rows("SELECT rootpage FROM sqlite_schema WHERE name = '\(table)'").first?.first ?? nil
      var data = try Data(contentsOf: url)
      let page = (Int(data[16]) << 8 | Int(data[17])) * (try #require(root.flatMap { Int($0) }) - 1)
      let second = page + (Int(data[page + 10]) << 8 | Int(data[page + 11]))
      #expect(data[second + 1] == 2, "the second cell is the row 2")
      data[second + 1] = 1
      try data.write(to: url)
    }
  }

  @Test(.ourInnerControllers, arguments: ["Track", "Album"], Damage.allCases)
  func aFetchNamesTheTableAndTheRow(entity: String, damage: Damage) throws {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      for (position, name) in ["A", "B"].enumerated() {
        library.track(name.lowercased(), position, in: library.album(name, position))
      }
      try library.context.save()
    }
    let url = try library.close()
    try Self.damage("Z\(entity.uppercased())", of: url, damage)
    try library.reopen(url) { context in
      let recorder = MusicLibrary.recorder()
      let controller = library.controller(in: context)
      controller.delegate = recorder
      let error = try #require(throws: NSError.self) { try controller.performFetch() }
      let words =
        switch (damage, entity) {
        case (.otherTable, _), (.page, "Album"): "Two rows of Z\(entity.uppercased()) have the primary key 1."
        // SQLite itself notices it, because the query uses an index.
        default: "music.sqlite is damaged: database disk image is malformed."
        }
      #expect(error.localizedDescription == words)
      #expect(error.code == CocoaError.fileReadCorruptFile.rawValue)
      #expect(controller.allSections.isEmpty)
      #expect(recorder.take() == [])
    }
  }
}
