import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("A slow consumer and a reset")
struct SlowConsumerResetTests {
  /// Without a reset, an item that comes back unchanged is not reported.
  @Test("what was away during the reset is updated when it is back: another context may have changed it")
  func awayDuringAReset() async throws {
    let fixture = try LibraryFixture()
    let (library, controller) = (fixture.library, fixture.controller)
    let updates = try await FollowedUpdates(fixture)
    let id = library.run {
      controller.itemLimit = .first(1)
      return fixture.tracks[1].objectID
    }
    try saveElsewhere(id, library)
    library.run { library.context.reset() }
    // The fetch after the reset has been made by now.
    library.run { controller.itemLimit = .all }
    #expect(fixture.text == "A: a1 elsewhere | B: | C: c1")
    let update = try await updates.next()
    let changes = try #require(update.changes)
    #expect(changes.items.moved.isEmpty && changes.deletedItemIDs.isEmpty && changes.insertedItemIDs.isEmpty)
    #expect(
      changes.items.updated.map(\.new) == [
        ItemPlace(section: 0, item: 0), ItemPlace(section: 0, item: 1), ItemPlace(section: 2, item: 0),
      ])
  }

  /// Another context saves another title, which the library's does not merge.
  private func saveElsewhere(_ id: NSManagedObjectID, _ library: MusicLibrary) throws {
    let other = library.newContext()
    try other.performAndWait {
      other.object(with: id).setValue("elsewhere", forKey: "title")
      try other.save()
    }
  }
}
