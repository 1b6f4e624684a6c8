import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The fetch requests of a list, made from the options, and the controller that uses them.
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

  /// Sets the policies. Dependencies and aggregates apply from the next fetch on.
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
  /// - Throws: the fetch's error. If a predicate is the cause, the error names its option.
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

  /// Explains errors by the options: sections that share a key by `--by`, and invalid aggregates by theirs. Any other
  /// error is returned unchanged.
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

  /// Checks the predicate of a request by a fetch without other conditions.
  ///
  /// - Throws: an error that names the option if the predicate cannot be evaluated.
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
      // Core Data uses this code for an invalid predicate. Any other error is a problem of the store.
      throw (error as NSError).code == NSCoreDataError ? ToolError.request(text) : .data(text)
    }
  }

  /// Parses a predicate for objects of an entity. Its texts are converted to values of the types with which they are
  /// compared.
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
