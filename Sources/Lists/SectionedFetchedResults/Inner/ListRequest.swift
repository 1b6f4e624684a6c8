import CoreData

/// The input of a fetch: copies of the two requests, without the types of their objects, and the path from the items to
/// the sections.
struct ListRequest {
  /// Without limit and offset, because these count items in display order.
  let items: NSFetchRequest<NSManagedObject>
  let limit: Int
  let offset: Int
  let itemEntity: NSEntityDescription
  let sections: NSFetchRequest<NSManagedObject>
  let sectionEntity: NSEntityDescription
  let path: GroupingPath
  let cacheName: String?

  /// - Parameter path: the grouping key path.
  /// - Throws: `SectionedFetchedResultsError` when an entity is unknown, the path leads nowhere, or the sections are
  ///   limited.
  init(
    items: NSFetchRequest<some NSManagedObject>, sections: NSFetchRequest<some NSManagedObject>, path: String,
    cacheName: String?, in context: NSManagedObjectContext
  ) throws {
    itemEntity = try Self.entity(of: items, "item request", in: context)
    sectionEntity = try Self.entity(of: sections, "section request", in: context)
    self.path = try GroupingPath(path, from: itemEntity, to: sectionEntity)
    guard sections.fetchLimit == 0, sections.fetchOffset == 0 else {
      throw SectionedFetchedResultsError.limitedSections(limit: sections.fetchLimit, offset: sections.fetchOffset)
    }
    self.items = Self.copy(of: items, itemEntity)
    limit = max(0, items.fetchLimit)
    offset = max(0, items.fetchOffset)
    self.sections = Self.copy(of: sections, sectionEntity)
    self.cacheName = cacheName
  }

  /// Another copy of the item request, because the inner list changes the order of the first one.
  var copyOfItems: NSFetchRequest<NSManagedObject> { Self.copy(of: items, itemEntity) }

  private static func entity(
    of request: NSFetchRequest<some NSManagedObject>, _ noun: String, in context: NSManagedObjectContext
  ) throws -> NSEntityDescription {
    let known = context.entitiesByName
    // A request that was made with an entity name gets its entity from a context. Until then, and always if the name is
    // unknown, Apple's raises an exception when its entity is read.
    let name = request.entityName
    let entity = if let name { known[name] } else { request.entity }
    if let entity { return entity }
    throw SectionedFetchedResultsError.unknownEntity(request: noun, name: name, known: known.keys.sorted())
  }

  /// A request for the same objects, whatever their class, without limit and offset.
  private static func copy(
    of request: NSFetchRequest<some NSManagedObject>, _ entity: NSEntityDescription
  ) -> NSFetchRequest<NSManagedObject> {
    let copy = RequestCopy.make(request, of: entity, as: NSManagedObject.self, request.resultType)
    (copy.fetchLimit, copy.fetchOffset) = (0, 0)
    return copy
  }
}
