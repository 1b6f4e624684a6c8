import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

/// Apple's fetched results controller looks only at objects that changed themselves. A fetched list follows what places them.
@Suite("What related objects decide about a fetched list is followed")
struct RelatedListTests {
  @Test(arguments: TestSeeds.seeds(32))
  func everyEventLeavesWhatAFreshFetchGives(seed: UInt64) throws {
    let library = try ArtistLibrary(seed: seed)
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
    for event in 0..<80 {
      try library.makeEvent()
      let (shown, fresh) = try library.context.performAndWait {
        let snapshot = list.snapshot
        let items = snapshot.sections.first.map { $0.items.map(\.id) } ?? []
        return (items.compactMap { list.item(for: $0)?.objectID }, try library.context.fetch(request).map(\.objectID))
      }
      try #require(shown == fresh, "seed \(seed), event \(event), \(condition ?? "all"): \(library.edits)")
    }
  }
}
