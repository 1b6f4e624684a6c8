import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A predicate that is evaluated with saved objects must match the same objects as a fetch.
@Suite("Managed objects agree with the fetch")
struct ManagedEvaluationTests {
  private func context(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func all(_ entity: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.includesSubentities = true
    request.sortDescriptors = []
    return try context.fetch(request)
  }

  private func fetched(
    _ entity: String, _ predicate: NSPredicate, _ context: NSManagedObjectContext
  ) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = predicate
    return try context.fetch(request)
  }

  private static let texts = ["1", "1.0", "1e0", "01", "10", "9"]

  /// Makes artists whose names read as numbers, each the mentor of the next one, and albums with a code.
  private func stores() throws -> MusicStores {
    let code = try #require(UUID(uuidString: RandomMusic.uuids[1]))
    return try MusicStores(
      Self.texts.enumerated().map { index, name in
        MusicRow(
          entity: "Artist", values: ["name": .string(name)], references: index == 0 ? [:] : ["mentor": index - 1])
      } + [
        MusicRow(entity: "Album", values: ["code": .uuid(code), "title": .string("1")], references: ["artist": 0]),
        MusicRow(entity: "Box", values: ["title": .string("01"), "discs": .int(1)], references: ["artist": 1]),
      ])
  }

  private static let code = RandomMusic.uuids[1]

