import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataPostgreSQL

/// In Swift, a quote and a combining mark after it are one character. The server sees two.
@Suite("Names, values and lists that the server reads otherwise", .onServer)
struct PostgresWordsTests {
  private func context(_ model: NSManagedObjectModel, configuration: String? = nil) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: NSPostgreSQLStoreType, configurationName: configuration, at: PostgresCluster.shared.get().newURL())
    return PostgresPair.context(coordinator)
  }

  @Test("A scalar is found before a combining mark")
  func escaping() {
    #expect("a'\u{301}'".quotedLiteral.utf8.elementsEqual("'a''\u{301}'''".utf8))
    #expect("\"\u{301}".quotedIdentifier.utf8.elementsEqual("\"\"\"\u{301}\"".utf8))
    #expect("plain".quotedIdentifier == "\"plain\"")
  }

  @Test("Values with quotes, wildcards and backslashes before marks are found as they are")
  func values() throws {
    let context = try context(MusicModel.make())
    try context.performAndWait {
      let names = ["%", "_", "\\", "\"", "'"].map { "x\($0)\u{301}" }
      for name in names + ["xy\u{301}", "x\u{301}"] { try context.insert("Artist", ["name": name]) }
      try context.save()
      context.reset()
      func found(_ format: String, _ argument: Any) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
        request.predicate = NSPredicate(format: format, argumentArray: [argument])
        return try context.fetch(request).map { $0.text("name") }
      }
      for name in names {
        #expect(
          try found("name ENDSWITH %@", String(String.UnicodeScalarView(name.unicodeScalars.dropFirst()))) == [name])
        #expect(try found("name IN %@", (0..<80).map { "n\($0)" } + [name]) == [name])
      }
    }
  }

  @Test("Entities and attributes have any name")
  func names() throws {
    let name = "Odd\"\u{301}'\u{301}"
    let odd = NSEntityDescription(name, [NSAttributeDescription("name"), NSAttributeDescription(name)])
    let context = try context(NSManagedObjectModel([odd]))
    try context.performAndWait {
      try context.insert(name, ["name": "a", name: "b"])
      try context.save()
      context.reset()
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.predicate = NSPredicate(format: "name == 'a'")
      #expect(try context.fetch(request).map { $0.text(name) } == ["b"])
    }
  }

  @Test("An entity may be named as another's sequence")
  func sequence() throws {
    let names = ["Item_Seq", "Item", "Item_Seq_"]
    let context = try context(
      NSManagedObjectModel(names.map { NSEntityDescription($0, [NSAttributeDescription("name")]) }))
    try context.performAndWait {
      for name in names { try context.insert(name, ["name": "a"]) }
      try context.save()
      for name in names { #expect(try context.texts(name, "name") == ["a"]) }
    }
  }

  @Test("A list in which nothing can be equal binds nothing")
  func nothingComparable() throws {
    let context = try context(MusicModel.make())
    try context.performAndWait {
      let artist = try context.insert("Artist", ["name": "a"])
      try context.insert("Album", ["title": "x", "artist": artist])
      try context.save()
      let counting = "SUBQUERY(albums, $a, $a.title == 'x').@count"
      #expect(try context.all("Artist", where: "\(counting) IN {'a', 'b'}").isEmpty)
      #expect(try context.all("Artist", where: "\(counting) IN {1, 2}").count == 1)
    }
  }

  @Test("No row is of an entity that is not in the store")
  func entityElsewhere() throws {
    let base = NSEntityDescription("Base", [NSAttributeDescription("name")])
    let (here, elsewhere) = (NSEntityDescription("Here", []), NSEntityDescription("Elsewhere", []))
    base.subentities = [here, elsewhere]
    let model = NSManagedObjectModel([base, here, elsewhere])
    model.setEntities([base, here], forConfigurationName: "Some")
    let context = try context(model, configuration: "Some")
    try context.performAndWait {
      try context.insert("Here", ["name": "a"])
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Base")
      request.predicate = NSPredicate(format: "entity == %@", elsewhere)
      #expect(try context.fetch(request).isEmpty)
      request.predicate = NSPredicate(format: "NOT entity == %@", elsewhere)
      #expect(try context.fetch(request).count == 1)
    }
  }

  @Test("The greatest limit has an offset beside it")
  func greatestLimit() throws {
    let context = try context(MusicModel.make())
    try context.performAndWait {
      for name in ["a", "b", "c"] { try context.insert("Artist", ["name": name]) }
      try context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      (request.fetchLimit, request.fetchOffset) = (.max, 1)
      #expect(try context.fetch(request).map { $0.text("name") } == ["b", "c"])
      request.predicate = NSPredicate(format: "name MATCHES '.*'")
      #expect(try context.fetch(request).map { $0.text("name") } == ["b", "c"])
    }
  }

  @Test("A value that no column holds is not sought on the server")
  func seekingZeroCharacter() throws {
    let pair = try PostgresPair()
    try pair.elsewhere { try $0.insert("Artist", ["name": "b"]) }
    let store = try PostgresPair.rows(pair.first)
    let seek = RowSeek(
      sql: "SELECT \"Z_PK\" FROM \"ZARTIST\" WHERE (\"ZNAME\", \"Z_PK\") > ($1::text, $2::int8) LIMIT 12")
    let places = ["a", "a\0", "b"].map { RowSeek.Place(values: [.string($0)], primaryKey: 9) }
    let answers = try store.read { try $0.firstRows(seek, after: places) { _, _ in true } }
    store.endReadTransaction()
    #expect(answers == [.row(1), .unknown, .end])
  }
}
