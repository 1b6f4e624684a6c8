import CoreData
import Foundation

/// The sorted objects of an entity: as one section, or with a section for each value of an attribute or for each day of
/// a date. The attribute may be at the end of a path.
struct PlainList {
  /// Consecutive objects that have the same value or the same day.
  struct Section {
    let index: Int
    /// The value of the attribute, or the name of the day; nil for objects without a value, and if nothing groups the
    /// objects.
    let value: Any?
    /// The places of the section's shown objects in the whole list.
    let places: Range<Int>
    /// The places of all objects of the section in the whole list.
    let whole: Range<Int>

    /// The number of objects of the section, shown or hidden.
    var total: Int { whole.count }
  }

  /// The path of the attribute that groups the objects; nil for one section.
  let path: EntityKeyPath?
  /// The names of days if days are sections; nil if values are.
  private let days: LocalDays?
  /// The order of the objects within a day; empty if they are sorted by their dates.
  private let orderOfDays: [NSSortDescriptor]
  let store: ToolStore
  let columns: ValueColumns
  /// The number of objects, shown or hidden.
  let count: Int
  /// The places of the shown objects.
  let window: Range<Int>
  private let objects: NSFetchedResultsController<NSManagedObject>

  /// Fetches the objects. Call this and all other methods on the context's queue.
  ///
  /// - Throws: an error about the options, or the fetch's error.
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
    // The batch size suits output that reads each object once, in order.
    request.fetchBatchSize = 500
    objects = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    do {
      try objects.performFetch()
    } catch {
      try ListSource.check(request, option: "where", in: context)
      throw error
    }
    // The whole list is fetched, so that a partly shown section can report how many objects have its value.
    count = objects.sections?.first?.numberOfObjects ?? 0
    let start = min(options.offset, count)
    window = start..<(options.limit > 0 ? start + min(options.limit, count - start) : count)
  }

  /// Sorts by the primary key, as the last sort descriptor.
  private static var last: NSSortDescriptor { NSSortDescriptor(key: "objectID", ascending: true) }

  /// Returns the order of the sections, followed by the order of the objects within a section.
  private static func order(_ given: [NSSortDescriptor], by name: String?) -> [NSSortDescriptor] {
    guard let name else { return given + [last] }
    let first = given.first { $0.key == name } ?? NSSortDescriptor(key: name, ascending: true)
    return [first] + given.filter { $0.key != name } + [last]
  }

  func object(at place: Int) -> NSManagedObject { objects.object(at: IndexPath(indexes: [0, place])) }

  /// Visits the shown sections in order. Without an attribute there is one section, which may be empty.
  ///
  /// - Complexity: O(shown objects + objects of the first and of the last section).
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

  /// Visits a section's shown objects in order. Only one object needs to be in memory, except for days that are not
  /// sorted by date: then all objects of the day.
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
