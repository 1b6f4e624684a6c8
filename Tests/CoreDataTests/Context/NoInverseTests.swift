import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Lists have tags by a relationship without an inverse. A tag is in at most one list.
enum ListModel {
  static func make(
    _ kind: NSRelationshipDescription.Count = .many, _ rule: NSDeleteRule = .nullifyDeleteRule
  ) -> NSManagedObjectModel {
    let tag = NSEntityDescription("Tag", [NSAttributeDescription("name")])
    let label = NSEntityDescription("Label", [NSAttributeDescription("color")])
    tag.subentities = [label]
    let list = NSEntityDescription("List", [NSAttributeDescription("name")])
    let special = NSEntityDescription("Special", [NSAttributeDescription("note")])
    list.subentities = [special]
    let tags = NSRelationshipDescription("tags", kind, to: tag)
    tags.deleteRule = rule
    list.properties.append(tags)
    return NSManagedObjectModel([list, special, tag, label])
  }
}

/// A tag that records the callbacks that it gets.
final class CalledTag: NSManagedObject {
  var called: [String] = []

  override func willSave() { called.append("willSave") }
  override func didSave() { called.append("didSave") }
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) { called.append("awake") }

  override func validateForUpdate() throws {
    called.append("validateForUpdate")
    try super.validateForUpdate()
  }
}

@Suite("To-many relationships without an inverse")
struct NoInverseTests {
  private static func names(_ list: NSManagedObject?) -> [String] {
    let value = list?.value(forKey: "tags")
    if let ordered = value as? NSOrderedSet {
      return ordered.array.compactMap { ($0 as? NSManagedObject)?.text("name") }
    }
    return ((value as? NSSet)?.allObjects ?? []).compactMap { ($0 as? NSManagedObject)?.text("name") }.sorted()
  }

  private static func set(_ tags: [NSManagedObject], of list: NSManagedObject, _ kind: NSRelationshipDescription.Count)
  {
    list.setValue(kind == .ordered ? NSOrderedSet(array: tags) as Any : NSSet(array: tags), forKey: "tags")
  }

  /// Two lists, one of them of a subentity, and three tags, one of them of a subentity: `l: a b | m: c`.
  private func fill(_ stack: MusicStack, _ kind: NSRelationshipDescription.Count) throws {
    try stack.run { context in
      let tags = try [("Tag", "a"), ("Label", "b"), ("Tag", "c")].map { try context.insert($0, ["name": $1]) }
      Self.set(Array(tags.prefix(2)), of: try context.insert("List", ["name": "l"]), kind)
      Self.set([tags[2]], of: try context.insert("Special", ["name": "m"]), kind)
      try context.save()
    }
  }

  private func lists(_ context: NSManagedObjectContext) throws -> (l: NSManagedObject, m: NSManagedObject) {
    (
      try #require(try context.all("List", where: "name == 'l'").first),
      try #require(try context.all("List", where: "name == 'm'").first)
    )
  }

