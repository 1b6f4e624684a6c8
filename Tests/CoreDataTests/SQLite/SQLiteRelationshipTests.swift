import Foundation
import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

@Suite("Relationships are stored as Apple stores them")
struct SQLiteRelationshipTests {
  /// Two people, one of them a musician, and two albums. The first person owns the albums, the second one made them.
  private struct Story {
    let folder: TemporaryFolder
    let handle: StoreHandle
    let owner: Row
    let musician: Row
    let albums: [Row]

    init() throws {
      let folder = try TemporaryFolder()
      let handle = try StoreHandle(folder.file(), Library.model())
      let owner = try handle.new("Person", 1, ["name": .string("Ada")])
      let musician = try handle.new("Musician", 2, ["name": .string("Nina"), "instrument": .string("piano")])
      let albums = try (3...4).map { number in
        try handle.new(
          "Album", Int64(number),
          ["title": .string("A\(number)"), "owner": .reference(owner.key), "artist": .reference(musician.key)]
        )
      }
      let rows = try handle.insert(
        [owner, musician] + albums,
        toMany: [
          .init(
            owner: owner.key, slot: try handle.slot("albums", of: "Person"), added: [], removed: [],
            ordered: albums.map(\.key))
        ]
      )
      self.folder = folder
      self.handle = handle
      self.owner = rows[0]
      self.musician = rows[1]
      self.albums = Array(rows[2...])
    }

    func cells(_ sql: String) throws -> [[SampleDatabase.Cell]] {
      handle.store.close()
      let database = try SampleDatabase(folder.file().path)
      defer { database.close() }
      return try database.rows(sql)
    }

    func reorder(_ albums: [Row], also changes: StoreChanges = StoreChanges()) throws {
      var changes = changes
      changes.toMany.append(
        .init(
          owner: owner.key, slot: try handle.slot("albums", of: "Person"), added: [], removed: [],
          ordered: albums.map(\.key))
      )
      _ = try handle.store.save(changes)
    }

    var order: [Int64] {
      get throws { try handle.store.related(try handle.slot("albums", of: "Person"), of: owner.key).map(\.primaryKey) }
    }
  }

