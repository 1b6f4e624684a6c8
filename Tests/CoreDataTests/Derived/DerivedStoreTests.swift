import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Derived attributes in stores that stay")
struct DerivedStoreTests {
  /// An artist, an album and three songs.
  private func fill(_ context: NSManagedObjectContext) throws {
    let songs = try (1...3).map { try context.insert("Song", ["title": "\($0)", "seconds": $0 * 10]) }
    let album = try context.insert("Album", ["title": "Blue", "songs": Set(songs)])
    try context.insert("Artist", ["name": "Élan", "fans": 7, "albums": Set([album])])
  }

  /// The trigger must be the one that logs of Apple's framework show.
  @Test func theTimeHasApplesTrigger() throws {
    let store = try MigratingStore()
    try store.fill(DerivedModel.make(), fill)
    let triggers = try store.rows(
      "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = 'Z_DA_ZARTIST_Artist_savedAt_UPDATE'")
    #expect(
      triggers.first?[0].text == "CREATE TRIGGER Z_DA_ZARTIST_Artist_savedAt_UPDATE AFTER UPDATE OF Z_OPT ON ZARTIST "
        + "FOR EACH ROW BEGIN UPDATE ZARTIST SET ZSAVEDAT = NSCoreDataNow() WHERE Z_PK = NEW.Z_PK; "
        + "SELECT NSCoreDataDATriggerUpdatedAffectedObjectValue('ZARTIST', Z_ENT, Z_PK, 'savedAt', ZSAVEDAT) "
        + "FROM ZARTIST WHERE Z_PK = NEW.Z_PK; END")
  }

  /// Every program that opens the file must have the functions that its triggers call.
  @Test func theFileNamesNoFunctionOfOurs() throws {
    let store = try MigratingStore()
    try store.fill(DerivedModel.make(), fill)
    let triggers = try store.rows("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").compactMap { $0[0].text }
    #expect(triggers.count > 20)
    #expect(triggers.filter { $0.contains("cd_") } == [])
  }

  @Test(arguments: MigratingStore.types) func aStoreThatIsOpenedAgainGoesOn(type: String) throws {
    let store = try MigratingStore(type)
    try store.fill(DerivedModel.make(), fill)
    for number in 4...5 {
      try store.with(DerivedModel.make(), migrates: false) { context in
        let album = try #require(try context.all("Album").first)
        try context.insert("Song", ["title": "\(number)", "album": album])
        try #require(try context.all("Artist").first).setValue("Ä\(number)", forKey: "name")
        try context.save()
        #expect(album.text("songCount") == "\(number)")
        #expect(try DerivedModel.found(context) == DerivedModel.expected(context))
      }
    }
  }

  /// A file that was written before we computed derived attributes has no triggers for them.
  @Test func aFileWithoutTriggersIsWrittenRight() throws {
    let store = try MigratingStore()
    try store.fill(DerivedModel.make(), fill)
    let connection = try Connection(path: store.url.path, mode: .writing, timeout: 1)
    for row in try store.rows("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
      try connection.execute("DROP TRIGGER \"\(row[0].text ?? "")\"")
    }
    try store.with(DerivedModel.make(), migrates: false) { context in
      let album = try #require(try context.all("Album").first)
      try context.insert("Song", ["title": "4", "album": album, "seconds": 5])
      try #require(try context.all("Artist").first).setValue("Ä", forKey: "name")
      try context.save()
      #expect(try DerivedModel.found(context) == DerivedModel.expected(context))
    }
  }

  @Test(arguments: MigratingStore.types) func aMigrationFillsWhatIsNew(type: String) throws {
    let store = try MigratingStore(type)
    try store.fill(DerivedModel.make { _, _, _ in }, fill)
    try store.migrate(to: DerivedModel.make())
    #expect(try store.problems(DerivedModel.make()) == [])
    try store.with(DerivedModel.make(), migrates: false) { (context) throws in
      #expect(try DerivedModel.found(context) == DerivedModel.expected(context))
      #expect(try context.all("Artist").allSatisfy { $0.value(forKey: "savedAt") is Date })
    }
  }

  @Test(arguments: MigratingStore.types) func aMigrationFillsWhatIsDerivedOtherwise(type: String) throws {
    let store = try MigratingStore(type)
    func model(_ derivation: String) -> NSManagedObjectModel {
      DerivedModel.make { artist, _, _ in
        artist.properties.append(DerivedModel.attribute("made", .stringAttributeType, derivation))
      }
    }
    try store.fill(model("uppercase:(name)"), fill)
    try store.with(model("uppercase:(name)")) { (context) throws in
      #expect(try context.texts("Artist", "made") == ["ÉLAN"])
    }
    try store.with(model("canonical:(name)")) { context in
      #expect(try context.texts("Artist", "made") == ["elan"])
      try #require(try context.all("Artist").first).setValue("Ö", forKey: "name")
      try context.save()
      #expect(try context.texts("Artist", "made") == ["o"])
    }
    #expect(try store.problems(model("canonical:(name)")) == [])
    // Remove the derived attribute, and its triggers with it.
    try store.with(DerivedModel.make { _, _, _ in }) { context in
      try #require(try context.all("Artist").first).setValue("U", forKey: "name")
      try context.save()
    }
  }

  @Test(arguments: MigratingStore.types) func batchRequestsAreFollowed(type: String) throws {
    let store = try MigratingStore(type)
    try store.fill(DerivedModel.make(), fill)
    try store.with(DerivedModel.make(), migrates: false) { context in
      let update = NSBatchUpdateRequest(entityName: "Song")
      update.propertiesToUpdate = ["seconds": 1]
      try context.execute(update)
      let insert = NSBatchInsertRequest(entityName: "Artist", objects: [["name": "Ü"]])
      try context.execute(insert)
      #expect(try context.texts("Album", "seconds") == ["3"])
      #expect(try context.texts("Artist", "plainName") == ["elan", "u"])
      try context.execute(NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Song")))
      context.reset()
      #expect(try context.texts("Album", "seconds") == ["0"])
      #expect(try DerivedModel.found(context) == DerivedModel.expected(context))
    }
  }
}
