import CoreData
import Foundation

/// The objects of an entity in order: as one section, or as one for each value of an attribute, of their own or at the
/// end of a path, or for each day of a date.
struct PlainList {
  /// Objects beside each other that have one value, or one day.
  struct Section {
    let index: Int
    /// The value of the attribute, or the name of the day; nil also where there is no attribute.
    let value: Any?
    /// The places of the objects that are shown.
    let places: Range<Int>
    /// The places of all objects with the value.
    let whole: Range<Int>

    /// The number of objects with the value, shown or not.
    var total: Int { whole.count }
  }

  /// The path of the attribute that groups the objects; nil for one section.
  let path: EntityKeyPath?
  /// The days that are sections; nil where values are.
  private let days: LocalDays?
  /// The order of the objects of a day, where it is another one than that of their dates; empty where it is not.
  private let orderOfDays: [NSSortDescriptor]
  let store: ToolStore
  let columns: ValueColumns
  /// The number of objects, shown or not.
  let count: Int
  /// The places of the objects that are shown.
  let window: Range<Int>
  private let objects: NSFetchedResultsController<NSManagedObject>

  /// Fetches the objects. Called on the context's queue, as all else.
  ///
  /// - Throws: what is wrong with the options, or the fetch's error.
  init(
    _ options: ListOptions, _ grouping: BrowseGrouping, in store: ToolStore, _ context: NSManagedObjectContext
  ) throws {
    self.store = store
    let entity = try store.entity(options.items, for: "items")
    var (name, days): (String?, LocalDays?) = (options.by, nil)
    switch grouping {
    case .none: name = nil
    case .day(let date): (name, days) = (date.name, LocalDays(options.timeZone))
    case .attribute, .each, .related: break
    }
    path = try name.map { try EntityKeyPath($0, from: entity, for: "by", to: "to group by") }
    self.days = days
    columns = try ValueColumns(options.show, of: entity, option: "show")
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = entity
    request.predicate = try ListSource.predicate(options.itemPredicate, of: entity, option: "where")
    let given = try ListSource.sortDescriptors(options.sort, option: "sort", entity: entity)
    request.sortDescriptors = Self.order(given, by: name)
    orderOfDays = days == nil || given.isEmpty || given[0].key == name ? [] : given + [Self.last]
    // Every object is shown once, in order.
    request.fetchBatchSize = 500
    objects = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    do {
      try objects.performFetch()
    } catch {
      try ListSource.check(request, option: "where", in: context)
      throw error
    }
    // The whole list is fetched, so that a section that is cut says how many objects have its value.
    count = objects.sections?.first?.numberOfObjects ?? 0
    let start = min(options.offset, count)
    window = start..<(options.limit > 0 ? start + min(options.limit, count - start) : count)
  }

  /// The primary key decides last.
  private static var last: NSSortDescriptor { NSSortDescriptor(key: "objectID", ascending: true) }

  /// The order of the sections before that of the objects in each.
  private static func order(_ given: [NSSortDescriptor], by name: String?) -> [NSSortDescriptor] {
    guard let name else { return given + [last] }
    let first = given.first { $0.key == name } ?? NSSortDescriptor(key: name, ascending: true)
    return [first] + given.filter { $0.key != name } + [last]
  }

  func object(at place: Int) -> NSManagedObject { objects.object(at: IndexPath(indexes: [0, place])) }

  /// Visits the sections that are shown, in order. Without an attribute there is one, which may be empty.
  ///
  /// - Complexity: O(objects shown + objects of the first and of the last section).
  func forEachSection(_ body: (Section) throws -> Void) throws {
    guard path != nil else {
      return try body(Section(index: 0, value: nil, places: window, whole: 0..<count))
    }
    var (index, start) = (0, window.lowerBound)
    while start < window.upperBound {
      let key = try key(at: start)
      var (first, end) = (start, start + 1)
      while index == 0, first > 0, try self.key(at: first - 1) == key { first -= 1 }
      while end < count, try self.key(at: end) == key { end += 1 }
      let places = start..<min(end, window.upperBound)
      try body(Section(index: index, value: try value(at: start), places: places, whole: first..<end))
      (index, start) = (index + 1, end)
    }
  }

  /// Visits the objects of a section that are shown, in order. No more than one needs to be in memory, or those of a
  /// day that has an order of its own.
  func forEachObject(of section: Section, _ body: (NSManagedObject) throws -> Void) throws {
    guard !orderOfDays.isEmpty else {
      for place in section.places { try body(object(at: place)) }
      return
    }
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = objects.fetchRequest.entity
    request.predicate = NSPredicate(format: "SELF IN %@", section.whole.map { object(at: $0) })
    request.sortDescriptors = orderOfDays
    request.fetchOffset = section.places.lowerBound - section.whole.lowerBound
    request.fetchLimit = section.places.count
    for object in try objects.managedObjectContext.fetch(request) { try body(object) }
  }

  private func value(at place: Int) throws -> Any? {
    let value = try path.flatMap { try $0.value(of: object(at: place)) }
    guard let days, let date = value as? Date else { return value }
    return days.name(of: date)
  }

  private func key(at place: Int) throws -> AnyHashable? { try value(at: place) as? AnyHashable }
}