  @Test func keysOfOneTreeAreDenseAndInOrderOfInsertion() throws {
    let story = try Story()
    #expect(story.owner.key == RowKey(entity: try story.handle.entity("Person").index, primaryKey: 1))
    #expect(story.musician.key == RowKey(entity: try story.handle.entity("Musician").index, primaryKey: 2))
    #expect(story.albums.map(\.key.primaryKey) == [1, 2])
    let keys = try story.cells("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_NAME")
    #expect(
      keys == [
        [.text("Album"), .integer(2)], [.text("Musician"), .integer(0)], [.text("Person"), .integer(2)],
        [.text("Tag"), .integer(0)],
      ])
  }

  /// The destination of `owner` may be of two entities, so the number of its entity is stored beside its key.
  @Test func aReferenceIsStoredWithTheNumberOfItsEntity() throws {
    let story = try Story()
    let row = try #require(try story.handle.store.row(for: story.albums[0].key))
    #expect(row[try story.handle.slot("owner", of: "Album")].text == Value.reference(story.owner.key).text)
    #expect(row[try story.handle.slot("artist", of: "Album")].text == Value.reference(story.musician.key).text)
    #expect(
      try story.handle.store.related(try story.handle.slot("works", of: "Musician"), of: story.musician.key)
        == story.albums.map(\.key))
    let person = try #require(story.handle.store.schema.entities[try story.handle.entity("Person").index]).number
    let cells = try story.cells("SELECT ZOWNER, Z\(person)_OWNER, Z_FOK_OWNER, ZARTIST FROM ZALBUM ORDER BY Z_PK")
    #expect(
      cells == [
        [.integer(1), .integer(person), .integer(2048), .integer(2)],
        [.integer(1), .integer(person), .integer(3072), .integer(2)],
      ])
  }

  @Test func aNewOrderWritesOnlyWhatMoved() throws {
    let story = try Story()
    try story.reorder(Array(story.albums.reversed()))
    #expect(try story.order == [2, 1])
    let third = try story.handle.new("Album", 9, ["owner": .reference(story.owner.key)])
    try story.reorder([story.albums[1], third, story.albums[0]], also: StoreChanges(inserted: [third]))
    #expect(try story.order == [2, 3, 1])
    #expect(
      try story.cells("SELECT Z_FOK_OWNER FROM ZALBUM ORDER BY Z_FOK_OWNER") == [
        [.integer(1024)], [.integer(1536)], [.integer(2048)],
      ])
  }

  /// A row that is added to an ordered relationship without a place comes last. A row that is removed loses its place.
  @Test func arrivalsStandAtTheEnd() throws {
    let story = try Story()
    try story.handle.insert([try story.handle.new("Album", 9, ["owner": .reference(story.owner.key)])])
    #expect(try story.order == [1, 2, 3])
    let album = try #require(try story.handle.store.row(for: story.albums[0].key))
    _ = try story.handle.store.save(StoreChanges(updated: [try story.handle.update(album, ["owner": .null])]))
    #expect(try story.order == [2, 3])
    #expect(
      try story.cells("SELECT Z_FOK_OWNER FROM ZALBUM ORDER BY Z_PK") == [[.null], [.integer(3072)], [.integer(4096)]])
  }

  /// Two hundred insertions at the same index use up every gap between numbers again and again.
  @Test func aSpentGapIsNumberedAnew() throws {
    let story = try Story()
    var albums = story.albums
    for number in 10..<210 {
      let album = try story.handle.new("Album", Int64(number), ["owner": .reference(story.owner.key)])
      var order = albums
      order.insert(album, at: 1)
      let changes = StoreChanges(
        inserted: [album],
        toMany: [
          .init(
            owner: story.owner.key, slot: try story.handle.slot("albums", of: "Person"), added: [], removed: [],
            ordered: order.map(\.key))
        ]
      )
      order[1] = try #require(try story.handle.store.save(changes).inserted.first)
      albums = order
    }
    #expect(try story.order == albums.map(\.key.primaryKey))
  }

  @Test func bothSidesOfAManyToManyAreOneTable() throws {
    let story = try Story()
    let tags = try story.handle.insert(
      try (20...22).map { try story.handle.new("Tag", $0, ["word": .string("t\($0)")]) })
    let slot = try story.handle.slot("tags", of: "Album")
    let album = story.albums[0].key
    func change(_ added: [Row], _ removed: [Row], _ ordered: [Row]) throws {
      _ = try story.handle.store.save(
        StoreChanges(toMany: [
          .init(
            owner: album, slot: slot, added: added.map(\.key), removed: removed.map(\.key), ordered: ordered.map(\.key))
        ])
      )
    }
    try change([tags[2], tags[0]], [], [tags[2], tags[0]])
    #expect(try story.handle.store.related(slot, of: album) == [tags[2].key, tags[0].key])
    try change([tags[1]], [tags[2]], [tags[1], tags[0]])
    #expect(try story.handle.store.related(slot, of: album) == [tags[1].key, tags[0].key])
    let inverse = try story.handle.slot("albums", of: "Tag")
    #expect(try story.handle.store.related(inverse, of: tags.map(\.key)) == [[album], [album], []])
    // A deleted row must leave no row in the join table.
    _ = try story.handle.store.save(StoreChanges(deleted: [.init(key: tags[1].key, version: 1)]))
    #expect(try story.handle.store.related(slot, of: album) == [tags[0].key])
    let join = try #require(story.handle.store.schema.joinTables.first)
    #expect(try story.cells("SELECT count(*) FROM \"\(join.name)\"") == [[.integer(1)]])
  }

  @Test func aReferenceToAnObjectThatIsNotSavedIsRefused() throws {
    let story = try Story()
    let album = try story.handle.new("Album", 9, ["owner": .reference(RowKey(entity: 1, temporary: 77))])
    let error = try #require(throws: NSError.self) { try story.handle.insert([album]) }
    #expect(error.code == NSManagedObjectReferentialIntegrityError)
    #expect(try story.handle.all("Album").count == 2)
  }
}
