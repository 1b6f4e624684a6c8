import CoreData
import Foundation

/// The query of a list of the browser: its objects, their sections and order, and its columns.
struct BrowseQuery {
  /// The options of `sections list`.
  var options: ListOptions
  /// The followed relationship whose objects are shown; nil to show all objects of the entity.
  var followed: Followed?
  /// The text to search for; empty for no search.
  var search = ""
  let entity: NSEntityDescription

  /// A to-many relationship of an object that the user has followed.
  struct Followed {
    let owner: NSManagedObject
    let relationship: NSRelationshipDescription

    /// The objects in the relationship's order.
    var objectIDs: [NSManagedObjectID] {
      DetailsPane.isThere(owner) ? owner.objectIDs(forRelationshipNamed: relationship.name) : []
    }

    /// The predicate for these objects. If the relationship has an inverse, the list stays up to date.
    var predicate: NSPredicate {
      if let inverse = relationship.inverseRelationship {
        return NSPredicate(format: inverse.isToMany ? "ANY %K == %@" : "%K == %@", inverse.name, owner)
      }
      let value = DetailsPane.isThere(owner) ? owner.value(forKey: relationship.name) : nil
      let objects = (value as? NSOrderedSet)?.array ?? (value as? Set<NSManagedObject>).map(Array.init) ?? []
      return NSPredicate(format: "SELF IN %@", objects)
    }
  }

  /// The objects of a followed relationship without an inverse, whose changes no item reports; nil for any other list.
  var followedIDs: Set<NSManagedObjectID>? {
    guard let followed, followed.relationship.inverseRelationship == nil else { return nil }
    return Set(followed.objectIDs)
  }

  /// Whether sections without items are shown. A search hides them, because each section without a match would be
  /// empty.
  var showsEmptySections: Bool { options.empty == .shown && search.isEmpty }

  init(_ options: ListOptions, entity: NSEntityDescription) {
    self.options = options
    self.entity = entity
  }

  func grouping() throws -> BrowseGrouping { try BrowseGrouping(options.by, of: entity) }

  /// The attributes in which a search looks.
  private var searchedAttributes: [NSAttributeDescription] {
    entity.attributesByName.values.filter { !$0.isTransient && SearchedText.canFind($0.attributeType) }
      .sorted { $0.name < $1.name }
  }

  /// Whether the entity has an attribute in which a search can look.
  var canSearch: Bool { !searchedAttributes.isEmpty }

  /// The predicate of the fetch, combined from the options, the followed relationship and the search. In a tree the
  /// search is a filter instead.
  func predicate() throws -> NSPredicate? {
    let all = [
      try ListSource.predicate(options.itemPredicate, of: entity, option: "where"), followed?.predicate,
      tree == nil ? searchPredicate : nil,
    ].compactMap { $0 }
    return all.count > 1 ? NSCompoundPredicate(andPredicateWithSubpredicates: all) : all.first
  }

  /// The predicate for objects that match the search; nil for no search.
  var searchPredicate: NSPredicate? {
    if search.isEmpty { return nil }
    let found = searchedAttributes.compactMap { SearchedText(search).predicate(for: $0) }
    return found.isEmpty ? NSPredicate(value: false) : NSCompoundPredicate(orPredicateWithSubpredicates: found)
  }

  /// The relationship to the parent if the objects are shown as a tree; nil otherwise. A search filters the tree: it
  /// shows the matching nodes and their ancestors.
  var tree: String? { followed == nil && options.by.isEmpty ? options.parent : nil }

  /// The ordered relationship from a parent to its children if children are shown in its order; nil otherwise.
  var treeOrder: String? {
    guard options.sort.isEmpty, let tree, let inverse = entity.relationshipsByName[tree]?.inverseRelationship else {
      return nil
    }
    return inverse.isToMany && inverse.isOrdered ? inverse.name : nil
  }

  /// The sort descriptors of the items; their positions if no order is given, and else the primary key.
  func sortDescriptors() throws -> [NSSortDescriptor] {
    let positions = options.position.map { [ListOptions.SortKey(key: $0, ascending: true)] } ?? []
    let (keys, option) = options.sort.isEmpty ? (positions, "position") : (options.sort, "sort")
    let given = try ListSource.sortDescriptors(keys, option: option, entity: entity)
    return given.isEmpty ? [NSSortDescriptor(key: "objectID", ascending: true)] : given
  }

  func sectionSortDescriptors(of entity: NSEntityDescription) throws -> [NSSortDescriptor] {
    try ListSource.sortDescriptors(options.sectionSort, option: "section-sort", entity: entity)
  }

  /// The fetch batch size: the number of rows of the screen, so that drawing waits only for visible rows.
  static var rowsAtOnce: Int { Terminal.rows ?? 64 }

  /// Sets the query's entity, predicate, order, limit and offset in a fetch request.
  func configure(_ request: NSFetchRequest<NSManagedObject>) throws {
    request.entity = entity
    request.predicate = try predicate()
    request.sortDescriptors = try sortDescriptors()
    request.fetchLimit = options.limit
    request.fetchOffset = options.offset
    request.fetchBatchSize = Self.rowsAtOnce
  }

  /// The columns of an item besides its title: those of `--show`, or else the first three attributes.
  func columns() throws -> [EntityKeyPath] {
    let keys = options.show ?? Self.usualColumns(of: entity)
    var seen: Set<String> = []
    return try keys.filter { seen.insert($0).inserted }.map {
      try EntityKeyPath($0, from: entity, for: "show", to: "to show")
    }
  }

  /// The columns of a section besides its title; nil if sections are not objects.
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
