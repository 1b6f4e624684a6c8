import Foundation
import Testing

@testable import CoreData

/// Names are resolved once, when a predicate is compiled. Mistakes are reported then.
@Suite("Compiled predicates and orders")
struct CompilationTests {
  private let model = MusicModel.make().layout

  private func error(_ entity: String, _ format: String, _ arguments: Any?...) throws -> String {
    let layout = try #require(model.entitiesByName[entity])
    let predicate = try NSPredicate.parse(format: format, arguments: arguments)
    return try #require(throws: NSError.self) {
      try CompiledPredicate(predicate, entity: layout, model: model)
    }.localizedDescription
  }

  @Test func unknownKeysAreNamedWithTheKeysThereAre() throws {
    #expect(
      try error("Tag", "nam == 1") == "Tag has no property nam; it has name, tracks, weight. Did you mean 'name'?")
    #expect(try error("Tag", "x == 1") == "Tag has no property x; it has name, tracks, weight.")
    #expect(try error("Track", "album.nam == 1").hasPrefix("Album has no property nam; it has artist, "))
    #expect(try error("Album", "discs == 1").contains("(Box, a subentity, has it)"))
    #expect(try error("Track", "title.count == 1").contains("Track.title is an attribute"))
    #expect(try error("Tag", "weight.length == 1").contains("Tag.weight is an attribute"))
  }

  @Test func aToManyKeyNeedsAQuantifier() throws {
    for format in ["tags == 1", "tags.name == 'a'", "album.tracks.title LIKE 'a?b'", "tags.weight + 1 == 2"] {
      let message = try error("Track", format)
      #expect(message.localizedCaseInsensitiveContains("a to-many key is not allowed here"), "\(message)")
    }
  }

  @Test func whatMakesNoSenseIsSaid() throws {
    #expect(try error("Album", "number CONTAINS 'a'").contains("CONTAINS tests a string"))
    #expect(try error("Album", "title MATCHES '['").contains("is not a regular expression"))
    #expect(try error("Album", "title + 1 == 2").contains("is not a number"))
    #expect(try error("Album", "title == $x").contains("$x has no value"))
    #expect(try error("Album", "tracks.@median.number == 1").contains("@median is not supported"))
    #expect(try error("Album", "number BETWEEN 3").contains("BETWEEN needs two bounds"))
    #expect(try error("Album", "title == %@", ["a"]).contains("A collection cannot be compared here"))
  }

  @Test func orders() throws {
    let album = try #require(model.entitiesByName["Album"])
    func message(_ descriptor: NSSortDescriptor) throws -> String {
      try #require(throws: NSError.self) {
        try CompiledOrder([descriptor], entity: album, model: model)
      }.localizedDescription
    }
    #expect(try message(NSSortDescriptor(key: "tracks.title", ascending: true)).contains("to-many"))
    let misspelt = try message(NSSortDescriptor(key: "titel", ascending: true))
    #expect(misspelt.hasPrefix("Album has no property titel; it has artist, "))
    #expect(misspelt.hasSuffix(". Did you mean 'title'?"))
    #expect(
      try message(NSSortDescriptor(key: "title", ascending: true, selector: "foo:")).contains(
        "foo: cannot sort a fetch"))
    let order = try CompiledOrder(
      [NSSortDescriptor(key: "artist.name", ascending: false), NSSortDescriptor(key: "self", ascending: true)],
      entity: album,
      model: model)
    #expect(order.terms.count == 1)
  }

  @Test(arguments: [
    ("title == 'a'", #"FROM "ZTRACK" AS t0 WHERE t0."ZTITLE" = ?"#),
    ("title != 'a'", #"FROM "ZTRACK" AS t0 WHERE t0."ZTITLE" IS NOT ?"#),
    ("title == nil", #"FROM "ZTRACK" AS t0 WHERE t0."ZTITLE" IS NULL"#),
    ("album == %@", #"FROM "ZTRACK" AS t0 WHERE t0."ZALBUM" = ?"#),
    ("album IN {%@, nil, %@}", #"FROM "ZTRACK" AS t0 WHERE (t0."ZALBUM" IN (?) OR t0."ZALBUM" IS NULL)"#),
    ("SELF == %@ AND 1 == 1", "FALSE"), ("album.artist == %@", "FALSE"),
    (
      "album.title == 'a' AND album.number > 3 OR NOT (number > 2)",
      #"FROM "ZTRACK" AS t0 LEFT JOIN "ZALBUM" AS t1 ON t1."Z_PK" = t0."ZALBUM" "#
        + #"WHERE ((t1."ZTITLE" = ? AND t1."ZNUMBER" > ?) OR (t0."ZNUMBER" > ?) IS NOT TRUE)"#
    ),
    ("title BEGINSWITH 'ab'", #"FROM "ZTRACK" AS t0 WHERE t0."ZTITLE" >= ? AND t0."ZTITLE" < ?"#),
    ("title LIKE '*ab*'", #"FROM "ZTRACK" AS t0 WHERE instr(t0."ZTITLE", ?) > 0"#),
    ("title ==[c] 'ab'", #"FROM "ZTRACK" AS t0 WHERE t0."ZTITLE" COLLATE cd_caseInsensitive = ?"#),
    ("title IN {'a', 'b', 'c'}", #"FROM "ZTRACK" AS t0 WHERE t0."ZTITLE" IN (?,?,?,?)"#),
    ("number BETWEEN {1, 2}", #"FROM "ZTRACK" AS t0 WHERE t0."ZNUMBER" >= ? AND t0."ZNUMBER" <= ?"#),
    (
      "tags.@count == 0",
      #"FROM "ZTRACK" AS t0 WHERE NOT EXISTS (SELECT 1 FROM "Z_9TRACKS" AS s1_0 WHERE s1_0."Z_10TRACKS" = t0."Z_PK")"#
    ),
    (
      "ANY album.tracks.title == 'a'",
      #"FROM "ZTRACK" AS t0 WHERE EXISTS (SELECT 1 FROM "ZTRACK" AS s1_0 "#
        + #"WHERE s1_0."ZALBUM" = t0."ZALBUM" AND (s1_0."ZTITLE" = ?))"#
    ),
  ])
  func sqlIsWhatAPersonWouldWrite(_ format: String, _ sql: String) throws {
    let stores = try MusicStores([MusicRow(entity: "Album")])
    let placeholders = format.components(separatedBy: "%@").count - 1
    let predicate = try NSPredicate.parse(
      format: format, arguments: Array(repeating: stores.ids[0], count: placeholders))
    let query = try stores.query("Track", predicate)
    if sql == "FALSE" {
      // An album can be neither a track nor an artist.
      guard case .constant(false)? = query.predicate?.tree else {
        Issue.record("\(String(describing: query.predicate))")
        return
      }
    } else {
      let text = try stores.sql(query).text
      #expect(text == sql + #" ORDER BY t0."Z_PK""#)
    }
  }
}
