import Foundation
import Testing

@testable import CoreData

/// Each level goes from a track over its album to all tracks of the album. The number of paths is that of the tracks to
/// the power of levels, but there are never more objects than tracks.
@Suite("SUBQUERY within SUBQUERY") struct NestedSubqueryTests {
  /// Returns nested subqueries. The innermost one compares a title, and each level must find more than `count`
  /// elements.
  private func format(_ levels: Int, title: String, count: Int = 0, and more: String = "") -> String {
    var format = "$x\(levels).title == '\(title)'\(more)"
    for level in stride(from: levels, to: 0, by: -1) {
      let path = level == 1 ? "album.tracks" : "$x\(level - 1).album.tracks"
      format = "SUBQUERY(\(path), $x\(level), \(format)).@count > \(count)"
    }
    return format
  }

  @Test(arguments: [0, 1]) func eachObjectIsAskedOnceALevel(_ count: Int) throws {
    let album = OneAlbum()
    let track = try #require(album.model.entitiesByName["Track"])
    let predicate = try NSPredicate.parse(format: format(5, title: "none", count: count))
    let compiled = try CompiledPredicate(predicate, entity: track, model: album.model)
    #expect(try !compiled.matches(album.track(1), in: album))
    // Five levels, each with eight tracks that lead to eight more: 320 pairs. Without a cache it would be 8 + 8² + … +
    // 8⁵.
    #expect(album.titles <= 64)
    #expect(album.collections <= 1 + 5 * 8)
  }

  @Test func theStoresAgree() throws {
    let tracks = ["a", "b", "b"].enumerated().map { number, title in
      MusicRow(
        entity: "Track", values: ["title": .string(title), "number": .int(Int64(number))],
        references: ["album": number == 0 ? 0 : 1])
    }
    let stores = try MusicStores([MusicRow(entity: "Album"), MusicRow(entity: "Album")] + tracks)
    for (format, expected) in [
      (format(3, title: "b"), [2, 3]), (format(3, title: "b", count: 1), [2, 3]), (format(3, title: "a"), [1]),
      (format(5, title: "a", count: 1), []), (format(5, title: "b", count: 1), [2, 3]),
      // An inner level may refer to every level around it.
      (format(3, title: "b", and: " AND $x3.number > $x1.number"), [2, 3]),
      (format(3, title: "b", and: " AND $x3.number > number"), [2]),
      (format(3, title: "b", count: 1, and: " AND $x3.number >= $x2.number"), []),
    ] as [(String, [Int64])] {
      let query = try stores.query("Track", try NSPredicate.parse(format: format))
      #expect(try stores.inMemory(query) == expected, "\(format)")
      #expect(try stores.inSQL(query) == expected, "\(format)")
    }
  }

  /// SQLite would evaluate the third level again for each row of the second, so memory evaluates it.
  @Test(arguments: 1...5) func sqlHasTwoLevels(levels: Int) throws {
    let stores = try MusicStores([])
    let query = try stores.query("Track", try NSPredicate.parse(format: format(levels, title: "a", count: 1)))
    #expect((try stores.sql(query).residue == nil) == (levels <= 2))
  }

  @Test func sixLevelsAreRefusedWhereTheSixthBegins() throws {
    #expect(throws: Never.self) { try NSPredicate.parse(format: format(5, title: "a")) }
    let text = format(6, title: "a")
    let error = try #require(throws: PredicateFormatError.self) { try NSPredicate.parse(format: text) }
    #expect(error.expectation == "SUBQUERY is nested deeper than 5 levels here")
    let last = try #require(text.range(of: "SUBQUERY", options: .backwards))
    #expect(error.position == text.distance(from: text.startIndex, to: last.lowerBound))
  }

  @Test func anErrorShowsWhatStandsAroundItsPlace() throws {
    let format =
      String(repeating: "a == 1 OR ", count: 10_000) + "b == == 2" + String(repeating: " OR a == 1", count: 99)
    let error = try #require(throws: PredicateFormatError.self) { try NSPredicate.parse(format: format) }
    #expect(error.description.contains("b == == 2"))
    #expect(error.description.count < 500)
  }
}

/// An album with eight tracks, which counts its reads.
private final class OneAlbum: PropertyReader {
  let model = MusicModel.make().layout
  private(set) var titles = 0
  private(set) var collections = 0

  func track(_ number: Int64) -> RowKey {
    RowKey(entity: model.entitiesByName["Track"]?.index ?? 0, primaryKey: number)
  }

  func value(_ slot: Int, of key: RowKey) throws -> Value {
    if model[key].slots[slot].name == "album" {
      return .reference(RowKey(entity: model.entitiesByName["Album"]?.index ?? 0, primaryKey: 1))
    }
    titles += 1
    return .string("title \(key.primaryKey)")
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    collections += 1
    return (1...8).map(track)
  }
}
