import CoreData
import Foundation

/// What a list of the browser shows: which objects, in which sections and order, with which columns.
struct BrowseQuery {
  /// What the options of `sections list` say.
  var options: ListOptions
  /// The objects that a relationship leads to from one object; nil for all of the entity.
  var followed: Followed?
  /// What is searched for; empty for nothing.
  var search = ""
  let entity: NSEntityDescription

  /// A relationship that was followed.
  struct Followed {
    let owner: NSManagedObject
    let relationship: NSRelationshipDescription

    /// The objects in the relationship's order.
    var objectIDs: [NSManagedObjectID] {
      DetailsPane.isThere(owner) ? owner.objectIDs(forRelationshipNamed: relationship.name) : []
    }

    /// Which objects these are. By the inverse relationship the list goes on being true.
    var predicate: NSPredicate {
      if let inverse = relationship.inverseRelationship {
        return NSPredicate(format: inverse.isToMany ? "ANY %K == %@" : "%K == %@", inverse.name, owner)
      }
      let value = DetailsPane.isThere(owner) ? owner.value(forKey: relationship.name) : nil
      let objects = (value as? NSOrderedSet)?.array ?? (value as? Set<NSManagedObject>).map(Array.init) ?? []
      return NSPredicate(format: "SELF IN %@", objects)
    }
  }

  /// The objects of a relationship without an inverse, of which no item says that it is one; nil for another list.
  var followedIDs: Set<NSManagedObjectID>? {
    guard let followed, followed.relationship.inverseRelationship == nil else { return nil }
    return Set(followed.objectIDs)
  }

  /// Whether sections without items are shown: of those without a match nothing is to be seen while one searches.
  var showsEmptySections: Bool { options.empty == .shown && search.isEmpty }

  init(_ options: ListOptions, entity: NSEntityDescription) {
    self.options = options
    self.entity = entity
  }

  func grouping() throws -> BrowseGrouping { try BrowseGrouping(options.by, of: entity) }

  /// The attributes that are searched.
  var searchedAttributes: [String] {
    entity.attributesByName.values.filter { $0.attributeType == .stringAttributeType && !$0.isTransient }
      .map(\.name).sorted()
  }

  /// Which objects are shown: those of the options, followed, and found.
  func predicate() throws -> NSPredicate? {
    var all = [try ListSource.predicate(options.itemPredicate, option: "where"), followed?.predicate].compactMap { $0 }
    if !search.isEmpty {
      all.append(
        NSCompoundPredicate(
          orPredicateWithSubpredicates: searchedAttributes.map {
            NSPredicate(format: "%K CONTAINS[cd] %@", $0, search)
          }))
    }
    return all.count > 1 ? NSCompoundPredicate(andPredicateWithSubpredicates: all) : all.first
  }

  /// The order of the items, by primary key where no other is given.
  func sortDescriptors() throws -> [NSSortDescriptor] {
    let given = try ListSource.sortDescriptors(options.sort, option: "sort", entity: entity)
    return given.isEmpty ? [NSSortDescriptor(key: "objectID", ascending: true)] : given
  }

  func sectionSortDescriptors(of entity: NSEntityDescription) throws -> [NSSortDescriptor] {
    try ListSource.sortDescriptors(options.sectionSort, option: "section-sort", entity: entity)
  }

  /// How many rows are read together: a screen waits for its own, and for no others.
  static var rowsAtOnce: Int { Terminal.rows ?? 64 }

  /// Sets what the query says in a request of the items.
  func configure(_ request: NSFetchRequest<NSManagedObject>) throws {
    request.entity = entity
    request.predicate = try predicate()
    request.sortDescriptors = try sortDescriptors()
    request.fetchLimit = options.limit
    request.fetchOffset = options.offset
    request.fetchBatchSize = Self.rowsAtOnce
  }

  /// The values that are shown of an item besides its title: those that were asked for, else the first few attributes.
  func columns() throws -> [KeyPath] {
    let keys = options.show ?? Self.usualColumns(of: entity)
    var seen: Set<String> = []
    return try keys.filter { seen.insert($0).inserted }.map {
      try KeyPath($0, from: entity, for: "show", to: "to show")
    }
  }

  /// What is shown of a section besides its title; nil where sections are no objects.
  func sectionColumns() throws -> Columns? {
    try grouping().sectionEntity.map { try Columns(options.sectionShow, of: $0, option: "section-show") }
  }

  static func usualColumns(of entity: NSEntityDescription) -> [String] {
    let title = ObjectTitle.attribute(of: entity)?.name
    return Array(
      entity.attributesByName.values.filter { BrowseGrouping.canGroup($0) && $0.name != title }.map(\.name).sorted()
        .prefix(3))
  }
}
