import CoreData
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A consumer of a controller's updates, which compares each update with the one before.
final class FollowedUpdates {
  private var iterator: SectionedFetchedResultsUpdates.Iterator
  private(set) var last: SectionedFetchedResultsUpdate

  init(_ fixture: LibraryFixture) async throws {
    var iterator = fixture.library.run { fixture.controller.updates }.makeAsyncIterator()
    last = try #require(await iterator.next())
    self.iterator = iterator
  }

  /// Returns the next update. Its changes must lead from the last snapshot to its own, and must be the least that do.
  func next(sourceLocation: SourceLocation = #_sourceLocation) async throws -> SectionedFetchedResultsUpdate {
    let next = try #require(await iterator.next(), sourceLocation: sourceLocation)
    let changes = try #require(next.changes, sourceLocation: sourceLocation)
    try changes.check(old: last.snapshot, new: next.snapshot)
    #expect(
      try changes.apply(to: last.snapshot, contentOf: next.snapshot) == next.snapshot, sourceLocation: sourceLocation)
    let least = try changes.minimized(old: last.snapshot, new: next.snapshot)
    #expect(least.items.updated.map(\.new) == changes.items.updated.map(\.new), sourceLocation: sourceLocation)
    #expect(least.items.moved.map(\.to) == changes.items.moved.map(\.to), sourceLocation: sourceLocation)
    #expect(next.version > last.version, sourceLocation: sourceLocation)
    last = next
    return next
  }
}

/// Expects that all outputs of a controller name the same objects by the same IDs.
func expectOneVersion(
  _ controller: MusicLibrary.Controller, sourceLocation: SourceLocation = #_sourceLocation
) {
  let snapshot = controller.snapshot
  let sections = controller.allSections
  #expect(snapshot.sectionIDs == sections.map { $0.object?.objectID }, sourceLocation: sourceLocation)
  #expect(snapshot.outline == controller.outline, sourceLocation: sourceLocation)
  #expect(snapshot.numberOfSections == sections.count, sourceLocation: sourceLocation)
  for (index, section) in sections.enumerated() where index < snapshot.numberOfSections {
    let ids = (section.items ?? []).map(\.objectID)
    #expect(snapshot.itemIDs(inSection: index) == ids, sourceLocation: sourceLocation)
  }
}
