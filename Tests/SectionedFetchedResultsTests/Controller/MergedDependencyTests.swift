import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Another context saves objects on which items and sections depend. Random events found the last two cases.
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

    /// Changes the only object of an entity in another context, and merges that.
    ///
    /// - Returns: the trace of the merge.
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

  /// A merge of an insertion by another process names only the inserted object, because the album's row has not
  /// changed.
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

  /// Inserting or deleting items is no change of their section, unless the section depends on them.
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

  /// The artist is not registered, so the context's change notification does not name it.
  @Test func whatIsNotHeldIsFollowed() throws {
    let fixture = try Fixture(itemDependencies: ["album.artist.name"])
    #expect(try fixture.merge("Artist", "name", "Y") == ["will", "item update [0, 0] a1", "did"])
  }

  /// An edit of the artist was reported. Then the artist is released, and another context makes its next change.
  @Test func whatWasHeldAndLetGoIsFollowed() throws {
    let fixture = try Fixture(itemDependencies: ["album.artist.name"])
    try fixture.library.run {
      try #require(try fixture.only("Artist", in: fixture.library.context)).setValue("Y", forKey: "name")
      try fixture.library.context.save()
    }
    // By now, the blocks that were scheduled on the context's queue have run.
    let recorded = fixture.library.run { fixture.recorder.take() }
    #expect(recorded == ["will", "item update [0, 0] a1", "did"])
    #expect(try fixture.merge("Artist", "name", "Z") == recorded)
  }

  /// A section was reported because of a track. Then the section itself changes.
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
