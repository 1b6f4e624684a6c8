import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Artists with albums and tracks, in a store to which another program wrote: odd values in odd columns, keys and
/// entity numbers that lead nowhere, deleted rows, renamed columns and tables, and random bytes.
@Suite("Lists from damaged stores") struct DamagedListTests {
  private static let values = [
    "NULL", "0", "-1", "1", "2", "3", "99", "1.5", "1e300", "''", "'A'", "'x'", "x'00ff'", "4294967296",
    "9223372036854775807", "-9223372036854775808",
  ]
  private static let tables = ["ZTRACK", "ZTRACK", "ZALBUM", "ZALBUM", "ZARTIST", "Z_PRIMARYKEY", "Z_METADATA"]

  /// - Returns: a description of the damage.
  private static func damage(_ url: URL, _ random: inout SeededRandom) throws -> String {
    func rows(_ statement: String) throws -> [[String?]] { try ChinookData.rows(statement, of: url.absoluteString) }
    var done: [String] = []
    for _ in 0...random.below(3) {
      let table = random.one(of: tables)
      let columns = try rows("SELECT name FROM pragma_table_info('\(table)')").compactMap { $0[0] }
      guard !columns.isEmpty else { continue }
      let (column, value) = (random.one(of: columns), random.one(of: values))
      let some = "rowid % \(1 + random.below(3)) = 0"
      let statement =
        switch random.below(12) {
        case 0: "DELETE FROM \(table) WHERE \(some)"
        case 1: "INSERT INTO \(table) (\(column)) VALUES (\(value))"
        case 2: "ALTER TABLE \(table) RENAME COLUMN \(column) TO other\(random.below(100))"
        case 3: "ALTER TABLE \(table) RENAME TO other\(random.below(100))"
        default: "UPDATE OR IGNORE \(table) SET \(column) = \(value) WHERE \(some)"
        }
      done.append(statement)
      _ = try rows(statement)
    }
    if random.oneIn(6) {
      var data = try Data(contentsOf: url)
      for _ in 0...random.below(4) { data[100 + random.below(data.count - 100)] = UInt8(random.below(256)) }
      try data.write(to: url)
      done.append("bytes")
    }
    return done.joined(separator: "; ")
  }

  private static func makeStore() throws -> (library: MusicLibrary, url: URL) {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      for (position, name) in ["A", "B", "C"].enumerated() {
        let artist = library.insert("Artist", ["name": name, "position": position])
        let album = library.album(name, position, ["artist": artist])
        for number in 0...position { library.track("\(name)\(number)", number, in: album) }
      }
      library.track("u", 0, in: nil)
      try library.context.save()
    }
    return (library, try library.close())
  }

  /// Every problem must be an error that a program can show. Everything that can be read must be one consistent list,
  /// which can be changed and saved.
  @Test(.ourInnerControllers, arguments: TestSeeds.share(of: Array(0..<40)))
  func allIsAnErrorOrAList(number: Int) throws {
    let rounds = ProcessInfo.processInfo.environment["SECTIONS_ROUNDS"].flatMap { Int($0) } ?? 4
    for seed in UInt64(number * rounds)..<UInt64((number + 1) * rounds) {
      var random = SeededRandom(seed: seed &+ 20_261_122)
      let (library, url) = try Self.makeStore()
      let done = try Self.damage(url, &random)
      do {
        try Self.use(url, of: library, by: random.oneIn(2) ? "album.identifier" : "album", &random)
      } catch let error as SectionedFetchedResultsError {
        _ = error.localizedDescription
      } catch {
        let error = error as NSError
        #expect(error.domain == NSCocoaErrorDomain, "seed \(seed): \(done): \(error)")
      }
    }
  }

  private static func use(
    _ url: URL, of library: MusicLibrary, by path: String, _ random: inout SeededRandom
  ) throws {
    try library.reopen(url) { context in
      let recorder = MusicLibrary.recorder()
      let controller = library.controller(by: path, in: context)
      controller.unmatchedItems = .shownLast
      controller.delegate = recorder
      try controller.performFetch()
      let law = OutputLaw(of: controller, recorder)
      for name in ["Track", "Album", "Artist"] {
        for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)) {
          if random.oneIn(4) { context.delete(object) } else { object.setValue(random.below(9), forKey: "position") }
        }
        context.processPendingChanges()
      }
      law.check()
      #expect(law.wrong == [])
      do { try context.save() } catch { context.rollback() }
      law.check()
      #expect(law.wrong == [])
    }
  }
}
