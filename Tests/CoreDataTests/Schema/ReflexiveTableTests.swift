import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Apple names one column of the join table after the relationship, and the other one REFLEXIVE.
@Suite("A store of Apple's with a relationship that is its own inverse")
struct ReflexiveTableTests {
  @Test("is read and written")
  func friends() throws {
    let made = try HistoryStack(NSSQLiteStoreType, tracksHistory: false)
    // The file is deleted with this object.
    defer { withExtendedLifetime(made) {} }
    let url = try #require(made.store.url)
    try made.saving { context in
      let artists = try ["a", "b", "c"].map { try context.insert("Artist", ["name": $0]) }
      artists[0].setValue(Set([artists[1], artists[2]]), forKey: "friends")
    }
    try made.coordinator.remove(made.store)
    let database = try SampleDatabase(url.path)
    let tables = try database.rows(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z\\_%FRIENDS' ESCAPE '\\'")
    let table = try #require(tables.first?[0].text)
    try database.execute("ALTER TABLE \(table) RENAME COLUMN \(table)1 TO REFLEXIVE")
    database.close()

    let found = try HistoryStack(NSSQLiteStoreType, at: url, tracksHistory: false)
    try found.saving { context in
      let artists = try context.all("Artist", by: "name")
      #expect(artists.map { $0.text("friends") } == ["{b c}", "{a}", "{a}"])
      artists[2].setValue(Set([artists[1]]), forKey: "friends")
    }
    let context = found.newContext()
    let friends = try context.performAndWait { try context.all("Artist", by: "name").map { $0.text("friends") } }
    #expect(friends == ["{b}", "{a c}", "{b}"])
  }
}
