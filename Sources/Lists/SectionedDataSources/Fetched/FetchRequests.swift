import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

enum FetchRequests {
  /// Returns the entity of a request, by its name or as set.
  ///
  /// - Throws: `unknownEntity`.
  static func entity<Result>(
    of request: NSFetchRequest<Result>, in context: NSManagedObjectContext
  ) throws -> NSEntityDescription {
    let known = context.entitiesByName
    // Apple's request raises an exception if it was made with an entity name and its `entity` is read too early.
    let name = request.entityName
    if let entity = name.map({ known[$0] }) ?? request.entity { return entity }
    throw FetchedSourceError.unknownEntity(name: name, known: known.keys.sorted())
  }
}

/// The query of a list: an immutable copy of a request, independent of the class of its objects.
struct ListQuery {
  let entity: NSEntityDescription
  let limit: ItemLimit
  let offset: Int
  let batchSize: Int
  private let request: NSFetchRequest<NSManagedObject>

  /// - Parameter isFolded: true for a query that lists no object, whatever the request's limit.
  /// - Throws: `unfollowedResults`, `unknownEntity`, `missingSortDescriptors`.
  init<Item: NSManagedObject>(
    _ request: NSFetchRequest<Item>, isFolded: Bool = false, in context: NSManagedObjectContext
  ) throws {
    guard request.resultType == .managedObjectResultType else {
      throw FetchedSourceError.unfollowedResults(
        reason: "its resultType gives no objects. Make a FetchedResultList, which follows identifiers and dictionaries."
      )
    }
    entity = try FetchRequests.entity(of: request, in: context)
    guard request.sortDescriptors?.isEmpty == false else {
      throw FetchedSourceError.missingSortDescriptors(entity: entity.name ?? "an entity without a name")
    }
    try ObjectClasses.check(Item.self, of: entity, with: request.includesSubentities)
    // No list has so many objects, and the sums of these numbers do not overflow.
    let most = Int.max / 4
    limit = isFolded ? .none : request.fetchLimit < most ? ItemLimit(integer: request.fetchLimit) : .all
    // With a negative offset, the sum with the limit would fetch too few objects.
    offset = min(max(0, request.fetchOffset), most)
    batchSize = min(request.fetchBatchSize, most)
    self.request = RequestCopy.make(request, of: entity, as: NSManagedObject.self, .managedObjectResultType)
    self.request.fetchLimit = 0
    self.request.fetchOffset = 0
  }

  /// Whether only a part of the matching objects is listed.
  var hasWindow: Bool { limit != .all || offset > 0 }

  /// A request for all matching objects.
  var forObjects: NSFetchRequest<NSManagedObject> {
    RequestCopy.make(request, of: entity, as: NSManagedObject.self, .managedObjectResultType)
  }

  private var forIDs: NSFetchRequest<NSManagedObjectID> {
    RequestCopy.make(request, of: entity, as: NSManagedObjectID.self, .managedObjectIDResultType)
  }

  /// Fetches the identifiers of the listed objects, in order.
  ///
  /// - Complexity: one fetch of the window. If the context has unsaved changes, the fetch includes the objects before
  ///   the window, and one more for each updated or deleted object. In a child context it is a fetch of all matching
  ///   objects.
  func fetchIDs(in context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
    if limit == .none { return [] }
    let request = forIDs
    guard hasWindow else { return try context.fetch(request) }
    if context.showsStoresOnly {
      (request.fetchLimit, request.fetchOffset) = (limit.count ?? 0, offset)
      return try context.fetch(request)
    }
    // Apple's contexts apply the limit to the rows of the store before they merge unsaved changes. The number of a
    // parent's changes is not known, so a child context fetches without a limit.
    if let count = limit.count, !context.hasParent {
      request.fetchLimit = offset + count + context.updatedObjects.count + context.deletedObjects.count
    }
    let ids = try context.fetch(request).dropFirst(offset)
    return Array(ids.prefix(limit.most))
  }

  /// Whether the present values of an object match the request.
  ///
  /// - Complexity: O(1). If the request has a predicate, a fault is fired.
  func matches(_ object: NSManagedObject) -> Bool { object.isFound(by: request, of: entity) }

  /// Whether membership or order may depend on related objects.
  var readsRelated: Bool {
    if request.sortDescriptors?.contains(where: { $0.key?.contains(".") ?? true }) == true { return true }
    // A predicate's description is its format. The values that a block reads are not known.
    guard let predicate = request.predicate?.description else { return false }
    return predicate.contains(".") || predicate.hasPrefix("<") || predicate.contains("BLOCKPREDICATE")
  }

  /// Whether a change of an object of an entity may change the list.
  func concerns(_ other: NSEntityDescription) -> Bool { readsRelated || other.isKindOf(entity: entity) }
}

extension FetchRequests {
  /// Inserts an object; nil if the entity is abstract or has no name, or if its class is not `Item`.
  static func insert<Item: NSManagedObject>(
    _ entity: NSEntityDescription, into context: NSManagedObjectContext
  ) -> Item? {
    guard !entity.isAbstract, let name = entity.name,
      (try? ObjectClasses.check(Item.self, of: entity, with: false)) != nil
    else { return nil }
    return NSEntityDescription.insertNewObject(forEntityName: name, into: context) as? Item
  }
}