  @Test(
    "A second owner takes a member over, and both change", arguments: MusicStack.types,
    [NSRelationshipDescription.Count.many, .ordered])
  func takingOver(type: String, kind: NSRelationshipDescription.Count) throws {
    let stack = try MusicStack(type, ListModel.make(kind))
    try fill(stack, kind)
    try stack.run { context in
      let (l, m) = try lists(context)
      #expect(Self.names(l) == ["a", "b"])
      let b = try #require(try context.all("Tag", where: "name == 'b'").first)
      #expect(b.entity.name == "Label")
      let changed = Protected<[UncheckedTransfer<Set<NSManagedObject>>]>([])
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { notification in
        let updated = notification.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
        let transfer = UncheckedTransfer(updated)
        changed.withLock { $0.append(transfer) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      let members = Self.names(m)
      let tags = try context.all("Tag", where: "name == 'c'") + [b]
      Self.set(tags, of: m, kind)
      context.processPendingChanges()
      #expect(members == ["c"])
      #expect(Self.names(l) == ["a"])
      #expect(Self.names(m) == (kind == .ordered ? ["c", "b"] : ["b", "c"]))
      // The member itself has not changed, from the program's view.
      #expect(changed.withLock { $0 }.map(\.value) == [[l, m]])
      #expect(context.updatedObjects == [l, m])
      #expect(!b.hasChanges && !b.isUpdated && b.changedValues().isEmpty)
      #expect(Set(m.changedValues().keys) == ["tags"] && Set(l.changedValues().keys) == ["tags"])
      try context.save()
    }
    try stack.run { context in
      let (l, m) = try lists(context)
      #expect(Self.names(l) == ["a"])
      #expect(Self.names(m) == (kind == .ordered ? ["c", "b"] : ["b", "c"]))
      #expect(try context.texts("List", "name", where: "tags.@count == 2") == ["m"])
      #expect(try context.texts("List", "name", where: "ANY tags.name == 'b'") == ["m"])
      #expect(try context.texts("List", "name", where: "SUBQUERY(tags, $t, $t.name == 'a').@count == 1") == ["l"])
      let request = NSFetchRequest<NSManagedObject>(entityName: "List")
      request.relationshipKeyPathsForPrefetching = ["tags"]
      #expect(try context.fetch(request).flatMap(Self.names).sorted() == ["a", "b", "c"])
    }
  }

  @Test("A take-over is undone, redone and rolled back at both owners", arguments: MusicStack.types)
  func undo(type: String) throws {
    let stack = try MusicStack(type, ListModel.make())
    try fill(stack, .many)
    try stack.run { context in
      context.undoManager = UndoManager()
      let (l, m) = try lists(context)
      let b = try #require(try context.all("Tag", where: "name == 'b'").first)
      m.mutableSetValue(forKey: "tags").add(b)
      context.processPendingChanges()
      #expect([Self.names(l), Self.names(m)] == [["a"], ["b", "c"]])
      context.undo()
      #expect([Self.names(l), Self.names(m)] == [["a", "b"], ["c"]])
      context.redo()
      #expect([Self.names(l), Self.names(m)] == [["a"], ["b", "c"]])
      context.rollback()
      #expect([Self.names(l), Self.names(m)] == [["a", "b"], ["c"]])
      #expect(!context.hasChanges)
    }
  }

  /// The save writes only the member's reference to its owner, which no program sees.
  @Test("Nothing is called of a member that only comes under another owner", arguments: MusicStack.types)
  func callbacks(type: String) throws {
    let model = ListModel.make()
    model.entitiesByName["Tag"]?.managedObjectClassName = String(reflecting: CalledTag.self)
    let stack = try MusicStack(type, model)
    try fill(stack, .many)
    try stack.run { context in
      context.undoManager = UndoManager()
      let (l, m) = try lists(context)
      let a = try #require(try context.all("Tag", where: "name == 'a'").first as? CalledTag)
      #expect(Self.names(l) == ["a", "b"])
      m.mutableSetValue(forKey: "tags").add(a)
      context.processPendingChanges()
      context.undo()
      #expect(Self.names(l) == ["a", "b"])
      context.redo()
      #expect([Self.names(l), Self.names(m)] == [["b"], ["a", "c"]])
      try context.save()
      #expect(a.called == [])
      a.setValue("A", forKey: "name")
      try context.save()
      #expect(a.called == ["willSave", "validateForUpdate", "didSave"])
    }
  }

  @Test(
    "Two contexts that give a member to different owners are in conflict about the member", arguments: MusicStack.types,
    [
      NSMergePolicyType.errorMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType,
      .mergeByPropertyStoreTrumpMergePolicyType,
    ])
  func conflict(type: String, policy: NSMergePolicyType) throws {
    let stack = try MusicStack(type, ListModel.make())
    try fill(stack, .many)
    let context = stack.newContext()
    context.mergePolicy = NSMergePolicy(merge: policy)
    try context.performAndWait {
      let (_, m) = try lists(context)
      let a = try #require(try context.all("Tag", where: "name == 'a'").first)
      _ = Self.names(m)
      m.mutableSetValue(forKey: "tags").add(a)
      let notification = try stack.saving { other in
        let new = try other.insert("List", ["name": "n"])
        new.mutableSetValue(forKey: "tags").add(try #require(try other.all("Tag", where: "name == 'a'").first))
      }
      if policy == .errorMergePolicyType {
        let error = try #require(throws: NSError.self) { try context.save() }
        let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict]
        #expect(conflicts?.map(\.sourceObject) == [a])
        #expect(conflicts?.first?.cachedSnapshot?.keys.sorted() == ["name"])
        return
      }
      try context.save()
      context.mergeChanges(fromContextDidSave: notification)
      let isOurs = policy == .mergeByPropertyObjectTrumpMergePolicyType
      context.reset()
      let found = try context.all("List").map { "\($0.text("name")): \(Self.names($0).joined())" }.sorted()
      #expect(found == (isOurs ? ["l: b", "m: ac", "n: "] : ["l: b", "m: c", "n: a"]))
    }
  }

  @Test("A merge brings a take-over to both owners", arguments: MusicStack.types)
  func merging(type: String) throws {
    let stack = try MusicStack(type, ListModel.make())
    try fill(stack, .many)
    let context = stack.newContext()
    try context.performAndWait {
      let (l, m) = try lists(context)
      #expect([Self.names(l), Self.names(m)] == [["a", "b"], ["c"]])
      let notification = try stack.saving { other in
        let m = try #require(try other.all("List", where: "name == 'm'").first)
        m.mutableSetValue(forKey: "tags").add(try #require(try other.all("Tag", where: "name == 'a'").first))
      }
      context.mergeChanges(fromContextDidSave: notification)
      #expect([Self.names(l), Self.names(m)] == [["b"], ["a", "c"]])
      #expect(!context.hasChanges)
    }
  }

  /// A save of another coordinator contains no rows. It names the two lists by their IDs, and it does not name the tag.
  @Test("A merge of another coordinator's save brings the members of the owners that it names")
  func mergingOwnersAlone() throws {
    let stack = try MusicStack(NSSQLiteStoreType, ListModel.make())
    try fill(stack, .many)
    let other = try stack.newExternalContext()
    try stack.run { context in
      let (l, m) = try lists(context)
      let a = try #require(try context.all("Tag", where: "name == 'a'").first)
      #expect([Self.names(l), Self.names(m)] == [["a", "b"], ["c"]] && a.text("name") == "a")
      let notification = try other.performAndWait {
        let m = try #require(try other.all("List", where: "name == 'm'").first)
        m.mutableSetValue(forKey: "tags").add(try #require(try other.all("Tag", where: "name == 'a'").first))
        return try MusicStack.save(other)
      }
      context.mergeChanges(fromContextDidSave: notification)
      #expect([Self.names(l), Self.names(m)] == [["b"], ["a", "c"]])
      m.mutableSetValue(forKey: "tags").remove(a)
      a.setValue("A", forKey: "name")
      try context.save()
      context.reset()
      let found = try context.all("List").map { "\($0.text("name")): \(Self.names($0).joined())" }.sorted()
      #expect(found == ["l: b", "m: c"])
      #expect(try context.texts("Tag", "name") == ["A", "b", "c"])
    }
  }

  @Test("A child's take-over reaches its parent, and the store", arguments: MusicStack.types)
  func children(type: String) throws {
    let stack = try MusicStack(type, ListModel.make())
    try fill(stack, .many)
    try stack.run { context in
      let (l, m) = try lists(context)
      #expect([Self.names(l), Self.names(m)] == [["a", "b"], ["c"]])
      let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      child.parent = context
      try child.performAndWait {
        let m = try #require(try child.all("List", where: "name == 'm'").first)
        m.mutableSetValue(forKey: "tags").add(try #require(try child.all("Tag", where: "name == 'a'").first))
        try child.save()
      }
      #expect([Self.names(l), Self.names(m)] == [["b"], ["a", "c"]])
      try context.save()
      context.reset()
      let found = try context.all("List").map { "\($0.text("name")): \(Self.names($0).joined())" }.sorted()
      #expect(found == ["l: b", "m: ac"])
    }
  }

  @Test("A deleted owner leaves, takes along or denies its members, by its rule", arguments: MusicStack.types)
  func deleteRules(type: String) throws {
    for rule in [NSDeleteRule.nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule, .noActionDeleteRule] {
      let stack = try MusicStack(type, ListModel.make(.many, rule))
      try fill(stack, .many)
      try stack.run { context in
        context.delete(try lists(context).l)
        if rule == .denyDeleteRule {
          let error = try #require(throws: NSError.self) { try context.save() }
          #expect(error.code == NSValidationRelationshipDeniedDeleteError)
          return
        }
        try context.save()
        context.reset()
        #expect(try context.texts("Tag", "name") == (rule == .cascadeDeleteRule ? ["c"] : ["a", "b", "c"]))
        // A tag that has lost its owner may get another one.
        let m = try #require(try context.all("List").first)
        Self.set(try context.all("Tag"), of: m, .many)
        try context.save()
        context.reset()
        #expect(Self.names(try context.all("List").first) == (rule == .cascadeDeleteRule ? ["c"] : ["a", "b", "c"]))
      }
    }
  }

  @Test("Batch deletions take members out, and leave those of a deleted owner without one", arguments: MusicStack.types)
  func batchDeletion(type: String) throws {
    let stack = try MusicStack(type, ListModel.make())
    try fill(stack, .many)
    try stack.run { context in
      for format in ["Tag: name == 'a'", "List: name == 'm'"] {
        let parts = format.components(separatedBy: ": ")
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: parts[0])
        request.predicate = NSPredicate(format: parts[1])
        try context.execute(NSBatchDeleteRequest(fetchRequest: request))
      }
      context.reset()
      #expect(try context.all("List").map { "\($0.text("name")): \(Self.names($0).joined())" } == ["l: b"])
      let list = try #require(try context.all("List").first)
      Self.set(try context.all("Tag"), of: list, .many)
      try context.save()
      context.reset()
      #expect(Self.names(try context.all("List").first) == ["b", "c"])
    }
  }

  @Test("No program reaches the reference to the owner")
  func hidden() throws {
    let stack = try MusicStack(NSSQLiteStoreType, ListModel.make())
    try fill(stack, .many)
    try stack.run { context in
      let a = try #require(try context.all("Tag", where: "name == 'a'").first)
      #expect(a.entity.propertiesByName.keys.sorted() == ["name"])
      #expect(a.committedValues(forKeys: nil).keys.sorted() == ["name"])
      let error = #expect(throws: NSError.self) { try context.all("Tag", where: "List.tags == nil") }
      #expect(error != nil)
      let request = NSFetchRequest<NSDictionary>(entityName: "Tag")
      request.resultType = .dictionaryResultType
      #expect(try context.fetch(request).first?.allKeys as? [String] == ["name"])
    }
  }

  /// A migration in place gives entities new numbers, but does not rename columns.
  @Test(
    "Columns that carry the owner's former number are found, those of the order too",
    arguments: [NSRelationshipDescription.Count.many, .ordered])
  func formerNumbers(kind: NSRelationshipDescription.Count) throws {
    let stack = try MusicStack(NSSQLiteStoreType, ListModel.make(kind))
    try fill(stack, kind)
    let url = try #require(stack.store.url)
    let before = [#"l: ["a", "b"]"#, #"m: ["c"]"#]
    try stack.coordinator.remove(stack.store)
    let database = try SampleDatabase(url.path)
    try database.execute("DROP INDEX ZTAG_Z1TAGS_INDEX")
    try database.execute("ALTER TABLE ZTAG RENAME COLUMN Z1TAGS TO Z7TAGS")
    try database.execute("ALTER TABLE ZTAG DROP COLUMN Z1_1TAGS")
    if kind == .ordered { try database.execute("ALTER TABLE ZTAG RENAME COLUMN Z_FOK_1TAGS TO Z_FOK_7TAGS") }
    database.close()
    let store = try stack.coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: nil)
    try stack.run { context in
      context.reset()
      #expect(try context.all("List").map { "\($0.text("name")): \(Self.names($0))" }.sorted() == before)
      let list = try #require(try context.all("List", where: "name == 'm'").first)
      Self.set(try context.all("Tag"), of: list, kind)
      try context.save()
      context.reset()
      #expect(Set(Self.names(try context.all("List", where: "name == 'm'").first)) == ["a", "b", "c"])
    }
    try stack.coordinator.remove(store)
  }

  @Test("The columns of a new store are Apple's")
  func columns() throws {
    for kind in [NSRelationshipDescription.Count.many, .ordered] {
      let expected = "ZNAME Z1TAGS Z1_1TAGS ZCOLOR" + (kind == .ordered ? " Z_FOK_1TAGS" : "")
      let stack = try MusicStack(NSSQLiteStoreType, ListModel.make(kind))
      let database = try SampleDatabase(#require(stack.store.url).path)
      defer { database.close() }
      let columns = try database.rows("SELECT name FROM pragma_table_info('ZTAG')").compactMap { $0[0].text }
      #expect(Set(columns) == Set(expected.components(separatedBy: " ") + ["Z_PK", "Z_ENT", "Z_OPT"]))
      #expect(
        try database.rows("SELECT sql FROM sqlite_master WHERE name = 'ZTAG_Z1TAGS_INDEX'")
          == [[.text("CREATE INDEX ZTAG_Z1TAGS_INDEX ON ZTAG (Z1TAGS)")]])
      #expect(try database.rows("SELECT name FROM sqlite_master WHERE name GLOB 'Z_[0-9]*'") == [])
    }
  }
}
