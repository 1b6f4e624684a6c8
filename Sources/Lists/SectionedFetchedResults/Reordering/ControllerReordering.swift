import CoreData
import Foundation
import SectionedChanges

/// The reorderable list of a controller. If the controller belongs to a data source, the source performs the edits.
package final class ControllerReordering<Section: NSManagedObject, Item: NSManagedObject>: ReorderedList {
  package typealias Controller = SectionedFetchedResultsController<Section, Item>

  /// The object that performs the edits.
  package struct Performer {
    let identity: ObjectIdentifier?
    let item: (_ from: ItemPlace, _ to: ItemPlace, _ edits: () -> Void) throws -> Void
    let section: (_ from: Int, _ to: Int, _ edits: () -> Void) throws -> Void
    let all: (_ edits: () -> Void) -> Void

    package init(
      identity: ObjectIdentifier?,
      item: @escaping (_ from: ItemPlace, _ to: ItemPlace, _ edits: () -> Void) throws -> Void,
      section: @escaping (_ from: Int, _ to: Int, _ edits: () -> Void) throws -> Void,
      all: @escaping (_ edits: () -> Void) -> Void
    ) {
      (self.identity, self.item, self.section, self.all) = (identity, item, section, all)
    }
  }

  private let controller: Controller
  private let section: String?
  private let performer: Performer

  /// - Parameters:
  ///   - controller: the controller, which is retained.
  ///   - section: the relationship from an item to its section; nil for the first one of the grouping key path.
  ///   - performer: performs the edits; if it is nil, the controller does.
  package init(_ controller: Controller, section: String?, performer: Performer? = nil) {
    self.controller = controller
    self.section = section
    self.performer =
      performer
      ?? Performer(
        identity: nil,
        item: { from, to, edits in
          controller.performUserMove(from: from.indexPath, to: to.indexPath, edits: edits)
        },
        section: { from, to, edits in controller.performUserMove(fromSection: from, to: to, edits: edits) },
        all: { edits in
          edits()
          controller.managedObjectContext.processPendingChanges()
        })
  }

  package var identity: ObjectIdentifier? { performer.identity }
  package var context: NSManagedObjectContext? { controller.managedObjectContext }
  package var isFetched: Bool { controller.isFetched }

  /// The requests with their entities, found in the same way as for a fetch.
  private func requests() throws -> ListRequest {
    try ListRequest(
      items: controller.itemFetchRequest, sections: controller.sectionFetchRequest,
      path: controller.sectionGroupingKeyPath, cacheName: nil, in: controller.managedObjectContext)
  }

  package func itemRequest() throws -> RowRequest {
    let request = try requests()
    let items = request.items
    (items.fetchLimit, items.fetchOffset) = (request.limit, request.offset)
    return RowRequest(items, section: request.path.relationships.joined(separator: "."))
  }

  package func sectionRequest() throws -> NSFetchRequest<NSManagedObject>? { try requests().sections }

  package var sectionCount: Int { controller.shownSectionCount }
  package func itemCount(inSection section: Int) -> Int { controller.allSections[section].numberOfObjects }
  package func item(at place: ItemPlace) -> NSManagedObject {
    controller.object(section: place.section, item: place.item)
  }
  package func place(of item: NSManagedObject) -> ItemPlace? {
    (item as? Item).flatMap(controller.indexPath(forObject:)).map { ItemPlace(section: $0[0], item: $0[1]) }
  }
  package func sectionID(at index: Int) -> AnyHashable? { controller.sectionID(at: index) }
  package func sectionObject(at index: Int) -> NSManagedObject? { controller.section(at: index) }
  package func showsAllItems(inSection section: Int) -> Bool {
    controller.itemLimit(ofSectionAt: section) == .all && !controller.isFolded(sectionAt: section)
  }
  package var showsAllSections: Bool { controller.showsEmptySections }

  package func membership(inSection section: Int) throws -> RowMembership? {
    let path = controller.sectionGroupingKeyPath
    let grouping = try requests().path
    guard grouping.relationships.count == 1, let key = grouping.relationships.first else {
      throw ListReorderingError.sectionNotSettable(
        path: path, reason: "other objects are between a row and its section. Move these objects.")
    }
    if let named = self.section, named != key {
      throw ListReorderingError.sectionNotSettable(
        path: path, reason: "its rows lead to their sections by “\(key)”, not by “\(named)”.")
    }
    let object = controller.section(at: section)
    return RowMembership(
      key: key, value: object, predicate: object.map { NSPredicate(format: "%K == %@", key, $0) })
  }

  package func perform(from: ItemPlace, to: ItemPlace, edits: () -> Void) throws {
    try performer.item(from, to, edits)
  }
  package func perform(fromSection: Int, to: Int, edits: () -> Void) throws {
    try performer.section(fromSection, to, edits)
  }
  package func perform(edits: () -> Void) { performer.all(edits) }
}
