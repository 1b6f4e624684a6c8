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
  let columns: ValueColumns
  let sectionColumns: ValueColumns
  let aggregates: ListAggregates

  init(_ options: ListOptions, in store: ToolStore) throws {
    self.options = options
    self.store = store
    items = try store.entity(options.items, for: "items")
    path = try GroupingPath(options.by, from: items)
    columns = try ValueColumns(options.show, of: items, option: "show")
    sectionColumns = try ValueColumns(options.sectionShow, of: path.sectionEntity, option: "section-show")
    aggregates = try ListAggregates(options.aggregates, of: items)
    try aggregates.checkConditions(of: items, in: store)
  }

  func itemRequest() throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = items
    request.predicate = try Self.predicate(options.itemPredicate, of: items, option: "where")
    request.sortDescriptors = try Self.sortDescriptors(options.sort, option: "sort", entity: items)
    request.fetchLimit = options.limit
    request.fetchOffset = options.offset
    return request
  }

  func sectionRequest() throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = path.sectionEntity
    request.predicate = try Self.predicate(
      options.sectionPredicate, of: path.sectionEntity, option: "sections-where")
    request.sortDescriptors = try Self.sortDescriptors(
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

  /// Sets the policies. Dependencies and aggregates hold from the next fetch on.
  func apply(to controller: Controller) {
    controller.unmatchedItems = options.unmatched == .last ? .shownLast : .hidden
    controller.showsEmptySections = options.empty == .shown
    controller.itemLimit = ItemLimit(integer: options.sectionLimit)
    controller.classicCallbacks = options.classic == .faithful ? .faithful : .legalInOneBatch
    controller.itemDependencies = options.depends
    controller.sectionDependencies = options.sectionDepends
    controller.aggregates = aggregates.all.map(\.aggregate)
  }

  /// Fetches the list.
  ///
  /// - Throws: the fetch's error, with the option that it comes from where one of the predicates cannot be used.
  func fetch(_ controller: Controller) throws {
    do {
      try controller.performFetch()
    } catch let error as SectionedFetchedResultsError {
      throw explained(error)
    } catch {
      let context = controller.managedObjectContext
      try Self.check(controller.itemFetchRequest, option: "where", in: context)
      try Self.check(controller.sectionFetchRequest, option: "sections-where", in: context)
      throw error
    }
  }

  /// An error in the words of who wrote `--by`, where sections have the same key, or an option such as `--sum`; any
  /// other as it is.
  func explained(_ error: any Error) -> any Error {
    if case .invalidAggregate(let name, let reason) = error as? SectionedFetchedResultsError,
      let option = aggregates.option(of: name)
    {
      return ToolError.request("--\(option): \(reason)")
    }
    guard case .duplicateKey(let key, let sections) = error as? SectionedFetchedResultsError, let name = path.key?.name
    else { return error }
    let count = ListTotals.count(sections.count, "object")
    return SharedKeyError(
      text: "\(count) of \(path.sectionEntity.name ?? "") have the \(name) “\(key)”".printable, path: path.text,
      objectPath: path.objectPath)
  }

  /// Fetches by the predicate of a request alone.
  ///
  /// - Throws: an error that names the option, where the predicate cannot be used.
  static func check(
    _ request: NSFetchRequest<NSManagedObject>, option: String, in context: NSManagedObjectContext
  ) throws {
    let alone = NSFetchRequest<NSManagedObject>()
    alone.entity = request.entity
    alone.predicate = request.predicate
    alone.fetchLimit = 1
    do {
      _ = try context.fetch(alone)
    } catch  where alone.predicate != nil {
      let text = "--\(option): \(describe(error))"
      // Core Data's code for what a predicate cannot mean; any other error is the store's.
      throw (error as NSError).code == NSCoreDataError ? ToolError.request(text) : .data(text)
    }
  }

  /// Reads a predicate for objects of an entity, and its texts as values of what they are compared with.
  static func predicate(_ text: String?, of entity: NSEntityDescription, option: String) throws -> NSPredicate? {
    guard let text else { return nil }
    do {
      return try PredicateReader(entity).read(NSPredicate.parse(format: text))
    } catch {
      throw ToolError.request("--\(option): \(describe(error))")
    }
  }

  static func sortDescriptors(
    _ keys: [ListOptions.SortKey], option: String, entity: NSEntityDescription
  ) throws -> [NSSortDescriptor] {
    try keys.map { key in
      _ = try EntityKeyPath(key.key, from: entity, for: option, to: "to sort by")
      return NSSortDescriptor(key: key.key, ascending: key.ascending)
    }
  }
}
