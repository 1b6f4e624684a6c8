import CoreData
import Foundation
import SectionedFetchedResults

enum FetchRequests {
  /// The entity of a request, after its name or its entity.
  ///
  /// - Throws: `unknownEntity`.
  static func entity<Result>(
    of request: NSFetchRequest<Result>, in context: NSManagedObjectContext
  ) throws -> NSEntityDescription {
    let known = context.entitiesByName
    // Apple's raises an exception when a request that was made with a name is asked for its entity too soon.
    let name = request.entityName
    if let entity = name.map({ known[$0] }) ?? request.entity { return entity }
    throw FetchedSourceError.unknownEntity(name: name, known: known.keys.sorted())
  }
}

/// What a list is fetched by: a copy of a request that nothing changes, whatever the class of its objects.
struct ListQuery {
  let entity: NSEntityDescription
  let limit: Int
  let offset: Int
  let batchSize: Int
  private let request: NSFetchRequest<NSManagedObject>

  /// - Throws: `unknownEntity`, `missingSortDescriptors`.
  init<Item: NSManagedObject>(_ request: NSFetchRequest<Item>, in context: NSManagedObjectContext) throws {
    entity = try FetchRequests.entity(of: request, in: context)
    guard request.sortDescriptors?.isEmpty == false else {
      throw FetchedSourceError.missingSortDescriptors(entity: entity.name ?? "an entity without a name")
    }
    try ObjectClasses.check(Item.self, of: entity, with: request.includesSubentities)
    // No list is as long, and sums of them fit.
    let most = Int.max / 4
    limit = min(request.fetchLimit, most)
    offset = min(request.fetchOffset, most)
    batchSize = min(request.fetchBatchSize, most)
    self.request = RequestCopy.make(request, of: entity, as: NSManagedObject.self, .managedObjectResultType)
    self.request.fetchLimit = 0
    self.request.fetchOffset = 0
  }

  /// Whether only a part of what is matched is listed.
  var hasWindow: Bool { limit > 0 || offset > 0 }

  /// A request for all that is matched.
  var forObjects: NSFetchRequest<NSManagedObject> {
    RequestCopy.make(request, of: entity, as: NSManagedObject.self, .managedObjectResultType)
  }

  private var forIDs: NSFetchRequest<NSManagedObjectID> {
    RequestCopy.make(request, of: entity, as: NSManagedObjectID.self, .managedObjectIDResultType)
  }

  /// The identifiers of what is listed, in order.
  ///
  /// - Complexity: one fetch of the window; of what stands before it, too, and of as many more objects as have changes
  ///   that are not saved, where there are such.
  func fetchIDs(in context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
    let request = forIDs
    guard hasWindow else { return try context.fetch(request) }
    if context.showsStoresOnly {
      (request.fetchLimit, request.fetchOffset) = (limit, offset)
      return try context.fetch(request)
    }
    // Apple's contexts cut what the store has before they merge what is not saved. What a parent has is not known.
    if limit > 0, !context.hasParent {
      request.fetchLimit = offset + limit + context.updatedObjects.count + context.deletedObjects.count
    }
    let ids = try context.fetch(request).dropFirst(max(0, offset))
    return Array(limit > 0 ? ids.prefix(limit) : ids)
  }

  /// Whether what is listed, or its order, may follow from other objects than those of the entity.
  var readsRelated: Bool {
    if request.sortDescriptors?.contains(where: { $0.key?.contains(".") ?? true }) == true { return true }
    // A predicate describes itself by its format. What a block reads is not known.
    guard let predicate = request.predicate?.description else { return false }
    return predicate.contains(".") || predicate.hasPrefix("<") || predicate.contains("BLOCKPREDICATE")
  }

  /// Whether a change of an object of an entity may change the list.
  func concerns(_ other: NSEntityDescription) -> Bool { readsRelated || other.isKindOf(entity: entity) }
}

extension FetchRequests {
  /// Inserts an object; nil where its class is another one, or its entity is abstract.
  static func insert<Item: NSManagedObject>(
    _ entity: NSEntityDescription, into context: NSManagedObjectContext
  ) -> Item? {
    guard !entity.isAbstract, let name = entity.name,
      (try? ObjectClasses.check(Item.self, of: entity, with: false)) != nil
    else { return nil }
    return NSEntityDescription.insertNewObject(forEntityName: name, into: context) as? Item
  }
}
