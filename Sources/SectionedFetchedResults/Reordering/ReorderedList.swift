import CoreData
import Foundation
import SectionedChanges

/// A list whose rows a user moves, as far as ``ListReordering`` uses it. Indices and places are those of the list as the
/// context's events have left it.
package protocol ReorderedList: AnyObject {
  /// The identifier of the source that the places belong to; nil for a controller.
  var identity: ObjectIdentifier? { get }
  /// The context; nil for none.
  var context: NSManagedObjectContext? { get }
  /// Whether the list has been fetched.
  var isFetched: Bool { get }
  /// The section objects' ordered relationship that has the order of their items; nil where a position has it.
  var orderedRelationship: String? { get }

  /// The request of the items.
  func itemRequest() throws -> RowRequest
  /// The request of the sections; nil where they are no objects.
  func sectionRequest() throws -> NSFetchRequest<NSManagedObject>?

  var sectionCount: Int { get }
  func itemCount(inSection section: Int) -> Int
  /// The item at a place, which must exist.
  func item(at place: ItemPlace) -> NSManagedObject
  /// The place of an item; nil when it is not in the list.
  func place(of item: NSManagedObject) -> ItemPlace?
  /// Identifies a section, whatever its index.
  func sectionID(at index: Int) -> AnyHashable?
  /// The object of a section; nil where it has none.
  func sectionObject(at index: Int) -> NSManagedObject?
  /// Whether a limit of the section hides no item.
  func showsAllItems(inSection section: Int) -> Bool
  /// Whether sections are shown without regard to their items.
  var showsAllSections: Bool { get }

  /// The value by which an item is in a section; nil where sections are not set.
  ///
  /// - Throws: `sectionNotSettable`.
  func membership(inSection section: Int) throws -> RowMembership?

  /// Makes the edits of a user's move of one item, which the view shows already.
  func perform(from: ItemPlace, to: ItemPlace, edits: () -> Void) throws
  /// Makes the edits of a user's move of a section.
  func perform(fromSection: Int, to: Int, edits: () -> Void) throws
  /// Makes edits as one event, which is reported as any change.
  func perform(edits: () -> Void)
}

// As of a list whose sections are no objects and have no limits, and which shows no move ahead of its edits.
extension ReorderedList {
  package var orderedRelationship: String? { nil }
  package func sectionRequest() throws -> NSFetchRequest<NSManagedObject>? { nil }
  package func sectionObject(at index: Int) -> NSManagedObject? { nil }
  package func showsAllItems(inSection section: Int) -> Bool { true }
  package var showsAllSections: Bool { true }
  package func perform(from: ItemPlace, to: ItemPlace, edits: () -> Void) throws { perform(edits: edits) }
  package func perform(fromSection: Int, to: Int, edits: () -> Void) throws { perform(edits: edits) }
}

/// The request of a list's items, for objects of any class.
package struct RowRequest {
  package let request: NSFetchRequest<NSManagedObject>
  /// The key path from an item to the value or object that the items of a section have in common; nil for a list without
  /// such sections.
  package let section: String?

  package init(_ request: NSFetchRequest<NSManagedObject>, section: String?) {
    (self.request, self.section) = (request, section)
  }
}

/// The value by which an item is in a section.
package struct RowMembership {
  /// The item's relationship or attribute.
  package let key: String
  /// The section object, or the value that the items of the section have in common.
  package let value: Any?
  /// Finds all items of the section in the store; nil where that is not known.
  package let predicate: NSPredicate?

  package init(key: String, value: Any?, predicate: NSPredicate?) {
    (self.key, self.value, self.predicate) = (key, value, predicate)
  }

  /// Sets the value of an item, unless it has it.
  func apply(to row: NSManagedObject) {
    if row.value(forKey: key) as? AnyHashable != value as? AnyHashable { row.setValue(value, forKey: key) }
  }
}
