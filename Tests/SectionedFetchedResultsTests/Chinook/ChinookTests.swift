import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Chinook imported into a new store, as an app would keep it. It has 275 artists, of whom 71 have no album.
///
/// By the bytes of their names the artists begin with 0 A Cor Do Som (without albums), 1 AC/DC (For Those About To Rock
/// We Salute You, Let There Be Rock), 2 Aaron Copland & London Symphony Orchestra, 3 Aaron Goldberg (Worlds), 4 to 8
/// the Academy of St. Martin in the Fields with its guests, 9 Accept (Balls to the Wall, Restless and Wild), 10 Adrian
/// Leaper & Doreen de Feis, 11 Aerosmith (Big Ones), 12 Aerosmith & Sierra Leone's Refugee Allstars (none), 13 Aisha
/// Duo (Quiet Songs). Avril Lavigne (none) is the 24th, Led Zeppelin (14 albums) the 136th, and the last ones are 273
/// Youssou N'Dour (none) and 274 Zeca Pagodinho (Ao Vivo [IMPORT]).
@Suite("Chinook in a store of ours", .enabled(if: ChinookData.isThere, ChinookData.reason))
struct ChinookTests {
  let chinook: ChinookStore

  init() throws { chinook = try ChinookStore() }

  @Test func everythingIsImported() throws {
    // Read by another container, which knows only the file.
    let context = try ChinookStore.open(chinook.url).newBackgroundContext()
    try context.performAndWait {
      for table in ChinookModel.tables {
        let rows = try ChinookData.rows("SELECT count(*) FROM \(table.name)")
        let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: table.name))
        #expect("\(count)" == rows[0][0], "\(table.name)")
      }
      let playlists = NSFetchRequest<NSManagedObject>(entityName: "Playlist")
      playlists.sortDescriptors = [NSSortDescriptor(key: "identifier", ascending: true)]
      let sizes = try context.fetch(playlists).map { ($0.value(forKey: "tracks") as? NSSet)?.count }
      #expect(sizes == [3290, 0, 213, 0, 1477, 0, 0, 3290, 1, 213, 39, 75, 25, 25, 25, 15, 26, 1])

