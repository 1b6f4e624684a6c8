import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// What another context saves, of objects that items and sections depend on. The last two were found by random events.
@Suite("Merged changes of what a list depends on")
struct MergedDependencyTests {
  /// One album, A, of the artist X, with one track.
  private struct Fixture {
    let library: MusicLibrary
    let controller: MusicLibrary.Controller
    let recorder = MusicLibrary.recorder()

    init(itemDependencies: [String] = [], sectionDependencies: [String] = []) throws {
      let library = try MusicLibrary(.sqlite)
      self.library = library
      controller = try library.run {
        let artist = library.insert("Artist", ["name": "X"])
        library.track("a1", 0, in: library.album("A", 0, ["title": "A", "artist": artist]))
        try library.context.save()
        return library.controller()
      }
      try library.run {
        controller.itemDependencies = itemDependencies
        controller.sectionDependencies = sectionDependencies
        controller.delegate = recorder
        try controller.performFetch()
      }
    }

    /// Has another context change the only object of an entity.
    ///
    /// - Returns: the trace of merging it.
    func merge(_ entity: String, _ key: String, _ value: String) throws -> [String] {
      _ = try library.run {
        try library.merge { other in try #require(try only(entity, in: other)).setValue(value, forKey: key) }
      }
      return library.run { recorder.take() }
    }

    func only(_ entity: String, in context: NSManagedObjectContext) throws -> NSManagedObject? {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).first
    }
  }

  /// Who merges what another process inserted names nothing else: the row of the album is as it was.
  @Test func whatASectionDependsOnAndAnotherProcessInsertedIsFollowed() throws {
    let fixture = try Fixture(sectionDependencies: ["tracks.title"])
    let other = fixture.library.container.newBackgroundContext()
    let id = try other.performAndWait {
      let entity = try #require(NSEntityDescription.entity(forEntityName: "Track", in: other))
      let track = NSManagedObject(entity: entity, insertInto: other)
      track.setValue("a2", forKey: "title")
      track.setValue(1, forKey: "position")
      track.setValue(try fixture.only("Album", in: other), forKey: "album")
      try other.save()
      return track.objectID
    }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSInsertedObjectIDsKey: [id]], into: [fixture.library.context])
    let recorded = fixture.library.run { fixture.recorder.take() }
    #expect(recorded == ["will", "item insert [0, 1] a2", "did", "will", "section update 0 A", "did"])
  }

  /// Items that come and go are no news of their section, unless it depends on them.
  @Test(.ourInnerControllers, arguments: [[], ["tracks.title"], ["artist.name"]])
  func aSectionThatDependsOnItsItemsIsReportedAsTheyComeAndGo(dependencies: [String]) throws {
    let fixture = try Fixture(sectionDependencies: dependencies)
    let recorded = try fixture.library.run {
      let album = try #require(try fixture.only("Album", in: fixture.library.context))
      let track = fixture.library.track("a2", 1, in: album)
      fixture.library.context.processPendingChanges()
      fixture.library.context.delete(track)
      fixture.library.context.processPendingChanges()
      return fixture.recorder.take()
    }
    let update = dependencies == ["tracks.title"] ? ["section update 0 A"] : []
    #expect(
      recorded.filter { $0.hasPrefix("section") || $0 == "did" } == update + ["did"] + update + ["did"], "\(recorded)")
  }

  /// The artist is not held, so the context's notification of what changed does not name it.
  @Test func whatIsNotHeldIsFollowed() throws {
    let fixture = try Fixture(itemDependencies: ["album.artist.name"])
    #expect(try fixture.merge("Artist", "name", "Y") == ["will", "item update [0, 0] a1", "did"])
  }

  /// An edit of the artist was reported. Then the artist is let go, and its next change comes from another context.
  @Test func whatWasHeldAndLetGoIsFollowed() throws {
    let fixture = try Fixture(itemDependencies: ["album.artist.name"])
    try fixture.library.run {
      try #require(try fixture.only("Artist", in: fixture.library.context)).setValue("Y", forKey: "name")
      try fixture.library.context.save()
    }
    // What was put on the context's queue meanwhile has run by now.
    let recorded = fixture.library.run { fixture.recorder.take() }
    #expect(recorded == ["will", "item update [0, 0] a1", "did"])
    #expect(try fixture.merge("Artist", "name", "Z") == recorded)
  }

  /// A section that was reported because of a track changes itself next.
  @Test func whatWasReportedForAnotherObjectsSakeIsFollowed() throws {
    let fixture = try Fixture(itemDependencies: ["album.title"], sectionDependencies: ["tracks.title"])
    #expect(
      try fixture.merge("Track", "title", "a0")
        == ["will", "item update [0, 0] a0", "did", "will", "section update 0 A", "did"])
    #expect(
      try fixture.merge("Album", "title", "B")
        == ["will", "section update 0 B", "did", "will", "item update [0, 0] a0", "did"])
  }
}
