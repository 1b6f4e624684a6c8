import CoreData
import Foundation

/// A random batch request of a stress run, and the merge of its result.
struct StressBatch {
  var random: SeededRandom

  mutating func perform(on stage: StressStage) throws -> String {
    let (changes, done): ([AnyHashable: Any], String)
    do {
      (changes, done) = try write(on: stage)
    } catch let error as NSError where stage.library.context.mayRefuse(error) {
      return "batch, refused"
    }
    NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: stage.library.chain)
    stage.twin.note(written: changes)
    try stage.otherContext?.note(written: changes)
    return "batch: \(done)"
  }

  /// - Returns: the IDs of the written objects, as `mergeChanges(fromRemoteContextSave:into:)` takes them, and a
  ///   description.
  private mutating func write(on stage: StressStage) throws -> ([AnyHashable: Any], String) {
    let context = stage.library.context
    let matching = NSPredicate(format: "position == %d", random.below(10))
    switch random.below(4) {
    case 0:
      let fetch = NSFetchRequest<NSManagedObject>(entityName: ["Track", "Track", "Album", "Artist"][random.below(4)])
      fetch.predicate = matching
      // The result of a batch deletion does not name the objects that pointed to the deleted ones, so a program that
      // merges it adds them as updated. In the store other objects may point to them than in the context, which has
      // unsaved changes.
      let stored = stage.library.newContext()
      let owners =
        try !stage.hasDependencies
        ? []
        : Self.owners(of: context.fetch(fetch))
          .union(stored.performAndWait { () throws in try Self.owners(of: stored.fetch(fetch)) })
      let request = NSBatchDeleteRequest(
        fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: fetch.entityName ?? ""))
      request.fetchRequest.predicate = matching
      request.resultType = .resultTypeObjectIDs
      let result = try context.execute(request) as? NSBatchDeleteResult
      let deleted = result?.result as? [NSManagedObjectID] ?? []
      return (
        [NSDeletedObjectsKey: deleted, NSUpdatedObjectsKey: Array(owners.subtracting(deleted))],
        "delete \(fetch.entityName ?? "")s where \(matching)"
      )
    case 1:
      let hasCodes = stage.library.traits.hasCodes
      let objects = (0...random.below(3)).map { _ in
        var values = ["title": "T\(random.name())", "position": random.below(10)] as [String: Any]
        if hasCodes, let code = random.code() { values["code"] = code }
        return values
      }
      let hasSubentities = context.persistentStoreCoordinator?.managedObjectModel.entitiesByName["Remix"] != nil
      let entity = hasSubentities && random.oneIn(2) ? "Remix" : "Track"
      let request =
        random.oneIn(2) ? byHandler(of: entity, objects) : NSBatchInsertRequest(entityName: entity, objects: objects)
      request.resultType = .objectIDs
      let result = try context.execute(request) as? NSBatchInsertResult
      return ([NSInsertedObjectsKey: result?.result as? [NSManagedObjectID] ?? []], "insert \(objects.count)")
    case 2:
      let position = random.below(10)
      var values = ["title": "T\(random.name())", "position": position] as [String: Any]
      // An expression reads the stored value.
      if position.isMultiple(of: 2) { values["position"] = CoreData.NSExpression(format: "9 - position") }
      return (try update("Track", values, matching, in: context), "update tracks where \(matching)")
    default:
      let values = ["isOld": random.oneIn(2), "position": random.below(10)] as [String: Any]
      return (try update("Album", values, matching, in: context), "update albums where \(matching)")
    }
  }

  private func byHandler(of entity: String, _ objects: [[String: Any]]) -> NSBatchInsertRequest {
    var rest = objects[...]
    return NSBatchInsertRequest(entityName: entity) { (object: NSManagedObject) in
      guard let values = rest.popFirst() else { return true }
      for (key, value) in values { object.setValue(value, forKey: key) }
      return false
    }
  }

  private static func owners(of objects: [NSManagedObject]) -> Set<NSManagedObjectID> {
    var owners: Set<NSManagedObjectID> = []
    for object in objects {
      for name in object.entity.relationshipsByName.keys {
        owners.formUnion(object.objectIDs(forRelationshipNamed: name))
      }
    }
    return owners
  }

  private func update(
    _ entity: String, _ values: [String: Any], _ matching: NSPredicate, in context: NSManagedObjectContext
  ) throws -> [AnyHashable: Any] {
    let request = NSBatchUpdateRequest(entityName: entity)
    request.predicate = matching
    request.propertiesToUpdate = values
    request.resultType = .updatedObjectIDsResultType
    let result = try context.execute(request) as? NSBatchUpdateResult
    return [NSUpdatedObjectsKey: result?.result as? [NSManagedObjectID] ?? []]
  }
}
