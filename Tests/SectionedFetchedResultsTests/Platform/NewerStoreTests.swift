import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Another context has saved something that this context has not merged, or has merged without registering the objects.
@Suite("What the store has and the context has not is followed")
struct NewerStoreTests {
  private func settle(_ library: MusicLibrary) {
    for _ in 0..<6 { library.run { library.context.processPendingChanges() } }
  }

  private func track(_ title: String, in context: NSManagedObjectContext) throws -> NSManagedObject {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.predicate = NSPredicate(format: "title == %@", title)
    return try #require(try context.fetch(request).first)
  }

  /// Another context has moved a2 to B. At the next event, the inner list fetches again and groups a2 by B. The object
  /// in the context is still in A. Until the save is merged, two groups therefore have the key of A.
  @Test("An item that the inner list groups by a newer key moves when its save is merged", arguments: [true, false])
  func newerGroup(changesTheItem: Bool) throws {
    let fixture = try LibraryFixture(.sqlite)
    let library = fixture.library
    let posted = try library.newContext().posting { other in
      let albums = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      try track("a2", in: other).setValue(albums.first { MusicLibrary.name($0) == "B" }, forKey: "album")
    }
    let saved = try #require(posted)
    library.run {
      fixture.tracks[changesTheItem ? 1 : 0].setValue("edited", forKey: "title")
      library.context.processPendingChanges()
    }
    settle(library)
    library.run {
      let lines = fixture.recorder.take()
      #expect(lines.contains { $0.hasPrefix("item") && $0.hasSuffix(" edited") }, "\(lines)")
      #expect(fixture.recorder.errors.isEmpty)
    }
    library.merge(saved)
    settle(library)
    try library.run {
      let expected = changesTheItem ? "A: a1 | B: edited | C: c1" : "A: edited | B: a2 | C: c1"
      #expect(MusicLibrary.text(fixture.controller) == expected)
      try expectCurrent(fixture.controller)
      #expect(fixture.recorder.errors.isEmpty)
      try library.context.save()
      try expectCurrent(fixture.controller)
    }
    // The list must follow the context as before.
    let recorded = try fixture.record { fixture.tracks[1].setValue(fixture.albums[0], forKey: "album") }
    #expect(recorded == ["will", "item move [1, 0]→[0, 1] \(changesTheItem ? "edited" : "a2")", "did"])
  }

  /// Two lists of a context show the album A with the track a1, which the program does not hold. The items of the first
  /// list depend on their section. A merge changes the titles of both objects. The context names only the album, so
  /// that the second list waits for a refresh of the track. The first list refreshes it earlier, as a dependant of the
  /// album.
  @Test("An object that waits for an update by a merge gets it, though another list refreshes it before")
  func refreshedElsewhere() throws {
    let library = try MusicLibrary(.sqlite)
    try library.run {
      library.track("a1", 0, in: library.album("A", 0))
      try library.context.save()
      library.context.reset()
    }
    let (first, second) = (library.controller(), library.controller())
    let recorders = [MusicLibrary.recorder(), MusicLibrary.recorder()]
    first.itemDependencies = ["album.title"]
    try library.run {
      for (controller, recorder) in zip([first, second], recorders) {
        controller.delegate = recorder
        try controller.performFetch()
      }
    }
    library.run {
      // If the context had registered the track, it would also name the track, and the second list would not wait.
      let isHeld = library.context.registeredObjects.contains { $0.entity.name == "Track" }
      #expect(!isHeld || !PublicInterface.isAllThereIs)
    }
    let posted = try library.newContext().posting { other in
      let track = try track("a1", in: other)
      track.setValue("newer", forKey: "title")
      try #require(track.value(forKey: "album") as? NSManagedObject).setValue("B", forKey: "title")
    }
    let saved = try #require(posted)
    library.merge(saved)
    settle(library)
    try library.run {
      for recorder in recorders {
        let lines = recorder.take()
        #expect(lines.contains("section update 0 B"), "\(lines)")
        #expect(lines.contains("item update [0, 0] newer"), "\(lines)")
        #expect(recorder.errors.isEmpty)
      }
      for controller in [first, second] { try expectCurrent(controller) }
    }
    withExtendedLifetime((first, second)) {}
  }
}
