import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Apple's fetched results controller evaluates only objects that changed themselves. A fetched list also follows
/// related objects.
@Suite("What related objects decide about a fetched list is followed")
struct RelatedListTests {
  @Test(arguments: TestSeeds.seeds(32))
  func everyEventLeavesWhatAFreshFetchGives(seed: UInt64) throws {
    try Self.run(try ArtistLibrary(seed: seed), events: 80, seed: seed)
  }

  #if !canImport(Darwin)
    /// The same test with a fetched results controller that misreports as Apple's may. On Apple platforms, Apple's is
    /// used.
    @Test(
      .enabled(if: PublicInterface.isAllThereIs, "Our own controllers report otherwise."), arguments: misreports,
      TestSeeds.seeds(12))
    func everyEventDoesSoHoweverItIsReported(misreports: Set<Misreport>, seed: UInt64) throws {
      let library = try ArtistLibrary(seed: seed)
      library.context.performAndWait { MisreportingController.serve(library.context, misreports, seed: seed) }
      try Self.run(library, events: 40, seed: seed)
    }

    /// Each way to misreport alone, and all of them together.
    private static let misreports = Misreport.allCases.map { Set([$0]) } + [Set(Misreport.allCases)]
  #endif

  private static func run(_ library: ArtistLibrary, events: Int, seed: UInt64) throws {
    let number = Int(seed)
    let (conditions, orders) = (ArtistLibrary.itemConditions, ArtistLibrary.itemOrders)
    let condition = conditions[number % conditions.count]
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.predicate = condition.map { NSPredicate(format: $0) }
    request.sortDescriptors = [
      NSSortDescriptor(key: orders[number / conditions.count % orders.count], ascending: true),
      NSSortDescriptor(key: "title", ascending: true),
    ]
    let list = FetchedList(request, in: library.context)
    try library.context.performAndWait { try list.performFetch() }
    for event in 0..<events {
      try library.makeEvent { if event % 7 == 6 { try list.performFetch() } }
      let (shown, fresh) = try library.context.performAndWait {
        let snapshot = list.snapshot
        let items = snapshot.sections.first.map { $0.items.map(\.id) } ?? []
        return (items.compactMap { list.item(for: $0)?.objectID }, try library.context.fetch(request).map(\.objectID))
      }
      try #require(shown == fresh, "seed \(seed), event \(event), \(condition ?? "all"): \(library.edits)")
    }
  }

  /// Artists swap their names. Their tracks move, but no track itself changes.
  @Test(.enabled(if: PublicInterface.isAllThereIs, "Our own controllers report such a row as changed."))
  func aRowThatRelatedObjectsMoveKeepsItsRevision() throws {
    let library = try ArtistLibrary(seed: 3)
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = ["album.artist.name", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
    let list = FetchedList(request, in: library.context)
    let elements = {
      library.context.performAndWait { list.snapshot.sections.first.map { Array($0.items) } ?? [] }
    }
    let artists = try library.context.performAndWait {
      let artists = try library.sorted("Artist", by: "name")
      // Each artist gets an album, and each album a track.
      let albums = try library.sorted("Album", by: "title")
      for (index, album) in albums.enumerated() { album.setValue(artists[index % artists.count], forKey: "artist") }
      for (index, track) in try library.sorted("Track", by: "title").enumerated() {
        track.setValue(albums[index % albums.count], forKey: "album")
      }
      try library.context.save()
      try list.performFetch()
      return artists
    }
    let before = elements()
    library.context.performAndWait {
      let names = artists.map { $0.value(forKey: "name") }
      for (artist, name) in zip(artists, names.reversed()) { artist.setValue(name, forKey: "name") }
      library.context.processPendingChanges()
    }
    library.context.processEverything()
    let after = elements()
    #expect(before.map(\.id) != after.map(\.id))
    let revisions = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0.revision) })
    for element in after { #expect(revisions[element.id] == element.revision) }
  }
}

extension ArtistLibrary {
  fileprivate func sorted(_ entity: String, by key: String) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    return try context.fetch(request)
  }
}
