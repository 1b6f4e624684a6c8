import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Apple's fetched results controller looks only at objects that changed themselves (xikolo-ios #824, AERecord #42).
/// Our list must also follow changes of the related objects that decide an item's place.
@Suite("What related objects decide is followed")
struct RelatedObjectTests {
  typealias Controller = MusicLibrary.Controller

  private static func controller(
    of library: ArtistLibrary, items: String?, order: String, sections: String?
  ) -> Controller {
    let controller = Controller("Track", by: "album.artist.name", in: "Artist", sortedBy: "name", library.context)
    controller.itemFetchRequest.predicate = items.map { NSPredicate(format: $0) }
    controller.itemFetchRequest.sortDescriptors = [
      NSSortDescriptor(key: order, ascending: true), NSSortDescriptor(key: "title", ascending: true),
    ]
    controller.sectionFetchRequest.predicate = sections.map { NSPredicate(format: $0) }
    controller.verifiesChanges = true
    return controller
  }

  /// The seeds combine each condition on items with each condition on sections, and take the orders in turn.
  @Test(arguments: TestSeeds.seeds(TestShare.count("RELATED_SEEDS", else: 40)))
  func everyEventLeavesWhatAFreshFetchGives(seed: UInt64) throws {
    let run = Run(try ArtistLibrary(seed: seed), seed: seed)
    try run.make(events: 60)
    #expect(run.recorder.errors.isEmpty)
  }

  /// A list of a library, and random events that it follows.
  struct Run {
    let library: ArtistLibrary
    let seed: UInt64
    let controller: Controller
    let recorder = MusicLibrary.recorder()
    /// The conditions on items and sections, for messages.
    private let conditions: String

    init(_ library: ArtistLibrary, seed: UInt64) {
      (self.library, self.seed) = (library, seed)
      let number = Int(seed)
      let (items, orders) = (ArtistLibrary.itemConditions, ArtistLibrary.itemOrders)
      let sections = ArtistLibrary.sectionConditions
      let condition = items[number % items.count]
      let other = sections[number / items.count % sections.count]
      conditions = "items \(condition ?? "all"), sections \(other ?? "all")"
      controller = RelatedObjectTests.controller(
        of: library, items: condition, order: orders[number % 7 % orders.count], sections: other)
      controller.unmatchedItems = seed % 3 == 0 ? .shownLast : .hidden
      controller.delegate = recorder
    }

    func make(events: Int) throws {
      try library.context.performAndWait { try controller.performFetch() }
      for event in 0..<events {
        // Every seventh event ends with a fetch, before the objects that it places anew have been refreshed.
        try library.makeEvent { if event % 7 == 6 { try controller.performFetch() } }
        let (shown, fresh) = try library.context.performAndWait {
          (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
        }
        try #require(shown == fresh, "seed \(seed), event \(event), \(conditions): \(library.edits)")
      }
    }
  }

  /// Another context saves another artist of an album, and the list is fetched before that is merged. The fetch groups
  /// the tracks by the stored artist, and the context's objects have the former one. The merge moves no track in the
  /// inner list, so its controller may report none.
  @Test func aTrackThatHasItsPlaceAlreadyEntersItsSection() throws {
    let library = try ArtistLibrary(seed: 1)
    let context = library.context
    let controller = Self.controller(of: library, items: nil, order: "title", sections: nil)
    let recorder = MusicLibrary.recorder()
    controller.delegate = recorder
    let (track, album, artist) = try context.performAndWait {
      let artist = NSEntityDescription.insertNewObject(forEntityName: "Artist", into: context)
      artist.setValue("zz", forKey: "name")
      try context.save()
      try controller.performFetch()
      let track = try #require(controller.fetchedObjects?.first)
      let album = try #require(track.value(forKey: "album") as? NSManagedObject)
      _ = (album.value(forKey: "artist") as? NSManagedObject)?.value(forKey: "name")
      return (track, album, artist)
    }
    let other = library.container.newBackgroundContext()
    try other.performAndWait {
      other.object(with: album.objectID).setValue(other.object(with: artist.objectID), forKey: "artist")
      try other.save()
    }
    try context.performAndWait {
      try controller.performFetch()
      controller.spoil(.neverNamed)
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [album.objectID, artist.objectID]], into: [context])
    }
    context.processEverything()
    try context.performAndWait {
      let fresh = try ReferenceList(for: controller)
      #expect(ReferenceList(shownBy: controller) == fresh)
      #expect(controller.indexPath(forObject: track)?.first == controller.index(ofSection: artist))
      #expect(recorder.errors.isEmpty)
    }
  }

  /// An album gets another artist. Its tracks move, although none of them changed.
  @Test func aTrackThatIsGroupedAnewIsNoUpdate() throws {
    let library = try ArtistLibrary(seed: 1)
    let controller = Self.controller(of: library, items: nil, order: "title", sections: nil)
    let recorder = MusicLibrary.Recorder {
      ($0.value(forKey: $0.entity.name == "Artist" ? "name" : "title") as? String) ?? ""
    }
    controller.delegate = recorder
    let album = try library.context.performAndWait {
      try controller.performFetch()
      let item = try #require(controller.fetchedObjects?.first)
      return try #require(item.value(forKey: "album") as? NSManagedObject)
    }
    library.context.performAndWait {
      let other = controller.allSections.compactMap(\.object).last {
        $0 != album.value(forKey: "artist") as? NSManagedObject
      }
      album.setValue(other, forKey: "artist")
      library.context.processPendingChanges()
    }
    library.context.processEverything()
    let reported = library.context.performAndWait { recorder.take() }
    #expect(reported.contains { $0.hasPrefix("item move") })
    #expect(!reported.contains { $0.hasPrefix("item update") })
  }
}
