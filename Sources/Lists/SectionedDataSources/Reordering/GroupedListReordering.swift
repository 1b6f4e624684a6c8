import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A grouped fetched list as a `ReorderedList`: its items can be moved within their groups and to other groups.
final class GroupedListReordering<Item: NSManagedObject, Group: Hashable & Sendable>: ReorderedList {
  typealias Source = GroupedDataSource<FetchedList<Item>, Group>

  private let source: Source
  private let section: String

  init(_ source: Source, section: String) {
    self.source = source
    self.section = section
  }

  private var list: FetchedList<Item> { source.base }
  var identity: ObjectIdentifier? { source.identity }
  var context: NSManagedObjectContext? { list.managedObjectContext }
  var isFetched: Bool { list.rows.query != nil }

  func itemRequest() throws -> RowRequest { RowRequest(try list.requestForObjects(), section: section) }

  var sectionCount: Int { source.numberOfSections }
  func itemCount(inSection section: Int) -> Int { source.numberOfItems(inSection: section) }
  func item(at place: ItemPlace) -> NSManagedObject {
    guard let item = source.item(at: place) else { fatalError("There is no item at \(place).") }
    return item
  }
  func place(of item: NSManagedObject) -> ItemPlace? {
    source.place(of: ListedID(list.rows.ids.first(of: item)))
  }
  func sectionID(at index: Int) -> AnyHashable? { source.sectionID(at: index) }

  func membership(inSection section: Int) throws -> RowMembership? {
    let entity = try list.requestForObjects().entity
    let group = source.section(at: section) ?? nil
    let key = self.section
    func membership(_ value: Any?) -> RowMembership {
      let predicate =
        value.map { NSPredicate(format: "%K == %@", argumentArray: [key, $0]) }
        ?? NSPredicate(format: "%K == nil", argumentArray: [key])
      return RowMembership(key: key, value: value, predicate: predicate)
    }
    if let attribute = entity?.attributesByName[key] {
      guard let group else { return membership(nil) }
      guard let type = Group.self as? any GroupingValue.Type, type.attributeTypes.contains(attribute.attributeType),
        areGroupsValues(of: key, type)
      else {
        throw ListReorderingError.sectionNotSettable(
          path: key, reason: "its values are not the groups, which are of the type \(Group.self).")
      }
      return membership(group)
    }
    guard entity?.relationshipsByName[key]?.isToMany == false else {
      throw ListReorderingError.sectionNotSettable(
        path: key, reason: "\(entity?.name ?? "the entity") has no attribute or to-one relationship of that name.")
    }
    if group == nil { return membership(nil) }
    guard let item = source.item(at: ItemPlace(section: section, item: 0)) else {
      throw ListReorderingError.sectionNotSettable(
        path: key, reason: "the group is empty, so that no other item has the object that belongs to it.")
    }
    return membership(item.value(forKey: key))
  }

  /// Whether the groups are the attribute's values, and not computed from these. It checks the first item of each
  /// group.
  private func areGroupsValues(of key: String, _ type: any GroupingValue.Type) -> Bool {
    (0..<source.numberOfSections).allSatisfy { section in
      guard let group = source.section(at: section) ?? nil,
        let item = source.item(at: ItemPlace(section: section, item: 0))
      else { return true }
      return item.value(forKey: key).flatMap { type.value(of: $0) as? Group } == group
    }
  }

  func perform(edits: () -> Void) { list.performAsOneEvent(edits) }
}
