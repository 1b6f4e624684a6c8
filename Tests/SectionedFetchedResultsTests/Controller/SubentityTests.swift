import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The fixture's album B is a single, the track a2 is a remix, and the track c1 is a mashup.
@Suite("Sections and items of subentities")
struct SubentityTests {
  static let stores = [MusicLibrary.Store.memory, .sqlite]

  private func fixture(
    _ store: MusicLibrary.Store, by path: String = "album.identifier",
    prepare: (MusicLibrary.Controller) -> Void = { _ in }
  ) throws -> LibraryFixture {
    try LibraryFixture(store, by: path, hasSubentities: true, prepare: prepare)
  }

  @Test(arguments: stores, ["album.identifier", "album"])
  func theyAreAmongTheBaseEntitysObjects(store: MusicLibrary.Store, path: String) throws {
    guard path != "album" || !PublicInterface.isAllThereIs else { return }
    let fixture = try fixture(store, by: path)
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    let recorded = try fixture.record {
      fixture.tracks[1].setValue(fixture.albums[1], forKey: "album")
      fixture.library.track("b0", 0, in: fixture.albums[1], entity: "Mashup")
    }
    #expect(recorded == ["will", "item insert [1, 0] b0", "item move [0, 1]→[1, 1] a2", "did"])
    _ = try fixture.record { try fixture.library.context.save() }
    #expect(fixture.text == "A: a1 | B: b0 a2 | C: c1")
  }

  /// Deleted objects must be named by the IDs that they had, whatever their entities.
  @Test(arguments: stores) func whatLeavesIsNamedByItsOwnID(store: MusicLibrary.Store) throws {
    let fixture = try fixture(store)
    let (tracks, albums) = (fixture.tracks, fixture.albums)
    let ids = fixture.library.run { (tracks.map(\.objectID), albums.map(\.objectID)) }
    try fixture.library.run {
      _ = fixture.controller.snapshot
      fixture.library.context.delete(tracks[1])
      fixture.library.context.processPendingChanges()
      fixture.library.context.delete(tracks[2])
      fixture.library.context.delete(albums[1])
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.changes.map(\.deletedItemIDs) == [[ids.0[1]], [ids.0[2]]])
      #expect(fixture.recorder.changes.map(\.deletedSectionIDs) == [[], [ids.1[1]]])
      #expect(fixture.controller.snapshot.sections.flatMap { $0.items.map(\.id) } == [ids.0[0]])
      try expectCurrent(fixture.controller)
    }
  }

  /// Performs a body with a context that has read no object yet, and with a controller there that shows the fixture's
  /// list.
  private func quietly(
    _ fixture: LibraryFixture,
    _ body: (NSManagedObjectContext, MusicLibrary.Controller, MusicLibrary.Recorder) throws -> Void
  ) throws {
    let context = fixture.library.container.newBackgroundContext()
    let recorder = MusicLibrary.Recorder { $0.objectID.entity.name ?? "" }
    let controller = fixture.library.controller(in: context)
    try context.performAndWait { try controller.performFetch() }
    controller.delegate = recorder
    try body(context, controller, recorder)
  }

  /// Another context deletes an item, takes one out of the list, and inserts one. This context has registered none of
  /// them. The delegate's calls, and the old list that is read in the first callback, must name each item by an ID of its
  /// own entity.
  @Test(arguments: stores) func whatIsMergedIsNamedByItsOwnID(store: MusicLibrary.Store) throws {
    let fixture = try fixture(store)
    let ids = fixture.library.run { (fixture.tracks.map(\.objectID), fixture.albums.map(\.objectID)) }
    try quietly(fixture) { context, controller, recorder in
      var old: [NSManagedObjectID] = []
      recorder.during = { line, controller in
        if line == "will" { old = controller.allSections.flatMap { ($0.items ?? []).map(\.objectID) } }
      }
      let save = try fixture.library.run {
        try fixture.library.merge { other in
          other.delete(other.object(with: ids.0[2]))
          other.object(with: ids.0[1]).setValue(nil, forKey: "album")
          let entity = try #require(NSEntityDescription.entity(forEntityName: "Mashup", in: other))
          let mashup = NSManagedObject(entity: entity, insertInto: other)
          mashup.setValue(other.object(with: ids.1[1]), forKey: "album")
        }
      }
      try context.performAndWait {
        _ = controller.snapshot
        context.mergeChanges(fromContextDidSave: try #require(save))
        let changes = try #require(recorder.changes.first)
        #expect(recorder.changes.count == 1)
        #expect(old == ids.0)
        #expect(changes.deletedItemIDs == [ids.0[1], ids.0[2]])
        let inserted = try #require(changes.insertedItemIDs.first)
        #expect(inserted.entity.name == "Mashup")
        #expect(controller.snapshot.itemIDs(inSection: 1) == [inserted])
        // With Apple's interface, a merge does not say what it changed, so that the sections count as updated.
        let items = recorder.take().dropFirst().dropLast().filter {
          !PublicInterface.isAllThereIs || !$0.hasPrefix("section update")
        }
        #expect(items == ["item delete [2, 0] Mashup", "item delete [0, 1] Remix", "item insert [1, 0] Mashup"])
        try expectCurrent(controller)
      }
    }
  }

  /// A fetch for another entity takes items out of the list. Their IDs must still have their own entities.
  @Test(arguments: stores, ["Track", "Mashup"]) func whatAnotherFetchTakesOutIsNamedByItsOwnID(
    store: MusicLibrary.Store, entity: String
  ) throws {
    let fixture = try fixture(store)
    let ids = fixture.library.run { fixture.tracks.map(\.objectID) }
    try quietly(fixture) { context, controller, recorder in
      try context.performAndWait {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.includesSubentities = false
        request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
        controller.itemFetchRequest = request
        try controller.performFetch()
        let changes = try #require(recorder.changes.first)
        #expect(changes.deletedItemIDs == ids.filter { $0.entity.name != entity })
        try expectCurrent(controller)
      }
    }
  }

  @Test func aRequestWithoutSubentitiesShowsNoneOfThem() throws {
    let fixture = try fixture(.memory) {
      $0.itemFetchRequest.includesSubentities = false
      $0.sectionFetchRequest.includesSubentities = false
    }
    #expect(fixture.text == "A: a1 | C:")
    let unrecorded = try fixture.record {
      fixture.tracks[1].setValue("x", forKey: "title")
      fixture.albums[1].setValue("x", forKey: "title")
      fixture.library.track("a0", -1, in: fixture.albums[0], entity: "Remix")
      fixture.library.album("D", -1, entity: "Single")
    }
    #expect(unrecorded.isEmpty)
    let recorded = try fixture.record {
      fixture.library.track("a0", -1, in: fixture.albums[0])
      fixture.library.album("E", -1)
    }
    #expect(recorded == ["will", "section insert 0 E", "item insert [1, 0] a0", "did"])
  }

  @Test func otherRequestsChangeWhatIsShown() throws {
    let fixture = try fixture(.memory)
    let recorded = try fixture.record {
      fixture.controller.itemFetchRequest.includesSubentities = false
      try fixture.controller.performFetch()
    }
    #expect(recorded == ["will", "item delete [2, 0] c1", "item delete [0, 1] a2", "did"])
    let back = try fixture.record {
      fixture.controller.itemFetchRequest = NSFetchRequest(entityName: "Remix")
      fixture.controller.itemFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      try fixture.controller.performFetch()
    }
    #expect(back == ["will", "item delete [0, 0] a1", "item insert [0, 0] a2", "item insert [2, 0] c1", "did"])
  }
}
