import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The two requests of a list, made from the tool's options, and the controller over them.
struct ListSource {
  typealias Controller = SectionedFetchedResultsController<NSManagedObject, NSManagedObject>

  let options: ListOptions
  let store: ToolStore
  let items: NSEntityDescription
  let path: GroupingPath

  init(_ options: ListOptions, in store: ToolStore) throws {
    self.options = options
    self.store = store
    items = try store.entity(options.items, for: "items")
    path = try GroupingPath(options.by, from: items)
  }

  func itemRequest() throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = items
    request.predicate = try predicate(options.itemPredicate, option: "where", entity: items)
    request.sortDescriptors = try sortDescriptors(options.sort, option: "sort", entity: items)
    request.fetchLimit = options.limit
    request.fetchOffset = options.offset
    return request
  }

  func sectionRequest() throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = path.sectionEntity
    request.predicate = try predicate(options.sectionPredicate, option: "sections-where", entity: path.sectionEntity)
    request.sortDescriptors = try sortDescriptors(
      options.sectionSort, option: "section-sort", entity: path.sectionEntity)
    return request
  }

  func controller(in context: NSManagedObjectContext) throws -> Controller {
    let controller = Controller(
      itemFetchRequest: try itemRequest(), sectionFetchRequest: try sectionRequest(), managedObjectContext: context,
      sectionGroupingKeyPath: options.by, cacheName: nil)
    apply(to: controller)
    return controller
  }

  /// Sets the policies. Dependencies hold from the next fetch on.
  func apply(to controller: Controller) {
    controller.unmatchedItems = options.unmatched == .last ? .shownLast : .hidden
    controller.showsEmptySections = options.empty == .shown
    controller.sectionItemLimit = options.sectionLimit
    controller.classicCallbacks = options.classic == .faithful ? .faithful : .legalInOneBatch
    controller.itemDependencies = options.depends
    controller.sectionDependencies = options.sectionDepends
  }

  private func predicate(_ text: String?, option: String, entity: NSEntityDescription) throws -> NSPredicate? {
    guard let text else { return nil }
    do {
      return try NSPredicate.parse(format: text)
    } catch {
      throw ToolError.data("--\(option): \(describe(error))")
    }
  }

  private func sortDescriptors(
    _ keys: [ListOptions.SortKey], option: String, entity: NSEntityDescription
  ) throws -> [NSSortDescriptor] {
    try keys.map { key in
      guard Self.leads(key.key, from: entity) else {
        throw ToolError.data("--\(option): \(entity.name ?? "") has no attribute '\(key.key)' to sort by.")
      }
      return NSSortDescriptor(key: key.key, ascending: key.ascending)
    }
  }

  /// Whether a key path leads over relationships to one object to something that has an order.
  private static func leads(_ path: String, from entity: NSEntityDescription) -> Bool {
    var entity = entity
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let last = steps.removeLast()
    for step in steps {
      guard let relationship = entity.relationshipsByName[step], !relationship.isToMany,
        let destination = relationship.destinationEntity
      else { return false }
      entity = destination
    }
    return entity.attributesByName[last] != nil || entity.relationshipsByName[last]?.isToMany == false
  }
}
