import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A call that a callback makes.
enum ReentrantCall: String, CaseIterable, Sendable {
  case nothing
  // These calls do not change what is saved.
  case save, processPendingChanges, fetch, fetchFilled, count, refreshAll, refreshKeeping, performAndWait, perform
  case obtainIDs, existing, read, history, asynchronousFetch, mergeNothing, hasChanges, canUndo, saveOther,
    updateNothing
  case detectConflicts, generation, fetchList, changedValues
  // These calls may change it.
  case rollback, reset, undo, redo, refresh, insert, delete, deleteSelf, reinsert, change, changeOther, batchInsert
  case batchDelete, batchUpdate, beginGroup, endGroup, removeActions, relate, saveChild, changeByOther, resetChild
  case mergeOther

  var isHarmless: Bool {
    guard let place = Self.allCases.firstIndex(of: self), let first = Self.allCases.firstIndex(of: .rollback) else {
      return false
    }
    return place < first
  }
}

/// A context with everything that can call back, and a script that triggers all callbacks.
final class CallbackStage: NSObject {
  let stack: MusicStack
  let context: CallerContext
  let child: NSManagedObjectContext
  let manager = UndoManager()
  private let list: NSFetchedResultsController<NSManagedObject>
  private var tokens: [any NSObjectProtocol] = []
  private var watched: KeyWatcher?
  /// The call, and the callbacks in which it is made.
  private var plan: (place: CallbackPlace, call: ReentrantCall, depth: Int)?
  private var depth = 0
  private(set) var calls = 0
  private var reached: Set<CallbackPlace> = []
  private(set) var log: [String] = []

