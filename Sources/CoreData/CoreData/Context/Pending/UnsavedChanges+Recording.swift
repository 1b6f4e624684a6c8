import Foundation

/// Recording insertions and changes.
extension UnsavedChanges {
  /// Records that an object was changed.
  func noteUpdated(_ object: NSManagedObject) {
    if object.flags.contains(.deleted) { return }
    if object.flags.isDisjoint(with: [.inserted, .updated]) {
      object.lifeCycle.update()
      pending.update(object)
    }
    if !object.flags.contains(.inserted) || object.flags.contains(.announced) { event.noteUpdate(of: object) }
    scheduler.noteActivity()
  }

  /// Removes an object from the updated ones if nothing is left to save after its last change was undone.
  func forgetUpdate(ofUnchanged object: NSManagedObject) {
    guard object.flags.contains(.updated), object.changedSlots(transient: true).isEmpty, !object.hasToManyChanges else {
      return
    }
    pending.forgetUpdate(of: object)
    object.lifeCycle.forgetUpdate()
    object.state?.changes.announceOnly(SlotSet())
  }

  /// Sets the entity of a new object, and registers the object.
  func enterNew(_ object: NSManagedObject, entity: NSEntityDescription) {
    guard graph.registry.coordinator != nil else {
      fatalError("Inserting \(entity.name ?? "an object"): the context has no coordinator.")
    }
    // Two instances of the same model have different entity instances with equal names.
    guard let local = graph.model.entitiesByName[entity.name ?? ""] else {
      fatalError("The entity \(entity.name ?? "without a name") is not in the model of the context's coordinator.")
    }
    guard !local.isAbstract else {
      fatalError("The entity \(local.name) is abstract: insert objects of one of its subentities.")
    }
    object.takeClass(graph.registry.kind(local.index).objectClass, of: entity)
    object.identity.become(entity: local.index)
    object.identity.requireKey()
    enterInserted(object)
    object.awakeFromInsert()
  }

  /// Registers an object that has its entity and key, so that the next save inserts it.
  func enterInserted(_ object: NSManagedObject) {
    object.identity.join(graph.registry)
    var unsaved = object.state?.unsaved ?? UnsavedValues()
    if unsaved.values == nil { unsaved.replace(by: graph.registry.kind(Int(object.entityIndex)).defaults) }
    object.content.forgetState()
    object.content.add(ObjectState(unsaved))
    object.lifeCycle.startAsInserted()
    graph.registry.enter(object)
    pending.insert(object)
    graph.retain(object)
    event.noteInsertion(of: object)
    scheduler.noteActivity()
  }

  /// Removes an object from the context permanently.
  func withdraw(_ object: NSManagedObject) {
    graph.registry.clear(object)
    pending.forget(object)
    object.lifeCycle.withdraw()
  }

  /// Treats an object whose row is gone as deleted.
  func loseRow(of object: NSManagedObject) {
    object.lifeCycle.endFault()
    if object.flags.contains(.updated) { pending.forget(object) }
    object.lifeCycle.lose()
    object.content.forgetState()
    event.noteDeletion(of: object)
    scheduler.noteActivity()
  }

  /// Discards all changes.
  func startUnchanged() {
    pending = PendingChanges()
    event.removeAll()
  }
}
