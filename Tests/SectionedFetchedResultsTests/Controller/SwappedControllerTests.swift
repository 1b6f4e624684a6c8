import CoreData
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Replaces an `NSFetchedResultsController` by a sectioned controller, as the README shows.
@Suite("A fetched results controller is swapped for a sectioned one")
@MainActor
struct SwappedControllerTests {
  @Test func emptySectionsAppearAndEachSectionHasItsObject() throws {
    let atlas = try Atlas()
    let (zones, context) = (Zone.byName(), atlas.context)
    let before = try Self.before(zones, context)
    #expect(before.sections?.map(\.name) == ["AD", "BR"])
    let after = try Self.after(zones, context)
    #expect(after.allSections.map { $0.object?.name } == ["Andorra", "Bouvet Island", "Brazil"])
    #expect(after.allSections.map(\.numberOfObjects) == [1, 0, 2])
    // Both controllers must return the same items.
    #expect(after.fetchedObjects?.map(\.name) == before.fetchedObjects?.map(\.name))
  }

  @Test func anItemWithoutASectionIsShownByBoth() throws {
    let atlas = try Atlas()
    let zone = NSEntityDescription.insertNewObject(forEntityName: "Zone", into: atlas.context)
    zone.setValue("Nowhere", forKey: "name")
    let before = try Self.before(Zone.byName(), atlas.context)
    let after = try Self.after(Zone.byName(), atlas.context)
    #expect(before.sections?.first?.name == "")
    let last = try #require(after.allSections.last)
    #expect(last.object == nil && last.name == "" && last.items?.map(\.name) == ["Nowhere"])
  }

  private static func before(
    _ zones: NSFetchRequest<Zone>, _ context: NSManagedObjectContext
  ) throws -> NSFetchedResultsController<Zone> {
    zones.sortDescriptors?.insert(NSSortDescriptor(key: "country.code", ascending: true), at: 0)
    defer { zones.sortDescriptors?.removeFirst() }
    // guide
    let list = NSFetchedResultsController(
      fetchRequest: zones, managedObjectContext: context, sectionNameKeyPath: "country.code", cacheName: nil)
    try list.performFetch()
    // end
    return list
  }

  private static func after(
    _ zones: NSFetchRequest<Zone>, _ context: NSManagedObjectContext
  ) throws -> SectionedFetchedResultsController<Country, Zone> {
    // guide
    let countries = NSFetchRequest<Country>(entityName: "Country")
    countries.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let list = SectionedFetchedResultsController(
      itemFetchRequest: zones, sectionFetchRequest: countries, managedObjectContext: context,
      sectionGroupingKeyPath: "country.code", cacheName: nil)
    list.unmatchedItems = .shownLast
    try list.performFetch()
    // end
    return list
  }
}
