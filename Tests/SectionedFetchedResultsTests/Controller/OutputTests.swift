import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

@Suite("One engine, several outputs")
struct OutputTests {
  @Test func theSnapshotFollowsAndSharesWhatStays() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      let first = fixture.controller.snapshot
      #expect(first.sectionIDs == fixture.albums.map { $0.objectID })
      fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      fixture.library.context.processPendingChanges()
      let second = fixture.controller.snapshot
      #expect(second.itemIDs(inSection: 1) == [fixture.tracks[0].objectID])
      let changes = try #require(fixture.recorder.changes.first)
      #expect(try SectionedChangeSet(from: first, to: second).items.moved.map(\.to) == changes.items.moved.map(\.to))
    }
  }

  @Test func theSnapshotKeepsItsObjectsWhenTheyAreSaved() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      _ = fixture.controller.snapshot
      let album = fixture.library.album("D", 3)
      let track = fixture.library.track("d1", 0, in: album)
      fixture.library.context.processPendingChanges()
      try fixture.library.context.save()
      #expect(fixture.controller.snapshot.sectionIDs.last == album.objectID)
      #expect(fixture.controller.snapshot.itemIDs(inSection: 3) == [track.objectID])
      #expect(!track.objectID.isTemporaryID)
      #expect(fixture.controller.index(forSectionObjectID: album.objectID) == 3)
      #expect(fixture.controller.indexPath(forObjectID: track.objectID).map(Array.init) == [3, 0])
    }
  }

  /// A track gets another title, and then the list is fetched silently. No change set leads from the first list to the
  /// last.
  @Test func whoComparesWithAListThatWasFetchedSilentlyMissesNothing() throws {
    let fixture = try LibraryFixture()
    let first = fixture.library.run { fixture.controller.snapshot }
    _ = try fixture.record { fixture.tracks[0].setValue("x", forKey: "title") }
    _ = try fixture.record { try fixture.controller.performFetch(reporting: false) }
    let last = fixture.library.run { fixture.controller.snapshot }
    #expect(last.sectionIDs == first.sectionIDs)
    let changes = try SectionedChangeSet(from: first, to: last)
    #expect(changes.items.updated.map(\.new).contains(ItemPlace(section: 0, item: 0)))
  }

  @Test func theSequenceBeginsWithTheListAndCombinesWhatASlowConsumerMissed() async throws {
    let fixture = try LibraryFixture()
    var updates = fixture.library.run { fixture.controller.updates }.makeAsyncIterator()
    let first = try #require(await updates.next())
    #expect(first.changes == nil)
    #expect(first.snapshot.numberOfSections == 3)
    for title in ["x", "y"] {
      _ = try fixture.record { fixture.tracks[0].setValue(title, forKey: "title") }
    }
    _ = try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
    let second = try #require(await updates.next())
    let changes = try #require(second.changes)
    #expect(changes.items.updated.count == 1)
    #expect(changes.items.inserted.count == 1)
    #expect(second.version == first.version + 3)
    try changes.check(old: first.snapshot, new: second.snapshot)
  }

  /// A search is typed and deleted, a section leaves and comes back, and an item moves there and back.
  @Test func aSlowConsumerIsNotNotifiedOfWhatWentAndCameBack() async throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    let updates = try await FollowedUpdates(fixture)
    func search(_ format: String?, _ edits: () -> Void = {}) throws {
      try library.run {
        controller.itemFetchRequest.predicate = format.map { NSPredicate(format: $0) }
        try controller.performFetch()
        edits()
        library.context.processPendingChanges()
      }
    }
    try search("title == 'a2'")
    try search(nil)
    #expect(try await updates.next().changes?.isEmpty == true)
    // A change of an item that is away is an update when it comes back, and so is a change with which it left.
    try search("title == 'nothing'") { fixture.tracks[2].setValue("c1x", forKey: "title") }
    try search(nil)
    #expect(try await updates.next().changes?.items.updated.map(\.new) == [ItemPlace(section: 2, item: 0)])
    try search("title BEGINSWITH 'a'") { fixture.tracks[0].setValue("x", forKey: "title") }
    try search(nil)
    #expect(try await updates.next().changes?.items.updated.map(\.new) == [ItemPlace(section: 0, item: 0)])
    // Sections and limits.
    library.run {
      controller.showsEmptySections = false
      controller.showsEmptySections = true
      controller.itemLimit = .first(1)
      controller.itemLimit = .all
    }
    #expect(try await updates.next().changes?.isEmpty == true)
    library.run {
      controller.itemLimit = .first(1)
      fixture.tracks[1].setValue("changed unseen", forKey: "title")
      library.context.processPendingChanges()
      controller.itemLimit = .all
    }
    #expect(try await updates.next().changes?.items.updated.map(\.new) == [ItemPlace(section: 0, item: 1)])
  }

  @Test func theSequenceEndsWithItsController() async throws {
    let library = try MusicLibrary()
    let updates = try library.run {
      let controller = library.controller()
      try controller.performFetch()
      return controller.updates
    }
    var count = 0
    for await _ in updates { count += 1 }
    #expect(count <= 1)
  }

  @Test func theSequenceEndsWhenItsTaskIsCancelled() async throws {
    let fixture = try LibraryFixture()
    let updates = fixture.library.run { fixture.controller.updates }
    let task = Task {
      var count = 0
      for await _ in updates { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value <= 1)
  }

  /// A second task that waits replaces the first one, and no change is delivered twice.
  @Test(.endsWithin(minutes: 20)) func ofTwoTasksOnOneSequenceTheFirstEnds() async throws {
    let fixture = try LibraryFixture()
    let updates = fixture.library.run { fixture.controller.updates }
    var first = updates.makeAsyncIterator()
    _ = await first.next()
    let versions = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<2 {
        group.addTask {
          var iterator = updates.makeAsyncIterator()
          return await iterator.next()?.changes?.items.updated.count
        }
      }
      // The first task ends before anything changes.
      var counts = [try await group.next()]
      _ = try fixture.record { fixture.tracks[0].setValue("x", forKey: "title") }
      counts.append(try await group.next())
      return counts
    }
    #expect(versions == [.some(nil), .some(1)])
  }

  /// A task that is cancelled while it waits ends. A later reader of the same sequence gets the next elements.
  @Test(.endsWithin(minutes: 20)) func aCancelledTaskEndsNoOtherTasksReading() async throws {
    let fixture = try LibraryFixture()
    let updates = fixture.library.run { fixture.controller.updates }
    var start = updates.makeAsyncIterator()
    _ = await start.next()
    let first = Task {
      for await _ in updates {}
    }
    first.cancel()
    await first.value
    _ = try fixture.record { fixture.tracks[0].setValue("x", forKey: "title") }
    let (recorded, recording) = AsyncStream<Void>.makeStream()
    let second = Task {
      var iterator = updates.makeAsyncIterator()
      let one = await iterator.next()
      recording.finish()
      let other = await iterator.next()
      return [one, other].map { $0?.changes?.items.updated.count }
    }
    for await _ in recorded {}
    // Give it time to request the next element before there is one.
    for _ in 0..<1000 { await Task.yield() }
    _ = try fixture.record { fixture.tracks[1].setValue("y", forKey: "title") }
    #expect(await second.value == [1, 1])
  }

  /// A delegate that is notified of items only.
  final class ItemsOnly: SectionedFetchedResultsControllerDelegate {
    typealias SectionResult = NSManagedObject
    typealias ItemResult = NSManagedObject
    var recorded = 0

    func controller(
      _ controller: SectionedFetchedResultsController<NSManagedObject, NSManagedObject>,
      didChange item: NSManagedObject,
      at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
      recorded += 1
    }
  }

  @Test func everyMethodOfTheDelegateMayBeLeftOut() throws {
    let fixture = try LibraryFixture()
    let delegate = ItemsOnly()
    fixture.controller.delegate = delegate
    for number in 0..<3 {
      _ = try fixture.record {
        fixture.tracks[0].setValue("\(number)", forKey: "title")
        fixture.albums[0].setValue("\(number)", forKey: "title")
      }
    }
    #expect(delegate.recorded == 3)
  }

  @Test func theListIsCurrentWithoutAnyDelegate() throws {
    let fixture = try LibraryFixture()
    fixture.controller.delegate = nil
    _ = try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
    #expect(fixture.text == "A: a1 a2 | B: b1 | C: c1")
  }
}