  @Test(arguments: [
    ("Artist", "name == 1", 1), ("Artist", "1 == name", 1), ("Artist", "name IN {1}", 1),
    ("Artist", "name IN {1, 9}", 2),
    ("Artist", "name > -1", 6), ("Artist", "name >= 1000", 2), ("Artist", "1000 <= name", 2),
    ("Artist", "name BETWEEN {1, 10}", 3), ("Artist", "name != 1", 5), ("Artist", "NOT (name == 1)", 5),
    ("Artist", "name CONTAINS 1", 5), ("Artist", "name BEGINSWITH 1", 4), ("Artist", "name LIKE 1", 1),
    ("Artist", "pupils.@max.name >= 9", 1), ("Artist", "ANY pupils.name == 1", 0), ("Artist", "mentor.name == 1", 1),
    ("Artist", "SUBQUERY(pupils, $p, $p.name == 10).@count > 0", 1), ("Artist", "uppercase:(name) == 1", 1),
    ("Artist", "ANY albums.title == 1", 1), ("Artist", "ANY albums.code == '\(code)'", 1),
    ("Album", "code == '\(code)'", 1), ("Album", "'\(code)' == code", 1), ("Album", "code IN {'\(code)'}", 1),
    ("Album", "code == '\(code.lowercased())'", 1), ("Album", "code != '\(code)'", 1), ("Album", "title == 1", 1),
    ("Album", "artist.name == 1 AND code != nil", 1), ("Box", "title == 1", 0), ("Box", "discs == '1'", 1),
    ("Album", "artist.name == 1 AND hasChanges == NO", -1), ("Album", "isDeleted == NO AND '\(code)' == code", -1),
  ])
  func textNumbersAndUUIDs(_ entity: String, _ format: String, _ count: Int) throws {
    let stores = try stores()
    let predicate = NSPredicate(format: format)
    for coordinator in [stores.memory, stores.sqlite] {
      let context = context(coordinator)
      try context.performAndWait {
        let objects = try all(entity, context)
        let matching = objects.filter { predicate.evaluate(with: $0) }
        // A predicate that a fetch does not accept matches one object here.
        if count < 0 {
          #expect(matching.count == 1)
        } else {
          #expect(matching.count == count)
          #expect(Set(matching) == Set(try fetched(entity, predicate, context)))
        }
        #expect((objects as NSArray).filtered(using: predicate) as? [NSManagedObject] == matching)
        #expect((NSSet(array: objects).filtered(using: predicate) as? Set<NSManagedObject>) == Set(matching))
        let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [predicate, NSPredicate(value: true)])
        #expect(objects.filter { compound.evaluate(with: $0) } == matching)
        #expect(
          objects.filter { NSPredicate(format: "NOT (\(format))").evaluate(with: $0) }.count == objects.count
            - matching.count)
      }
    }
  }

  @Test func variablesAreComparedAsConstantsAre() throws {
    let stores = try stores()
    let context = context(stores.sqlite)
    try context.performAndWait {
      let template = NSPredicate(format: "name == $n OR name == $n + 8")
      let artists = try all("Artist", context)
      func names(_ n: Any) -> Set<String> {
        Set(artists.filter { template.evaluate(with: $0, substitutionVariables: ["n": n]) }.map { $0.text("name") })
      }
      #expect(names(1) == ["1", "9"])
      #expect(names("01") == ["01"])
      #expect(names(1) == ["1", "9"])
      #expect(
        Set(try fetched("Artist", template.withSubstitutionVariables(["n": 9]), context).map { $0.text("name") })
          == names(9))
    }
  }

  /// One predicate is evaluated before and after an object gets its permanent key, and with objects of two entities and
  /// two models.
  @Test func onePredicateIsAskedAboutAll() throws {
    let stores = try stores()
    let other = try MusicStack(NSInMemoryStoreType)
    let byTitle = NSPredicate(format: "title == 1")
    let context = context(stores.sqlite)
    try context.performAndWait {
      let titles = { (objects: [NSManagedObject]) in
        objects.filter { byTitle.evaluate(with: $0) }.map { $0.text("title") }
      }
      #expect(titles(try all("Album", context)) == ["1"])
      try other.run { context in
        try context.insert("Album", ["title": "01"])
        try context.insert("Album", ["title": "1"])
        #expect(titles(context.insertedObjects.sorted { $0.text("title") < $1.text("title") }) == ["1"])
      }
      #expect(titles(try all("Album", context)) == ["1"])
      // For plain values another rule holds: a text equals the number that it reads as.
      #expect(["1", "01", "2"].map { byTitle.evaluate(with: ["title": $0]) } == [true, true, false])

      let artist = try context.insert("Artist", ["name": "new"])
      let isMentor = NSPredicate(format: "mentor == %@ OR SELF == %@", artist, artist)
      let pupil = try #require(try all("Artist", context).first { $0.text("name") == "9" })
      pupil.setValue(artist, forKey: "mentor")
      #expect(isMentor.evaluate(with: pupil) && isMentor.evaluate(with: artist))
      try context.save()
      #expect(isMentor.evaluate(with: pupil) && isMentor.evaluate(with: artist))
      let others = try all("Artist", context).filter { $0 !== pupil && $0 !== artist }
      #expect(!others.isEmpty && !others.contains { isMentor.evaluate(with: $0) })
    }
  }

  /// Objects in no context, deleted ones and ones with unsaved values answer with the values that they have.
  @Test func unsavedDeletedAndDetachedObjects() throws {
    let stores = try stores()
    let context = context(stores.sqlite)
    try context.performAndWait {
      let isOne = NSPredicate(format: "name == 1")
      let entity = try #require(stores.sqlite.managedObjectModel.entitiesByName["Artist"])
      let detached = Artist(entity: entity, insertInto: nil)
      detached.setValue("1", forKey: "name")
      #expect(isOne.evaluate(with: detached) && !NSPredicate(format: "mentor.name == 1").evaluate(with: detached))
      detached.setValue("01", forKey: "name")
      #expect(!isOne.evaluate(with: detached))
      #expect(NSPredicate(format: "SELF == %@", detached).evaluate(with: detached))
      let one = try #require(try fetched("Artist", isOne, context).first)
      one.setValue("2", forKey: "name")
      #expect(!isOne.evaluate(with: one) && NSPredicate(format: "name == 2").evaluate(with: one))
      context.delete(one)
      #expect(NSPredicate(format: "name == 2").evaluate(with: one))
    }
  }

  @Test(arguments: TestSeeds.seeds(4, from: 9100))
  func onRandomPredicates(_ seed: UInt64) throws {
    print("Managed objects agree with the fetch: seed \(seed)")
    var random = RandomMusic(generator: SeededRandom(seed: seed))
    let stores = try MusicStores(random.rows(40), hasOddKeys: seed % 2 == 0)
    let context = context(stores.memory)
    var matched = 0
    try context.performAndWait {
      let objects = try ["Artist", "Album", "Track", "Tag"].reduce(into: [:]) { $0[$1] = try all($1, context) }
      for _ in 0..<150 {
        let entity = random.pick(["Artist", "Album", "Track", "Tag"])
        let format = random.predicate(entity, ids: stores.ids)
        let predicate = try NSPredicate.parse(format: format.text, arguments: format.arguments)
        let expected = try fetched(entity, predicate, context)
        let matching = (objects[entity] ?? []).filter { predicate.evaluate(with: $0) }
        #expect(Set(matching) == Set(expected), "seed \(seed): \(entity) where \(predicate)")
        if !expected.isEmpty { matched += 1 }
      }
    }
    #expect(matched > 60)
  }
}
