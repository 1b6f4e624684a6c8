import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// A list whose sections are parents in a fetched tree, and whose items are their children, for moving the children. A
/// section is added when its parent is first asked for.
final class ChildLists<Node: NSManagedObject>: ReorderedList {
  private let controller: TreeFetchedResultsController<Node>
  private var parents: [Node?] = []
  let orderedRelationship: String?

  /// - Parameter orderedRelationship: the ordered relationship that a move changes; nil if it changes a position
  ///   attribute.
  init(_ controller: TreeFetchedResultsController<Node>, orderedRelationship: String?) {
    (self.controller, self.orderedRelationship) = (controller, orderedRelationship)
  }

  // Nil, because places refer to these sections and not to the rows of the tree.
  var identity: ObjectIdentifier? { nil }
  var context: NSManagedObjectContext? { controller.managedObjectContext }
  var isFetched: Bool { controller.list.phase != .initial }

  func itemRequest() throws -> RowRequest {
    RowRequest(try controller.list.requestForObjects(), section: controller.parentKey)
  }

  /// The section of a node's children; of the roots if the node is nil. Adds the section if it is new.
  func section(of parent: Node?) -> Int {
    if let index = parents.firstIndex(where: { $0 === parent }) { return index }
    parents.append(parent)
    return parents.count - 1
  }

  /// The identifier of a section's parent: `.some(nil)` for the roots, `nil` for a node that is not in the tree.
  private func id(ofSection section: Int) -> NSManagedObjectID?? {
    guard let parent = parents[section] else { return .some(nil) }
    return controller.id(of: parent).map { .some($0) }
  }

  var sectionCount: Int { parents.count }

  func itemCount(inSection section: Int) -> Int {
    id(ofSection: section).map { controller.tree.numberOfChildren(of: $0) } ?? 0
  }

  func item(at place: ItemPlace) -> NSManagedObject {
    guard let parent = id(ofSection: place.section), let child = controller.tree.child(place.item, of: parent),
      let node = controller.model(for: child)
    else { fatalError("There is no node at \(place). This is a fault of SectionedTrees; report it.") }
    return node
  }

  func place(of item: NSManagedObject) -> ItemPlace? {
    guard let node = item as? Node, let place = controller.id(of: node).flatMap({ controller.tree.place(of: $0) })
    else { return nil }
    let parent = place.parent.flatMap { controller.model(for: $0) }
    return ItemPlace(section: section(of: parent), item: place.index)
  }

  func sectionID(at index: Int) -> AnyHashable? {
    guard let id = id(ofSection: index) else { return nil }
    return id.map { AnyHashable($0) } ?? AnyHashable(OnlySection())
  }

  func sectionObject(at index: Int) -> NSManagedObject? { parents[index] }

  func membership(inSection section: Int) throws -> RowMembership? {
    let (key, parent) = (controller.parentKey, parents[section])
    return RowMembership(
      key: key, value: parent,
      predicate: parent.map { NSPredicate(format: "%K == %@", key, $0) } ?? NSPredicate(format: "%K == nil", key))
  }

  func perform(edits: () -> Void) { controller.list.performAsOneEvent(edits) }
}

extension TreeFetchedResultsController {
  /// The identifier of an object that is in the tree; nil if a policy hides it, and for any other object.
  func id(of node: Node) -> NSManagedObjectID? {
    nodes.listedID(of: node).flatMap { tree.contains($0) ? $0 : nil }
  }
}
