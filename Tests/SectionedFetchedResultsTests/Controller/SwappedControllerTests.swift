import CoreData
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The README's change of one controller for the other.
@Suite("A fetched results controller is swapped for a sectioned one")
@MainActor
struct SwappedControllerTests {
  @Test func emptySectionsAppearAndEachSectionHasItsObject() throws {
    let atlas = try Atlas()
    let (countries, zones, context) = (Country.byName(), Zone.byName(), atlas.context)
    let before = try Self.before(zones, context)
    #expect(before.sections?.map(\.name) == ["AD", "BR"])
    let after = try Self.after(countries, zones, context)
    #expect(after.allSections.map { $0.object?.name } == ["Andorra", "Bouvet Island", "Brazil"])
    #expect(after.allSections.map(\.numberOfObjects) == [1, 0, 2])
    // What a program asks both for has the same answer.
    #expect(after.fetchedObjects?.map(\.name) == before.fetchedObjects?.map(\.name))
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
    _ countries: NSFetchRequest<Country>, _ zones: NSFetchRequest<Zone>, _ context: NSManagedObjectContext
  ) throws -> SectionedFetchedResultsController<Country, Zone> {
    // guide
    let list = SectionedFetchedResultsController(
      itemFetchRequest: zones, sectionFetchRequest: countries, managedObjectContext: context,
      sectionGroupingKeyPath: "country.code", cacheName: nil)
    try list.performFetch()
    // end
    return list
  }
}