      let dear = NSFetchRequest<NSManagedObject>(entityName: "Track")
      dear.predicate = NSPredicate(format: "unitPrice > 1 AND ANY playlists.name == %@", "TV Shows")
      #expect(try context.count(for: dear) == 213)
      let silent = NSFetchRequest<NSManagedObject>(entityName: "Track")
      silent.predicate = NSPredicate(format: "composer == nil")
      #expect(try context.count(for: silent) == 977)
      let unsold = NSFetchRequest<NSManagedObject>(entityName: "Track")
      unsold.predicate = NSPredicate(format: "sales.@count == 0")
      #expect(try context.count(for: unsold) == 1519)
    }
    #expect(try ChinookData.rows("PRAGMA integrity_check", of: chinook.url.absoluteString) == [["ok"]])
  }

  @Test func everyArtistIsASection() throws {
    try chinook.run {
      let controller = ChinookStore.controller(in: chinook.context)
      try controller.performFetch()
      #expect(controller.allSections.count == 275)
      #expect(controller.allSections.filter { $0.numberOfObjects == 0 }.count == 71)
      #expect(controller.items.count == 347)
      #expect(controller.allSections.first?.object.map(MusicLibrary.name) == "A Cor Do Som")
      #expect(controller.allSections[136].items?.count == 14)
      try expectCurrent(controller)
    }
  }

  @Test func everyChangeIsReportedWhole() throws {
    let story = try Story(chinook)

    try story.expect(["will", "item insert [24, 0] Let Go", "did"]) {
      let artist = try chinook.one("Artist", "name", "Avril Lavigne")
      _ = chinook.insert("Album", ["identifier": 1001, "title": "Let Go", "artist": artist])
    }

    try story.expect(["will", "item move [1, 1]→[0, 0] Let There Be Rock", "did"]) {
      try chinook.one("Album", "title", "Let There Be Rock")
        .setValue(try chinook.one("Artist", "name", "A Cor Do Som"), forKey: "artist")
    }

    // Capital letters come first, so ZZ Top comes before Zeca Pagodinho.
    try story.expect(["will", "section move 1→273 ZZ Top", "did"]) {
      try chinook.one("Artist", "name", "AC/DC").setValue("ZZ Top", forKey: "name")
    }

    try story.expect(["will", "section update 8 Acceptance", "did"]) {
      try chinook.one("Artist", "name", "Accept").setValue("Acceptance", forKey: "name")
    }

    // An artist's albums are deleted with it.
    try story.expect(
      ["will", "section delete 135 gone"] + (0..<14).reversed().map { "item delete [135, \($0)] gone" } + ["did"]
    ) { chinook.context.delete(try chinook.one("Artist", "name", "Led Zeppelin")) }

    // Look them up before the edits, because a fetch ends an event.
    let (refugees, zeca) = try chinook.run {
      (
        try chinook.one("Artist", "name", "Aerosmith & Sierra Leone's Refugee Allstars"),
        try chinook.one("Artist", "name", "Zeca Pagodinho")
      )
    }
    let (aerosmith, balls) = try chinook.run {
      (try chinook.one("Artist", "name", "Aerosmith"), try chinook.one("Album", "title", "Balls to the Wall"))
    }
    let (worlds, songs) = try chinook.run {
      (try chinook.one("Album", "title", "Worlds"), try chinook.one("Album", "title", "Quiet Songs"))
    }
    try story.expect([
      "will", "section delete 11 gone", "section insert 1 Aardvark", "section move 273→12 Aerosmithy",
      "item delete [8, 0] gone", "item insert [1, 0] Burrow", "item move [2, 0]→[11, 1] Worlds",
      "item update [12, 0] Loud Songs", "did",
    ]) {
      chinook.context.delete(refugees)
      let aardvark = chinook.insert("Artist", ["identifier": 2001, "name": "Aardvark"])
      _ = chinook.insert("Album", ["identifier": 1002, "title": "Burrow", "artist": aardvark])
      zeca.setValue("Aerosmithy", forKey: "name")
      chinook.context.delete(balls)
      worlds.setValue(aerosmith, forKey: "artist")
      songs.setValue("Loud Songs", forKey: "title")
    }
  }

  /// When the order is reversed, 274 of the 275 artists move. The first one stays put while the others pass it.
  @Test func artistsAreSortedAnew() throws {
    let story = try Story(chinook)
    let names = story.artists()
    #expect(names == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    try story.expect(["will"] + (0..<274).map { "section move \(274 - $0)→\($0) \(names[274 - $0])" } + ["did"]) {
      story.controller.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
      try story.controller.performFetch()
    }
    #expect(story.artists() == names.reversed())

    let (cor, ma) = try chinook.run {
      (try chinook.one("Artist", "name", "A Cor Do Som"), try chinook.one("Artist", "name", "Yo-Yo Ma"))
    }
    try story.expect(["will", "section move 2→125 Ma, Yo-Yo", "item insert [274, 0] Mudança de Estação", "did"]) {
      _ = chinook.insert("Album", ["identifier": 1001, "title": "Mudança de Estação", "artist": cor])
      ma.setValue("Ma, Yo-Yo", forKey: "name")
    }
  }

  /// A save of another context is reported when it is merged, as if the changes had been made here.
  @Test(.ourInnerControllers) func anotherContextsSaveIsReportedWhole() throws {
    let story = try Story(chinook)
    let other = chinook.container.newBackgroundContext()
    chinook.run { chinook.context.automaticallyMergesChangesFromParent = true }
    try other.performAndWait {
      let artists = NSFetchRequest<NSManagedObject>(entityName: "Artist")
      artists.predicate = NSPredicate(format: "name IN %@", ["AC/DC", "Aisha Duo"])
      artists.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let found = try other.fetch(artists)
      let (acdc, aisha) = (try #require(found.first), try #require(found.last))
      let album = NSEntityDescription.insertNewObject(forEntityName: "Album", into: other)
      album.setValue(1001, forKey: "identifier")
      album.setValue("Let Go", forKey: "title")
      album.setValue(acdc, forKey: "artist")
      other.delete(aisha)
      try other.save()
    }
    try story.expect([
      "will", "section delete 13 gone", "item delete [13, 0] gone", "item insert [1, 1] Let Go", "did",
    ]) {}
  }
}

/// A controller on the store, and the recorder of its delegate calls.
private struct Story {
  let chinook: ChinookStore
  let controller: MusicLibrary.Controller
  /// An object that was deleted elsewhere has no values, and so no name.
  let recorder = MusicLibrary.Recorder { object in
    let name = MusicLibrary.name(object)
    return name == "nameless" ? "gone" : name
  }

  init(_ chinook: ChinookStore) throws {
    self.chinook = chinook
    controller = ChinookStore.controller(in: chinook.context)
    try chinook.run { try controller.performFetch() }
    controller.delegate = recorder
  }

  /// Makes edits, processes them, and compares the reports with the expected ones. Then it saves, which must report
  /// nothing, and compares the list with a fresh fetch.
  func expect(
    _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation, after edits: () throws -> Void
  ) throws {
    try chinook.run {
      try edits()
      chinook.context.processPendingChanges()
    }
    // By now, the blocks that were scheduled on the context's queue have run.
    try chinook.run {
      #expect(recorder.take() == expected, sourceLocation: sourceLocation)
      try chinook.context.save()
      #expect(recorder.take().isEmpty, sourceLocation: sourceLocation)
      #expect(recorder.errors.isEmpty, sourceLocation: sourceLocation)
      try expectCurrent(controller, sourceLocation: sourceLocation)
    }
  }

  /// The names of the sections, in their order.
  func artists() -> [String] {
    chinook.run { controller.allSections.compactMap { $0.object.map(MusicLibrary.name) } }
  }
}
