import CoreData
import Foundation
import SectionedChanges

/// The interface of a list whose rows a user moves by ``ListReordering``. Indices and places refer to the list after
/// the context's last event.
package protocol ReorderedList: AnyObject {
  /// The identity of the source to whose list the places refer; nil for a controller.
  var identity: ObjectIdentifier? { get }
  /// The context of the rows; nil if the list has none.
  var context: NSManagedObjectContext? { get }
  /// Whether the list has been fetched.
  var isFetched: Bool { get }
  /// The ordered relationship of the section objects that determines the order of their items; nil if a position does.
  var orderedRelationship: String? { get }

  /// Returns the request for the items.
  func itemRequest() throws -> RowRequest
  /// Returns the request for the sections; nil if sections are not objects.
  func sectionRequest() throws -> NSFetchRequest<NSManagedObject>?

  var sectionCount: Int { get }
  func itemCount(inSection section: Int) -> Int
  /// The item at an existing place.
  func item(at place: ItemPlace) -> NSManagedObject
  /// The place of an item; nil when it is not in the list.
  func place(of item: NSManagedObject) -> ItemPlace?
  /// Returns an identifier of a section that does not depend on its index.
  func sectionID(at index: Int) -> AnyHashable?
  /// The object of a section; nil if it has none.
  func sectionObject(at index: Int) -> NSManagedObject?
  /// Whether neither a limit of the section nor its folding hides items.
  func showsAllItems(inSection section: Int) -> Bool
  /// Whether sections are shown whether or not they have items.
  var showsAllSections: Bool { get }

  /// The value that puts an item into a section; nil if items are not assigned to sections.
  ///
  /// - Throws: `sectionNotSettable`.
  func membership(inSection section: Int) throws -> RowMembership?

  /// Makes the edits of a user's move of one item. The view already shows the move.
  func perform(from: ItemPlace, to: ItemPlace, edits: () -> Void) throws
  /// Makes the edits of a user's move of a section.
  func perform(fromSection: Int, to: Int, edits: () -> Void) throws
  /// Makes edits as one event, which is reported like any change.
  func perform(edits: () -> Void)
}

// Default implementations for a list whose sections are not objects and have no limits, and that does not show a move
// ahead of its edits.
extension ReorderedList {
  package var orderedRelationship: String? { nil }
  package func sectionRequest() throws -> NSFetchRequest<NSManagedObject>? { nil }
  package func sectionObject(at index: Int) -> NSManagedObject? { nil }
  package func showsAllItems(inSection section: Int) -> Bool { true }
  package var showsAllSections: Bool { true }
  package func perform(from: ItemPlace, to: ItemPlace, edits: () -> Void) throws { perform(edits: edits) }
  package func perform(fromSection: Int, to: Int, edits: () -> Void) throws { perform(edits: edits) }
}

/// The request for a list's items, as objects of any class.
package struct RowRequest {
  package let request: NSFetchRequest<NSManagedObject>
  /// The key path from an item to the value or object that all items of a section share; nil if the list has no such
  /// sections.
  package let section: String?

  package init(_ request: NSFetchRequest<NSManagedObject>, section: String?) {
    (self.request, self.section) = (request, section)
  }
}

/// The value that puts an item into a section.
package struct RowMembership {
  /// The item's relationship or attribute.
  package let key: String
  /// The section object, or the value that all items of the section share.
  package let value: Any?
  /// A predicate for all items of the section in the store; nil if there is none.
  package let predicate: NSPredicate?

  package init(key: String, value: Any?, predicate: NSPredicate?) {
    (self.key, self.value, self.predicate) = (key, value, predicate)
  }

  /// Sets the value in an item, unless the item has it already.
  func apply(to row: NSManagedObject) {
    if row.value(forKey: key) as? AnyHashable != value as? AnyHashable { row.setValue(value, forKey: key) }
  }
}
