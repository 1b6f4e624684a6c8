import Foundation

/// The part of a context's save for one store, or for its parent: the changes, and their objects.
struct StoreSave {
  let target: any SaveTarget
  private(set) var changes = StoreChanges()
  /// The inserted objects, in the order of `changes.inserted`.
  private(set) var inserted: ContiguousArray<NSManagedObject> = []
  /// The updated objects, in the order of `changes.updated`.
  private(set) var updated: ContiguousArray<NSManagedObject> = []
  /// Objects without a change in their own columns. Their to-many relationships changed, or, in a save to a store,
  /// transient attributes.
  private(set) var touched: ContiguousArray<NSManagedObject> = []
  private(set) var deleted: ContiguousArray<NSManagedObject> = []

  init(to target: any SaveTarget, by origin: HistoryOrigin) {
    self.target = target
    changes.origin = origin
  }

  /// - Throws: an error if a value cannot be stored.
  mutating func insert(_ object: NSManagedObject) throws {
    let values = try storable(object.unsavedValues ?? object.kind.defaults, of: object)
    inserted.append(object)
    changes.inserted.append(Row(key: object.key, version: 0, values: values))
    if let former = object.state?.unsaved.formerVersion, former > 0 { changes.formerVersions[object.key] = former }
    addToMany(of: object)
  }

  /// - Throws: an error if a value cannot be stored.
  mutating func update(_ object: NSManagedObject, isLocked: Bool = false) throws {
    let slots = object.changedSlots(transient: !(target is NSPersistentStore))
    if let row = object.row, isLocked || !slots.isEmpty {
      let values = try storable(object.unsavedValues ?? row.values, of: object)
      updated.append(object)
      changes.updated.append(
        StoreChanges.Update(row: Row(key: object.key, version: row.version, values: values), slots: slots)
      )
    } else {
      touched.append(object)
    }
    addToMany(of: object)
  }

  mutating func delete(_ object: NSManagedObject) {
    deleted.append(object)
    guard !object.flags.contains(.gone) else { return }
    changes.deleted.append(StoreChanges.Deletion(key: object.key, version: object.row?.version))
  }

  /// Returns values in the form for the target: a parent takes them unchanged, a store takes transformed values as
  /// data.
  private func storable(_ values: ContiguousArray<Value>, of object: NSManagedObject) throws -> ContiguousArray<Value> {
    target is NSPersistentStore ? try object.storable(values) : values
  }

  private mutating func addToMany(of object: NSManagedObject) {
    guard let known = object.state?.relationships, !known.isEmpty else { return }
    let layout = object.layout
    for (slot, toMany) in known.bySlot.sorted(by: { $0.key < $1.key }) where toMany.isChanged {
      guard case .toMany(let relationship) = layout.slots[slot].kind else { continue }
      guard target.model.isWritten(slot, of: layout, relationship) else {
        // The other end is the one that is written. If its object is deleted, no change lists these pairs, so the
        // history needs this owner recorded here.
        if relationship.hasImpliedInverse || isManyToMany(relationship) { changes.owners.append((object.key, slot)) }
        continue
      }
      // If the order could not be read when it was changed, it is read now.
      let ordered = relationship.isOrdered ? object.toMany(slot).current : nil
      guard ordered != nil || !toMany.added.isEmpty || !toMany.removed.isEmpty else { continue }
      changes.toMany.append(
        StoreChanges.ToMany(
          owner: object.key, slot: slot, added: toMany.added.sorted { $0.precedesByIdentity($1) },
          removed: toMany.removed.sorted { $0.precedesByIdentity($1) }, ordered: ordered
        )
      )
    }
  }

  private func isManyToMany(_ relationship: EntityLayout.Relationship) -> Bool {
    guard let inverse = relationship.inverse,
      case .toMany = target.model.entities[relationship.destination].slots[inverse].kind
    else { return false }
    return true
  }
}

extension HistoryOrigin {
  /// Creates the origin of a context's changes: its author and name, the program and the process.
  init(of context: NSManagedObjectContext) {
    self.init(
      author: context.transactionAuthor, contextName: context.name, bundleID: Self.program, processID: Self.process)
  }

  private static let program = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
  private static let process = {
    let process = ProcessInfo.processInfo
    return "\(process.processName).\(process.processIdentifier)"
  }()
}
