import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A list in the order of a relationship, as a `ReorderedList`. A move changes the relationship.
final class RelationshipReordering<SectionObject: NSManagedObject, Item: NSManagedObject>: ReorderedList {
  private let source: RelationshipOrderedDataSource<SectionObject, Item>
  private let controller: ControllerReordering<SectionObject, Item>

  init(_ source: RelationshipOrderedDataSource<SectionObject, Item>) {
    self.source = source
    controller = ControllerReordering(source.base.controller, section: nil)
  }

  var identity: ObjectIdentifier? { source.identity }
  var context: NSManagedObjectContext? { controller.context }
  var isFetched: Bool { controller.isFetched }
  var orderedRelationship: String? { source.ranks.relationship }

  func itemRequest() throws -> RowRequest { try controller.itemRequest() }

  var sectionCount: Int { source.numberOfSections }
  func itemCount(inSection section: Int) -> Int { source.numberOfItems(inSection: section) }
  func item(at place: ItemPlace) -> NSManagedObject {
    guard let item = source.item(at: place) else { fatalError("There is no item at \(place).") }
    return item
  }
  func place(of item: NSManagedObject) -> ItemPlace? {
    // The base also finds an item by its current object ID, if the list still has an earlier one.
    guard let item = item as? Item, let place = source.base.place(of: item) else { return nil }
    return source.base.itemID(at: place).flatMap { source.place(of: $0) }
  }
  func sectionID(at index: Int) -> AnyHashable? { source.sectionID(at: index) }
  func sectionObject(at index: Int) -> NSManagedObject? { source.section(at: index)?.object }
  func membership(inSection section: Int) throws -> RowMembership? { try controller.membership(inSection: section) }

  func perform(edits: () -> Void) {
    source.performTogether {
      edits()
      controller.context?.processPendingChanges()
    }
  }
}
