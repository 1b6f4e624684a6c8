import CoreData
import Foundation

/// The query of a list of the browser: its objects, their sections and order, and its columns.
struct BrowseQuery {
  /// The options of `sections list`.
  var options: ListOptions
  /// The relationship of an object whose objects are shown; nil for all objects of the entity.
  var followed: Followed?
  /// The text that is searched for; empty for no search.
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

    /// The predicate for these objects. With an inverse relationship the list stays up to date.
    var predicate: NSPredicate {
      if let inverse = relationship.inverseRelationship {
        return NSPredicate(format: inverse.isToMany ? "ANY %K == %@" : "%K == %@", inverse.name, owner)
      }
      let value = DetailsPane.isThere(owner) ? owner.value(forKey: relationship.name) : nil
      let objects = (value as? NSOrderedSet)?.array ?? (value as? Set<NSManagedObject>).map(Array.init) ?? []
      return NSPredicate(format: "SELF IN %@", objects)
    }
  }

  /// The objects of a followed relationship without an inverse, of which no item reports a change; nil for another
  /// list.
  var followedIDs: Set<NSManagedObjectID>? {
    guard let followed, followed.relationship.inverseRelationship == nil else { return nil }
    return Set(followed.objectIDs)
  }

  /// Whether sections without items are shown. They are hidden during a search, because sections without a match would
  /// be empty.
  var showsEmptySections: Bool { options.empty == .shown && search.isEmpty }

  init(_ options: ListOptions, entity: NSEntityDescription) {
    self.options = options
    self.entity = entity
  }

  func grouping() throws -> BrowseGrouping { try BrowseGrouping(options.by, of: entity) }

  /// The attributes that are searched.
  private var searchedAttributes: [NSAttributeDescription] {
    entity.attributesByName.values.filter { !$0.isTransient && SearchedText.canFind($0.attributeType) }
      .sorted { $0.name < $1.name }
  }

  /// Whether a search can find anything.
  var canSearch: Bool { !searchedAttributes.isEmpty }

  /// The predicate of the shown objects, made of the options, the followed relationship and the search.
  func predicate() throws -> NSPredicate? {
    let all = [
      try ListSource.predicate(options.itemPredicate, of: entity, option: "where"), followed?.predicate,
      tree == nil ? searchPredicate : nil,
    ].compactMap { $0 }
    return all.count > 1 ? NSCompoundPredicate(andPredicateWithSubpredicates: all) : all.first
  }

  /// Finds the objects that have the text which is searched for; nil for no search.
  var searchPredicate: NSPredicate? {
    if search.isEmpty { return nil }
    let found = searchedAttributes.compactMap { SearchedText(search).predicate(for: $0) }
    return found.isEmpty ? NSPredicate(value: false) : NSCompoundPredicate(orPredicateWithSubpredicates: found)
  }

  /// The relationship to the parent, if the objects are shown as a tree. A search leaves its nodes, and shows those
  /// that it finds with their ancestors.
  var tree: String? { followed == nil && options.by.isEmpty ? options.parent : nil }

  /// The ordered relationship from a parent to its children, if they are shown in its order.
  var treeOrder: String? {
    guard options.sort.isEmpty, let tree, let inverse = entity.relationshipsByName[tree]?.inverseRelationship else {
      return nil
    }
    return inverse.isToMany && inverse.isOrdered ? inverse.name : nil
  }

  /// The order of the items, by primary key where no other is given.
  func sortDescriptors() throws -> [NSSortDescriptor] {
    let given = try ListSource.sortDescriptors(options.sort, option: "sort", entity: entity)
    return given.isEmpty ? [NSSortDescriptor(key: "objectID", ascending: true)] : given
  }

  func sectionSortDescriptors(of entity: NSEntityDescription) throws -> [NSSortDescriptor] {
    try ListSource.sortDescriptors(options.sectionSort, option: "section-sort", entity: entity)
  }

  /// The number of rows that are read together: a screen waits only for its own.
  static var rowsAtOnce: Int { Terminal.rows ?? 64 }

  /// Configures a request of the items by the query.
  func configure(_ request: NSFetchRequest<NSManagedObject>) throws {
    request.entity = entity
    request.predicate = try predicate()
    request.sortDescriptors = try sortDescriptors()
    request.fetchLimit = options.limit
    request.fetchOffset = options.offset
    request.fetchBatchSize = Self.rowsAtOnce
  }

  /// The columns of an item besides its title: those that were asked for, or else the first few attributes.
  func columns() throws -> [EntityKeyPath] {
    let keys = options.show ?? Self.usualColumns(of: entity)
    var seen: Set<String> = []
    return try keys.filter { seen.insert($0).inserted }.map {
      try EntityKeyPath($0, from: entity, for: "show", to: "to show")
    }
  }

  /// The columns of a section besides its title; nil where sections are not objects.
  func sectionColumns() throws -> ValueColumns? {
    try grouping().sectionEntity.map { try ValueColumns(options.sectionShow, of: $0, option: "section-show") }
  }

  static func usualColumns(of entity: NSEntityDescription) -> [String] {
    let title = ObjectTitle.attribute(of: entity)?.name
    return Array(
      entity.attributesByName.values.filter { BrowseGrouping.canGroup($0) && $0.name != title }.map(\.name).sorted()
        .prefix(3))
  }
}
