import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Batch requests at unusual moments, and of unusual data.
@Suite("Batch requests in callbacks, at the same time as other requests, and of damaged or foreign data")
struct BatchOccasionTests {
  private func update(_ entity: String, _ values: [String: Any]) -> NSBatchUpdateRequest {
    let request = NSBatchUpdateRequest(entityName: entity)
    request.propertiesToUpdate = values
    request.resultType = .updatedObjectIDsResultType
    return request
  }

  /// Executes a request in a list's context whenever the list changes, and merges the result.
  private final class Executing: NSObject, NSFetchedResultsControllerDelegate {
    var turns = 3
    let body: () throws -> [AnyHashable: Any]
    init(_ body: @escaping () throws -> [AnyHashable: Any]) { self.body = body }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
      turns -= 1
      guard turns >= 0 else { return }
      do {
        let changes = try body()
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: changes, into: [controller.managedObjectContext])
      } catch { Issue.record(error) }
    }
  }

  @Test("Within a list's callback, with unsaved changes", arguments: MusicStack.types)
  func inACallback(type: String) throws {
    try MusicStack(type).run { context in
      for number in 0..<6 { try context.insert("Tag", ["name": "\(number)", "weight": number]) }
      try context.save()
      let fetch = NSFetchRequest<NSManagedObject>(entityName: "Tag")
      fetch.sortDescriptors = [NSSortDescriptor(key: "weight", ascending: true)]
      let list = NSFetchedResultsController(
        fetchRequest: fetch, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      let delegate = Executing {
        let request = update("Tag", ["weight": CoreData.NSExpression(format: "10 - weight")])
        let updated = (try context.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID] ?? []
        let last = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
        last.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
        last.fetchLimit = 1
        let deletion = NSBatchDeleteRequest(fetchRequest: last)
        deletion.resultType = .resultTypeObjectIDs
        let deleted = (try context.execute(deletion) as? NSBatchDeleteResult)?.result as? [NSManagedObjectID] ?? []
        return [NSUpdatedObjectsKey: updated, NSDeletedObjectsKey: deleted]
      }
      list.delegate = delegate
      try list.performFetch()
      try #require(list.fetchedObjects?.first).setValue("changed", forKey: "name")
      context.processPendingChanges()
      #expect(delegate.turns < 0)
      let fresh = try context.fetch(fetch).map(\.objectID)
      #expect(list.fetchedObjects?.map(\.objectID) == fresh)
      #expect(fresh.count == 3)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(try context.fetch(fetch).map(\.objectID) == list.fetchedObjects?.map(\.objectID))
    }
  }

  /// The version of the stored row shows that the request changed it, too.
  @Test("What was changed here and by the request is in conflict", arguments: MusicStack.types)
  func conflict(type: String) throws {
    try MusicStack(type).run { context in
      let tag = try context.insert("Tag", ["name": "a", "weight": 1])
      try context.save()
      tag.setValue("mine", forKey: "name")
      try context.execute(update("Tag", ["weight": 7]))
      let error = #expect(throws: NSError.self) { try context.save() }
      #expect(error?.code == NSManagedObjectMergeError)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
      #expect(tag.text("name") == "mine" && tag.text("weight") == "7")
    }
  }

  /// Another coordinator inserts a unique value after the request has searched for it, and before anything is written.
  @Test func anotherInsertsBetweenTheLookAndTheSave() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let rows = try #require(stack.store.rows as? SQLiteStore)
    let other = try stack.newExternalContext()
    try stack.run { context in
      try context.insert("Track", ["title": "old", "code": "x"])
      try context.save()
      let turns = Protected(0)
      rows.writer.setWillWrite { _ in
        let turn = turns.withLock { turn in
          turn += 1
          return turn
        }
        guard turn == 1 else { return }
        try other.performAndWait {
          try other.insert("Track", ["title": "theirs", "code": "y"])
          try other.save()
        }
      }
      defer { rows.writer.setWillWrite(nil) }
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let request = NSBatchInsertRequest(
        entityName: "Track", objects: ["x", "y", "z"].map { ["title": "new \($0)", "code": $0] })
      request.resultType = .count
      #expect((try context.execute(request) as? NSBatchInsertResult)?.result as? Int == 3)
      #expect(turns.withLock { $0 } > 1)
      context.reset()
      #expect(try context.texts("Track", "title").sorted() == ["new x", "new y", "new z"])
    }
  }

  /// Places within places. Some are deleted with the place that contains them, some stay.
  @Test("Rows refer to rows of their own table", arguments: HistoryStack.kinds.map(\.tracksHistory))
  func ownTable(tracksHistory: Bool) throws {
    let place = NSEntityDescription("Place", [NSAttributeDescription("name")])
    place.relate("parts", .many, to: place, "whole", .one)
    for type in MusicStack.types {
      let model = try #require(NSManagedObjectModel([place]).copy() as? NSManagedObjectModel)
      let stack = try MusicStack(type, model, options: [NSPersistentHistoryTrackingKey: tracksHistory as NSNumber])
      try stack.run { context in
        var places: [NSManagedObject] = []
        for name in ["a", "b", "c", "d"] {
          places.append(try context.insert("Place", ["name": name, "whole": places.last]))
        }
        try context.save()
        let deletion = NSBatchDeleteRequest(objectIDs: [places[1].objectID, places[0].objectID])
        deletion.resultType = .resultTypeCount
        #expect((try context.execute(deletion) as? NSBatchDeleteResult)?.result as? Int == 2)
        context.reset()
        let left = try context.all("Place", by: "name").map {
          [$0.text("name"), $0.text("whole"), "\($0.row?.version ?? 0)"]
        }
        #expect(left.map { $0[0] } == ["c", "d"] && left[0][1] == "nil" && left[1][1] != "nil", "\(type)")
        #expect(left.map { $0[2] } == ["2", "1"], "\(type)")
      }
    }
  }

  /// Each pair of friends has two rows in the join table.
  @Test("A relationship that is its own inverse loses both halves of its pairs", arguments: MusicStack.types)
  func ownInverse(type: String) throws {
    let person = NSEntityDescription("Person", [NSAttributeDescription("name")])
    let friends = NSRelationshipDescription()
    (friends.name, friends.destinationEntity, friends.inverseRelationship) = ("friends", person, friends)
    (friends.minCount, friends.maxCount, friends.deleteRule) = (0, 0, .nullifyDeleteRule)
    person.properties.append(friends)
    let stack = try MusicStack(type, NSManagedObjectModel([person]))
    try stack.run { context in
      let people = try ["a", "b", "c"].map { try context.insert("Person", ["name": $0]) }
      people[0].setValue(Set(people[1...]), forKey: "friends")
      try context.save()
      try context.execute(NSBatchDeleteRequest(objectIDs: [people[1].objectID]))
      context.reset()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "friends.@count == 1")
      #expect(try context.fetch(request).map { $0.text("name") }.sorted() == ["a", "c"])
      request.predicate = NSPredicate(format: "friends.@count != 1")
      #expect(try context.count(for: request) == 0)
    }
    guard type == NSSQLiteStoreType, let path = stack.store.url?.path else { return }
    let tables = "SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*' AND type = 'table'"
    let connection = try Connection(path: path, mode: .reading, timeout: 1)
    let table = try #require(try connection.text(tables))
    #expect(try connection.text("SELECT count(*) FROM \(table)") == "2")
  }

  /// Both stores give their first row the same primary key.
  @Test("IDs of another stack's store are passed over", arguments: MusicStack.types)
  func foreignIDs(type: String) throws {
    let (own, other) = (try MusicStack(type), try MusicStack(type))
    var ids: [NSManagedObjectID] = []
    for stack in [own, other] {
      try stack.run { context in
        let tag = try context.insert("Tag", ["name": "t"])
        try context.save()
        ids.append(tag.objectID)
      }
    }
    try own.run { context in
      let request = NSBatchDeleteRequest(objectIDs: [ids[1]])
      request.resultType = .resultTypeCount
      let result = try context.execute(request) as? NSBatchDeleteResult
      #expect(result?.result as? Int == 0)
    }
    for stack in [own, other] {
      try stack.run { context in
        let names = try context.texts("Tag", "name")
        #expect(names == ["t"])
      }
    }
  }

  /// The condition alone has as many parameters as a statement may have. The new value is one more.
  @Test func aConditionThatDoesNotFitBehindTheValues() throws {
    try MusicStack(NSSQLiteStoreType).run { context in
      for name in ["a", "b", "c"] { try context.insert("Tag", ["name": name, "weight": 1]) }
      try context.save()
      let most = PredicateSQL.greatestBindingCount
      let weights = (1..<most).map { NSPredicate(format: "weight != %d", -$0) }
      for count in [most - 1, most] {
        let request = update("Tag", ["weight": count])
        request.predicate = NSCompoundPredicate(
          andPredicateWithSubpredicates: weights.prefix(count - 1) + [NSPredicate(format: "name == 'b'")])
        let result = (try context.execute(request) as? NSBatchUpdateResult)?.result as? [NSManagedObjectID]
        #expect(result?.count == 1, "\(count)")
        context.reset()
        #expect(try context.all("Tag", by: "name").map { $0.text("weight") } == ["1", "\(count)", "1"])
      }
    }
  }

  /// In a chain of places, only the last one has no open part. Once it is closed, the one before it has none, either.
  @Test("A condition is of the rows as they were before the update", arguments: MusicStack.types)
  func conditionOfOwnTable(type: String) throws {
    let place = NSEntityDescription(
      "Place", [NSAttributeDescription("name"), NSAttributeDescription("isOpen", .booleanAttributeType)])
    place.relate("parts", .many, to: place, "whole", .one)
    try MusicStack(type, NSManagedObjectModel([place])).run { context in
      var places: [NSManagedObject] = []
      for name in ["d", "c", "b", "a"] {
        let place = try context.insert("Place", ["name": name, "isOpen": true])
        places.last?.setValue(place, forKey: "whole")
        places.append(place)
      }
      try context.save()
      let request = update("Place", ["isOpen": false])
      request.predicate = NSPredicate(format: "SUBQUERY(parts, $p, $p.isOpen == YES).@count == 0")
      try context.execute(request)
      context.reset()
      #expect(try context.all("Place", by: "name").map { $0.text("isOpen") } == ["1", "1", "1", "0"])
    }
  }

  /// A stored value that is not a number stays as it is, and the error names its object.
  @Test func aDamagedNumberIsNotComputedOf() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let url = try #require(stack.store.url)
    try stack.run { context in
      for number in 0..<3 { try context.insert("Tag", ["name": "\(number)", "weight": number]) }
      try context.save()
    }
    let connection = try Connection(path: url.path, mode: .writing, timeout: 1)
    try connection.execute("UPDATE ZTAG SET ZWEIGHT = 'heavy' WHERE ZNAME = '1'")
    let stored = "SELECT group_concat(quote(ZWEIGHT) || Z_OPT) FROM ZTAG"
    let before = try connection.text(stored)
    try stack.run { context in
      let request = update("Tag", ["weight": CoreData.NSExpression(format: "weight + 1")])
      let error = #expect(throws: NSError.self) { try context.execute(request) }
      #expect(error?.code == 259)
      let columns = NSFetchRequest<NSDictionary>(entityName: "Tag")
      columns.resultType = .dictionaryResultType
      let column = NSExpressionDescription()
      (column.name, column.expression) = ("twice", .init(format: "weight * 2"))
      columns.propertiesToFetch = [column]
      let other = #expect(throws: NSError.self) { try context.fetch(columns) }
      #expect(other?.code == 259 && other?.localizedDescription.contains("weight") == true)
      for format in ["sum:(weight)", "average:(weight)", "min:(weight)", "max:(weight * 2)", "sum:(weight + 1)"] {
        let groups = columns.copy(giving: NSDictionary.self)
        let function = NSExpressionDescription()
        (function.name, function.expression) = ("function", .init(format: format))
        groups.propertiesToFetch = [function]
        let error = #expect(throws: NSError.self, "\(format)") { try context.fetch(groups) }
        #expect(error?.code == 259 && error?.localizedDescription.contains("weight") == true, "\(format)")
      }
      // A request that does not read this value succeeds.
      try context.execute(update("Tag", ["name": "n"]))
    }
    #expect(before == "0" + "1,'heavy'1,21")
    #expect(try connection.text(stored) == "02,'heavy'2,22")
  }

  /// Columns have the values of the generation that the context has chosen, not the newest ones.
  @Test func columnsOfAnEarlierGeneration() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    try stack.saving { try $0.insert("Tag", ["name": "a", "weight": 1]) }
    try stack.run { context in
      try context.setQueryGenerationFrom(.current)
      let columns = NSFetchRequest<NSDictionary>(entityName: "Tag")
      columns.resultType = .dictionaryResultType
      let column = NSExpressionDescription()
      (column.name, column.expression) = ("twice", .init(format: "weight * 2"))
      columns.propertiesToFetch = [column]
      #expect(try context.fetch(columns).map { $0["twice"] as? Int } == [2])
      let other = stack.newContext()
      try other.performAndWait { _ = try other.execute(update("Tag", ["weight": 7])) }
      #expect(try context.fetch(columns).map { $0["twice"] as? Int } == [2])
      try context.setQueryGenerationFrom(nil)
      #expect(try context.fetch(columns).map { $0["twice"] as? Int } == [14])
    }
  }
}
