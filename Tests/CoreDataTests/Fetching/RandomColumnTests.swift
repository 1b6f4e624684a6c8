import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Compares columns that a store computes with those that are computed in memory. A context with an unsaved change
/// computes them from the rows.
@Suite("Columns agree with what is computed of rows")
struct RandomColumnTests {
  private static let columns = [
    "title", "genre", "number", "isLoved", "added", "price", "uuid", "cover", "link", "rating", "singer", "singer.name",
    "album.artist.name", "number * 2", "number * 3", "seconds / 3", "number + seconds", "uppercase(genre)",
    "number / 0",
    "SELF", "tags.@count", "plays & 3", "singer.rank + 1", "added + 60", "rating * 2", "price * 2", "7",
    "TERNARY(number > 3, title, genre)", "TERNARY(seconds > 1, number, seconds)", "number & 6", "number ** 2",
  ]
  /// The columns that SQL can compute.
  private static let inSQL = [
    "title", "added", "price", "singer", "singer.name", "number * 2", "seconds / 3", "uppercase(genre)", "SELF",
    "plays & 3",
    "singer.rank + 1", "TERNARY(number > 3, title, genre)", "number ** 2",
  ]

  private func column(_ text: String, _ place: Int = 0) -> NSExpressionDescription {
    let column = NSExpressionDescription()
    column.name = "c\(place)"
    column.expression = .init(format: text)
    return column
  }

  private func fill(_ context: NSManagedObjectContext, _ random: inout SeededRandom) throws {
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let artist = try context.insert("Artist", ["name": "Nina"])
    let album = try context.insert("Album", ["title": "a", "artist": artist])
    let singers = try (0..<3).map { try context.insert("Person", ["name": "p\($0 % 2)", "rank": $0]) }
    for index in 0..<30 {
      let track = try context.insert(index % 4 == 0 ? "LiveTrack" : "Track", ["title": "t\(below(4))"])
      func set(_ key: String, _ value: Any?) { if below(4) > 0 { track.setValue(value, forKey: key) } }
      set("genre", ["pop", "é", "É"][below(3)])
      set("number", below(9))
      set("seconds", Double(below(9)) / 4)
      set("isLoved", below(2) == 0)
      set("added", Date(timeIntervalSinceReferenceDate: Double(below(5)) / 2))
      set("price", Decimal(below(9)) / 4)
      set("rating", Float(below(9)) / 10)
      set("uuid", UUID())
      set("cover", Data([UInt8(below(3))]))
      set("link", URL(string: "a:\(below(3))"))
      set("plays", below(9))
      set("singer", singers[below(3)])
      set("album", album)
      if below(2) == 0 { track.setValue(Set([try context.insert("Tag")]), forKey: "tags") }
    }
    try context.save()
  }

  @Test(arguments: TestSeeds.seeds(3, from: 5_500), MusicStack.types)
  func agree(_ seed: UInt64, type: String) throws {
    var random = SeededRandom(seed: seed)
    let stack = try MusicStack(type)
    try stack.run { context in
      try fill(context, &random)
      let unsaved = stack.newContext()
      try unsaved.performAndWait { _ = try unsaved.insert("Folder") }
      for turn in 0..<60 {
        func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        let texts = (0...below(4)).map { _ in Self.columns[below(Self.columns.count)] }
        let request = NSFetchRequest<NSDictionary>(entityName: ["Track", "LiveTrack"][below(2)])
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = texts.enumerated().map { column($1, $0) }
        request.returnsDistinctResults = below(3) == 0
        (request.fetchLimit, request.fetchOffset) = (below(3) == 0 ? below(9) : 0, below(3) == 0 ? below(9) : 0)
        request.sortDescriptors = [["title", "number", "singer.name"][below(3)]].map {
          NSSortDescriptor(key: $0, ascending: below(2) == 0)
        }
        request.predicate = [
          nil, "number > 2", "singer.name == 'p1'", "genre LIKE[cd] 'e'", "ANY tags.name == nil AND seconds > 0",
        ][below(5)].map { NSPredicate(format: $0) }
        let comment: Comment = "turn \(turn), SECTIONS_SEED=\(seed): \(texts)"
        let found = try context.fetch(request).map(words)
        let expected = try unsaved.performAndWait { try unsaved.fetch(request).map(words) }
        #expect(found == expected, comment)
      }
    }
  }

  @Test(arguments: inSQL) func theStoreComputes(_ text: String) throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    try stack.run { context in
      var random = SeededRandom(seed: 1)
      try fill(context, &random)
      let request = NSFetchRequest<NSDictionary>(entityName: "Track")
      let execution = try FetchExecution(request, in: context)
      let compiler = PredicateCompiler(
        entity: execution.entity, model: context.graph.model, storeIdentifier: execution.storeIdentifier)
      let syntax = try FetchColumn(column(text), in: "test").syntax
      let query = ColumnQuery(rows: execution.query, columns: [try compiler.single(syntax, in: syntax)])
      #expect(try execution.rows.columns(query)?.count == 30)
    }
  }

  /// Returns the values as text. It shows the kind of a number, so that a whole number differs from a fraction.
  private func words(_ row: NSDictionary) -> [String] {
    row.allKeys.compactMap { $0 as? String }.sorted().map { key in
      switch row[key] {
      case let date as Date: "\(key)=\(date.timeIntervalSinceReferenceDate) s"
      case let data as Data: "\(key)=\(data.base64EncodedString())"
      case let id as NSManagedObjectID: "\(key)=\(id.uriRepresentation())"
      default: "\(key)=\(row[key] ?? "nil")"
      }
    }
  }
}
