import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The list of a browser's source as a `ReorderedList`. Its sections are the values of an attribute, or there is one.
final class BrowsedRows<Source: SectionedDataSource>: ReorderedList where Source.Item == NSManagedObject {
  private let source: Source
  private let objectPlace: (NSManagedObjectID) -> ItemPlace?
  private let request: () throws -> NSFetchRequest<NSManagedObject>
  private let group: String?
  private let followed: BrowseQuery.Followed?
  private let didMove: () -> Void
  let context: NSManagedObjectContext?

  /// - Parameters:
  ///   - source: the source, which is fetched.
  ///   - context: the context of its objects.
  ///   - group: the attribute whose values are the sections; nil if there is one section.
  ///   - followed: the ordered relationship in whose order the items are; nil if they have positions.
  ///   - place: the place of an object in the source's list; nil if it is not there.
  ///   - didMove: called after the edits of a move, within its step.
  ///   - request: returns the present request of the items.
  init(
    _ source: Source, in context: NSManagedObjectContext, group: String? = nil,
    followed: BrowseQuery.Followed? = nil, place: @escaping (NSManagedObjectID) -> ItemPlace?,
    didMove: @escaping () -> Void = {}, request: @escaping () throws -> NSFetchRequest<NSManagedObject>
  ) {
    (self.source, self.context, self.group, self.followed) = (source, context, group, followed)
    (objectPlace, self.didMove, self.request) = (place, didMove, request)
  }

  var identity: ObjectIdentifier? { source.identity }
  var isFetched: Bool { true }
  var orderedRelationship: String? { followed?.relationship.name }

  func itemRequest() throws -> RowRequest { RowRequest(try request(), section: group) }

  var sectionCount: Int { source.numberOfSections }
  func itemCount(inSection section: Int) -> Int { source.numberOfItems(inSection: section) }
  func item(at place: ItemPlace) -> NSManagedObject {
    guard let item = source.item(at: place) else { fatalError("There is no item at \(place).") }
    return item
  }
  func place(of item: NSManagedObject) -> ItemPlace? { objectPlace(item.objectID) }
  func sectionID(at index: Int) -> AnyHashable? { source.sectionID(at: index) }
  func sectionObject(at index: Int) -> NSManagedObject? { followed?.owner }

  func membership(inSection section: Int) throws -> RowMembership? {
    guard let group else { return nil }
    guard let item = source.item(at: ItemPlace(section: section, item: 0)) else {
      throw ListReorderingError.sectionNotSettable(path: group, reason: "the section has no item with its value.")
    }
    let value = item.value(forKey: group)
    let predicate =
      value.map { NSPredicate(format: "%K == %@", argumentArray: [group, $0]) }
      ?? NSPredicate(format: "%K == nil", argumentArray: [group])
    return RowMembership(key: group, value: value, predicate: predicate)
  }

  func perform(edits: () -> Void) {
    source.performTogether {
      edits()
      context?.processPendingChanges()
      didMove()
    }
  }
}
