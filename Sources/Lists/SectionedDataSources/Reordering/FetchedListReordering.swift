import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A fetched list as a `ReorderedList`: its items can be moved.
final class FetchedListReordering<Item: NSManagedObject>: ReorderedList {
  private let source: FetchedList<Item>

  init(_ source: FetchedList<Item>) { self.source = source }

  var identity: ObjectIdentifier? { source.identity }
  var context: NSManagedObjectContext? { source.managedObjectContext }
  var isFetched: Bool { source.rows.query != nil }

  func itemRequest() throws -> RowRequest { RowRequest(try source.requestForObjects(), section: nil) }

  var sectionCount: Int { isFetched ? 1 : 0 }
  func itemCount(inSection section: Int) -> Int { source.currentItemCount }
  func item(at place: ItemPlace) -> NSManagedObject {
    guard let item = source.currentItem(at: place) else { fatalError("There is no item at \(place).") }
    return item
  }
  func place(of item: NSManagedObject) -> ItemPlace? { (item as? Item).flatMap { source.place(of: $0) } }
  func sectionID(at index: Int) -> AnyHashable? { index }
  func membership(inSection section: Int) throws -> RowMembership? { nil }

  func perform(edits: () -> Void) { source.performAsOneEvent(edits) }
}

extension FetchedList {
  /// The number of items of the current list, which includes the context's events since the last step.
  var currentItemCount: Int { rows.list.order.itemCount }

  /// A copy of the list's request, for objects of any class.
  package func requestForObjects() throws -> NSFetchRequest<NSManagedObject> {
    guard let context = rows.context else { throw ListReorderingError.notFetched }
    let entity = try FetchRequests.entity(of: fetchRequest, in: context)
    return RequestCopy.make(fetchRequest, of: entity, as: NSManagedObject.self, .managedObjectResultType)
  }

  /// Makes edits and processes them in the context, as one step.
  package func performAsOneEvent(_ edits: () -> Void) {
    performTogether {
      edits()
      managedObjectContext?.processPendingChanges()
    }
  }
}
