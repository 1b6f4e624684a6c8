import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Random rows, with random predicates and orders for them. There are few values, so that many are equal.
struct RandomMusic {
  var generator: SeededRandom

  static let strings = [
    "", "a", "A", "b", "ab", "Ab", "aB", "Abba", "é", "E\u{301}", "É", "e", "ß", "ss", "straße", "STRASSE", "ﬁ", "fi",
    "Ω", "ω",
    "a*b", "a?b", "10", "9", "5", "日本", "が", "か", "\u{1F600}", "\u{10FFFF}", "z", "ä", "å", "a b", "50%", "_", "\\",
    "'", "\"", "(", "\u{0}", "a\u{0}", "a\u{0}b", "A\u{0}B", "\u{D7FF}", "\u{D7FF}x", "\u{E000}", "a\u{10FFFF}",
    "a\u{D7FF}",
  ]
  static let integers: [Int64] = [
    -1, 0, 1, 2, 3, 5, 9, 10, 9_007_199_254_740_992, 9_007_199_254_740_993, .max, .min,
  ]
  static let doubles: [Double] = [-1.5, -0.0, 0, 0.5, 1, 2, 2.5, 5, 10, 1e300, 9_007_199_254_740_992]
  static let decimals = ["-1", "0", "0.5", "2", "5", "10", "10.11", "0.1", "3.3333333333", "9007199254740993"]
  static let dates: [Double] = [-1, 0, 0.5, 1, 2, 5, 1000, 700_000_000.25]
  static let uuids = [
    "00000000-0000-0000-0000-000000000001", "FFFFFFFF-0000-0000-0000-000000000000",
    "7F000000-0000-0000-0000-000000000002",
  ]
  static let bytes: [[UInt8]] = [[], [0], [0, 0], [1], [255], [1, 2]]

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  mutating func maybe(_ value: Value) -> Value { chance(20) ? .null : value }

  mutating func rows(_ count: Int) -> [MusicRow] {
    var rows: [MusicRow] = []
    var places: [String: [Int]] = [:]
    for index in 0..<count {
      let entity =
        index < 4
        ? ["Artist", "Tag", "Album", "Track"][index]
        : pick(["Artist", "Album", "Box", "Track", "Track", "Track", "Tag"])
      rows.append(row(entity, places))
      places[entity == "Box" ? "Album" : entity, default: []].append(index)
    }
    return rows
  }

  private mutating func row(_ entity: String, _ places: [String: [Int]]) -> MusicRow {
    var row = MusicRow(entity: entity)
    let text = Value.string(pick(Self.strings))
    switch entity {
    case "Artist":
      row.values = [
        "name": maybe(text), "founded": maybe(.date(pick(Self.dates))), "rank": maybe(.int(pick([0, 1, 2, 5]))),
      ]
      // The first artist is its own mentor, so that even the longest path has a value.
      if let artists = places["Artist"], !chance(10) { row.references["mentor"] = pick(artists) }
      if places["Artist"] == nil { row.references["mentor"] = 0 }
    case "Tag": row.values = ["name": maybe(text), "weight": maybe(.int(pick([0, 1, 2, 5])))]
    case "Track":
      row.values = ["title": maybe(text), "number": maybe(.int(pick([0, 1, 2, 3, 5])))]
      if let albums = places["Album"], !chance(20) { row.references["album"] = pick(albums) }
      if let tags = places["Tag"] { row.related["tags"] = tags.filter { _ in chance(25) } }
    default:
      row.values = [
        "title": maybe(text), "number": maybe(.int(pick(Self.integers))), "price": maybe(decimal()),
        "length": maybe(.double(pick(Self.doubles))), "gain": maybe(.double(pick([0, 0.5, 2]))),
        "isLive": maybe(.int(pick([0, 1]))), "released": maybe(.date(pick(Self.dates))),
        "code": maybe(UUID(uuidString: pick(Self.uuids)).map { .uuid($0) } ?? .null),
        "cover": maybe(.data(Data(pick(Self.bytes)))),
        "page": maybe(.string("https://example.org/" + pick(["a", "b"]))),
      ]
      if entity == "Box" { row.values["discs"] = .int(pick([1, 2, 3])) }
      if let artists = places["Artist"], !chance(20) { row.references["artist"] = pick(artists) }
    }
    return row
  }

  private mutating func decimal() -> Value { Decimal(string: pick(Self.decimals)).map { .decimal($0) } ?? .null }
}