  init(_ type: String) throws {
    stack = try MusicStack(type, CallerModel.make(), options: [NSPersistentHistoryTrackingKey: NSNumber(value: true)])
    context = CallerContext(.privateQueue)
    context.persistentStoreCoordinator = stack.coordinator
    context.mergePolicy = CallerPolicy()
    context.undoManager = manager
    child = NSManagedObjectContext(.privateQueue)
    child.parent = context
    let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    list = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    super.init()
    list.delegate = self
    watched = KeyWatcher()
    watched.map(context.addObserver)
    for place in CallbackPlace.allCases {
      guard let name = place.notification else { continue }
      let source: AnyObject = place.isOfUndoManager ? manager : place == .parentNotification ? child : context
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: source, queue: nil) { _ in
          Callbacks.call(place)
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  /// Runs the script. Each callback of a place makes the call.
  ///
  /// - Parameter depth: the greatest number of nested calls, each in a callback of the previous one.
  /// - Returns: the store's content after the first part of the script, in which everything is saved whatever is
  ///   called, and whether the place was reached.
  func run(_ place: CallbackPlace, _ call: ReentrantCall, depth: Int) throws -> (first: [String], isReached: Bool) {
    let handler = UncheckedTransfer { [unowned self] (place: CallbackPlace, object: NSManagedObject?) in
      self.called(place, object)
    }
    return try Callbacks.$handler.withValue(handler) {
      let first = try context.performAndWait { try script(place, call, depth) }
      return (first, reached.contains(place))
    }
  }

  private func called(_ place: CallbackPlace, _ object: NSManagedObject?) {
    reached.insert(place)
    guard let plan, plan.place == place, depth < plan.depth, calls < 30 else { return }
    calls += 1
    depth += 1
    defer { depth -= 1 }
    do {
      try perform(plan.call, object)
    } catch {
      log.append("\(place) \(plan.call): \((error as NSError).code)")
    }
  }

  // MARK: The script

  private func node(_ name: String, _ values: [String: Any?] = [:]) -> NSManagedObject {
    let node = NSEntityDescription.insertNewObject(forEntityName: "Node", into: context)
    set(node, "name", name)
    for (key, value) in values { set(node, key, value) }
    return node
  }

  private func set(_ object: NSManagedObject, _ key: String, _ value: Any?) {
    if isHere(object) { object.setValue(value, forKey: key) }
  }

  private func isHere(_ object: NSManagedObject?) -> Bool {
    object?.managedObjectContext === context && object?.isDeleted == false
  }

  private func named(_ name: String) throws -> NSManagedObject? {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try context.fetch(request).first
  }

  private func save() {
    do { try context.save() } catch { log.append("save: \((error as NSError).code)") }
  }

  private func elsewhere(_ edit: (NSManagedObject) -> Void, _ name: String) throws -> Notification? {
    let handler = Callbacks.handler
    return try Callbacks.$handler.withValue(nil) {
      _ = handler
      let other = stack.newContext()
      return try other.performAndWait {
        other.mergePolicy = NSMergePolicy.overwrite
        let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
        request.predicate = NSPredicate(format: "name == %@", name)
        guard let object = try other.fetch(request).first else { return nil }
        edit(object)
        return other.hasChanges ? try MusicStack.save(other) : nil
      }
    }
  }

  private func script(_ place: CallbackPlace, _ call: ReentrantCall, _ depth: Int) throws -> [String] {
    let a = node("a", ["note": "first", "code": "A"])
    for name in ["b", "c"] { set(node(name, ["code": name]), "parent", a) }
    let d = node("d")
    let e = node("e", ["note": "e's"])
    set(d, "friends", Set([a, e]))
    set(a, "steps", NSOrderedSet(array: [d, e]))
    try context.save()
    manager.removeAllActions()
    try list.performFetch()
    context.refreshAllObjects()
    plan = (place, call, depth)

    // Edits, fetches, faults, a merge, a version conflict and a conflict of unique values. All of this is saved.
    if let a = try named("a") {
      _ = a.value(forKey: "note")
      set(a, "number", 1)
      set(a, "note", "second")
      set(a, "mood", "fine")
    }
    let g = node("g", ["note": "g's", "code": "G"])
    if let e = try named("e") { set(g, "parent", e) }
    context.processPendingChanges()
    try fetchByBlock()
    save()
    if let merged = try elsewhere({ $0.setValue(7, forKey: "number") }, "d") {
      context.mergeChanges(fromContextDidSave: merged)
    }
    if let b = try named("b") {
      _ = b.value(forKey: "number")
      let notice = try elsewhere({ $0.setValue(5, forKey: "number") }, "b")
      set(b, "code", "B")
      save()
      notice.map(context.mergeChanges)
    }
    _ = node("h", ["code": "G", "note": "h's"])
    save()
    childSave("k")
    save()
    if let c = try named("c") { delete(c) }
    context.processPendingChanges()
    save()
    let first = try contents()

    // Undo and redo, and deletions with their rules.
    if let a = try named("a") { delete(a) }
    set(node("i"), "code", "I")
    context.processPendingChanges()
    closeGroups()
    context.undo()
    closeGroups()
    context.redo()
    closeGroups()
    context.undo()
    save()
    try insertByHandler()
    context.refreshAllObjects()
    if let e = try named("e") {
      forget(e)
      set(e, "number", 3)
      context.rollback()
      _ = try elsewhere({ $0.managedObjectContext?.delete($0) }, "e")
      forget(e)
      _ = e.value(forKey: "name")
    }
    if let a = try named("a") { delete(a) }
    save()
    closeGroups()
    context.undo()
    _ = node("j")
    context.reset()
    _ = try named("d")?.value(forKey: "note")
    save()
    plan = nil
    // Whatever happened, the context must still work.
    closeGroups()
    save()
    if context.hasChanges { context.rollback() }
    let z = node("z")
    save()
    #expect(isHere(z) && !z.hasChanges, "what is inserted last is not saved: \(log)")
    _ = try contents()
    return first
  }

  /// Closes the groups that a callback has opened. An undo with open groups would be the program's mistake.
  private func closeGroups() { while manager.groupingLevel > 1 { manager.endUndoGrouping() } }

  private func fetchByBlock() throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
    request.predicate = NSPredicate { object, _ in
      Callbacks.call(.blockPredicate, object as? NSManagedObject)
      return (object as? NSManagedObject)?.value(forKey: "name") != nil
    }
    _ = try context.fetch(request)
  }

  private func childSave(_ name: String) {
    child.performAndWait {
      let node = NSEntityDescription.insertNewObject(forEntityName: "Node", into: child)
      if node.managedObjectContext === child { node.setValue(name, forKey: "name") }
      do { try child.save() } catch { log.append("child's save: \((error as NSError).code)") }
    }
  }

  private func insertByHandler() throws {
    var count = 0
    let request = NSBatchInsertRequest(
      entityName: "Node",
      dictionaryHandler: { values in
        Callbacks.call(.batchHandler)
        values["name"] = "m\(count)"
        count += 1
        return count > 2
      })
    do { try context.execute(request) } catch { log.append("batch: \((error as NSError).code)") }
  }

  private func forget(_ object: NSManagedObject) { if isHere(object) { context.refresh(object, mergeChanges: false) } }

  private func delete(_ object: NSManagedObject) { if isHere(object) { context.delete(object) } }

  /// Returns the store's content, and checks both ends of each relationship.
  private func contents() throws -> [String] {
    let plan = plan
    self.plan = nil
    defer { self.plan = plan }
    return try Callbacks.$handler.withValue(nil) {
      let other = stack.newContext()
      return try other.performAndWait {
        let nodes = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Node"))
        for node in nodes {
          for (key, back) in [("parent", "children"), ("stage", "steps")] {
            // A batch request that was not merged may have deleted the owner.
            guard let owner = node.value(forKey: key) as? NSManagedObject,
              (try? other.existingObject(with: owner.objectID)) != nil
            else { continue }
            #expect(owner.objectIDs(forRelationshipNamed: back).contains(node.objectID), "\(node.text("name")).\(key)")
          }
          for friend in node.value(forKey: "friends") as? Set<NSManagedObject> ?? [] {
            #expect(friend.objectIDs(forRelationshipNamed: "friends").contains(node.objectID), "\(node.text("name"))")
          }
        }
        return nodes.map { node in
          ["name", "number", "code", "note", "parent", "children", "steps", "friends"].map(node.text)
            .joined(separator: " ")
        }.sorted()
      }
    }
  }

  // MARK: The calls

  private func perform(_ call: ReentrantCall, _ object: NSManagedObject?) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Node")
    let mine = isHere(object) ? object : nil
    func first() throws -> NSManagedObject? { try context.fetch(request).first { isHere($0) } }
    switch call {
    case .nothing: break
    case .save: try context.save()
    case .processPendingChanges: context.processPendingChanges()
    case .fetch: _ = try context.fetch(request)
    case .fetchFilled:
      request.returnsObjectsAsFaults = false
      _ = try context.fetch(request)
    case .count: _ = try context.count(for: request)
    case .refreshAll: context.refreshAllObjects()
    case .refreshKeeping: try (mine ?? first()).map { context.refresh($0, mergeChanges: true) }
    case .performAndWait: context.performAndWait { _ = try? context.count(for: request) }
    case .perform: context.perform {}
    case .obtainIDs: try context.obtainPermanentIDs(for: Array(context.insertedObjects))
    case .existing: _ = try first().map { try context.existingObject(with: $0.objectID) }
    case .read:
      for object in context.registeredObjects where isHere(object) {
        for key in ["name", "note", "parent", "children", "steps", "friends"] { _ = object.value(forKey: key) }
      }
    case .history: try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast))
    case .asynchronousFetch:
      try context.execute(NSAsynchronousFetchRequest(fetchRequest: request, completionBlock: { _ in }))
    case .mergeNothing: NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [:], into: [context])
    case .hasChanges:
      _ = (context.hasChanges, context.insertedObjects, context.updatedObjects, context.deletedObjects)
    case .canUndo: _ = (manager.canUndo, manager.canRedo, manager.undoActionName)
    case .saveOther: try stack.saving { _ in }
    case .updateNothing:
      let update = NSBatchUpdateRequest(entityName: "Node")
      update.predicate = NSPredicate(value: false)
      update.propertiesToUpdate = ["number": 1]
      try context.execute(update)
    case .detectConflicts: if let mine, !mine.objectID.isTemporaryID { context.detectConflicts(for: mine) }
    case .generation: try context.setQueryGenerationFrom(nil)
    case .fetchList: try list.performFetch()
    case .changedValues: _ = mine.map { ($0.changedValues(), $0.changedValuesForCurrentEvent()) }
    case .rollback: context.rollback()
    case .reset: context.reset()
    case .undo: if manager.groupingLevel < 2 { context.undo() }
    case .redo: if manager.groupingLevel < 2 { context.redo() }
    case .refresh: try (mine ?? first()).map { context.refresh($0, mergeChanges: false) }
    case .insert: _ = node("new")
    case .delete: try first().map(context.delete)
    case .deleteSelf: mine.map(context.delete)
    case .reinsert:
      // An object that a reset dropped belongs to no context.
      if let object, object.managedObjectContext === context || object.flags.contains(.withdrawn) {
        context.insert(object)
      }
    case .change: if let mine { mine.setValue((mine.value(forKey: "number") as? Int ?? 0) + 1, forKey: "number") }
    case .changeOther: try first()?.setValue("other", forKey: "note")
    case .batchInsert: try context.execute(NSBatchInsertRequest(entityName: "Node", objects: [["name": "batch"]]))
    case .batchDelete:
      request.predicate = NSPredicate(format: "name == 'd'")
      try context.execute(
        NSBatchDeleteRequest(fetchRequest: NSFetchRequest<any NSFetchRequestResult>(entityName: "Node")))
    case .batchUpdate:
      let update = NSBatchUpdateRequest(entityName: "Node")
      update.propertiesToUpdate = ["number": 9]
      try context.execute(update)
    case .beginGroup:
      manager.beginUndoGrouping()
      // The program must not leave a group open that an undo is about to close.
      if plan?.place.isOfUndoManager == true { manager.endUndoGrouping() }
    case .endGroup: if manager.groupingLevel > 1 { manager.endUndoGrouping() }
    case .removeActions: manager.removeAllActions()
    case .relate: if let mine, let other = try first(), other !== mine { mine.setValue(other, forKey: "parent") }
    case .saveChild: childSave("of a child")
    case .changeByOther: _ = try elsewhere({ $0.setValue(99, forKey: "number") }, "d")
    case .resetChild: child.performAndWait { child.reset() }
    case .mergeOther:
      try elsewhere({ $0.setValue(98, forKey: "number") }, "d").map(context.mergeChanges)
    }
  }
}

extension CallbackStage: NSFetchedResultsControllerDelegate {
  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    Callbacks.call(.delegateWillChange)
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) { Callbacks.call(.delegateChange, anObject as? NSManagedObject) }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    Callbacks.call(.delegateDidChange)
  }
}

/// An observer that follows a context by keys.
final class KeyWatcher: ContextObserver {
  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) { Callbacks.call(.observerOfKeys) }
}
