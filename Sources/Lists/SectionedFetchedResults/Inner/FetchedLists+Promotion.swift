import CoreData
import OrderedRows
import SectionedChanges

/// Objects that got permanent IDs, with their tokens and IDs before and after.
struct PromotedObjects {
  struct Item {
    let object: NSManagedObject
    let old: ItemToken
    let new: ItemToken
    /// The ID under which the item was reported before.
    let oldID: NSManagedObjectID
    /// The item's place in the engine; nil when it has left.
    let place: RowPlace?
  }

  var items: [Item] = []
  var sections: [(object: NSManagedObject, oldID: NSManagedObjectID)] = []

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  /// Adds the objects that are not among these.
  mutating func formUnion(_ further: PromotedObjects) {
    let known = Set(items.map { ObjectIdentifier($0.object) } + sections.map { ObjectIdentifier($0.object) })
    items += further.items.filter { !known.contains(ObjectIdentifier($0.object)) }
    sections += further.sections.filter { !known.contains(ObjectIdentifier($0.object)) }
  }
}

extension FetchedLists {
  /// Whether there are objects that may get another ID.
  var hasUnsaved: Bool { unsaved.hasAny || !unsavedSections.isEmpty || !unsavedKeys.isEmpty }

  /// Renames objects that have permanent IDs now. An object keeps its place and its identity.
  ///
  /// - Returns: the renamed objects, with their places in the engine's inner list.
  /// - Complexity: O(unsaved objects of the list), and O(rows) while events wait, because the engine's places then
  ///   differ from the inner list's.
  func promoteSaved() -> PromotedObjects {
    if pending.isEmpty { promotedKeys = [:] }
    var promoted = PromotedObjects()
    let (present, left) = unsaved.takeSaved()
    for item in present + left { items.noteFormer(item.object) }
    let places = enginePlaces(of: present)
    for item in present {
      // Forgets the old token, so that the item can be refreshed again under the new one.
      replacing.remove(item.token)
      let new = items.token(of: item.object.objectID)
      guard let place = places[item.token] else { continue }
      engine.rename(at: place, to: new)
      aggregateTable?.rename(item.token, to: new)
      promoted.items.append(.init(object: item.object, old: item.token, new: new, oldID: item.id, place: place))
    }
    for item in left {
      let new = items.token(of: item.object.objectID)
      promoted.items.append(.init(object: item.object, old: item.token, new: new, oldID: item.id, place: nil))
    }
    for (name, section) in unsavedKeys where !section.objectID.isTemporaryID {
      unsavedKeys[name] = nil
      let key = path.key(of: section)
      promotedKeys[name] = key
      engine.replaceKey(.object(name), with: key)
    }
    promoted.sections = unsavedSections.takeSaved().map { ($0.object, $0.id) }
    for item in promoted.items { rename(item.oldID, to: item.object.objectID) }
    for section in promoted.sections {
      rename(section.oldID, to: section.object.objectID)
      folding.states.rename(section.oldID, to: section.object.objectID)
    }
    return promoted
  }

  /// Replaces the ID of an object that waits to be refreshed, or is being refreshed.
  func rename(_ old: NSManagedObjectID, to new: NSManagedObjectID) {
    if dependants.remove(old) != nil { dependants.insert(new) }
    if unsettled.remove(old) != nil { unsettled.insert(new) }
    if revised.remove(old) != nil { revised.insert(new) }
    refreshes.rename(old, to: new)
  }

  /// The engine's places of items. The engine is searched only if it does not have the item at the inner list's place.
  private func enginePlaces(of saved: [UnsavedItems.Item]) -> [ItemToken: RowPlace] {
    var places: [ItemToken: RowPlace] = [:]
    var sought: Set<ItemToken> = []
    for item in saved {
      if pending.isEmpty, let place = items.place(of: item.object), engine.token(at: place) == item.token {
        places[item.token] = place
      } else {
        sought.insert(item.token)
      }
    }
    return sought.isEmpty ? places : places.merging(engine.places(of: sought)) { known, _ in known }
  }

  /// A key that was recorded when an event was reported, under its current name.
  func current(_ key: GroupKey) -> GroupKey {
    guard !promotedKeys.isEmpty, case .object(let name) = key else { return key }
    return promotedKeys[name] ?? key
  }

  /// Obtains permanent IDs for an event's unsaved objects, before they are reported.
  func obtainPermanentIDs(for event: InnerEvent) throws {
    let items = event.items?.touches.names.compactMap { $0.isTemporary ? $0.knownObject : nil } ?? []
    let sections = event.sections?.compactMap { $0.new == nil ? nil : $0.object } ?? []
    // Callbacks may have undone an insertion before it is reported.
    let unsaved = (items + sections).filter { $0.objectID.isTemporaryID && $0.isInserted && !$0.isDeleted }
    try obtainPermanentIDs(unsaved)
  }

  /// Obtains permanent IDs for all unsaved objects of the item and section entities.
  func obtainPermanentIDsOfUnsaved() throws {
    let entities = [items.entity, sections.entity]
    let unsaved = context.insertedObjects.filter { object in
      object.objectID.isTemporaryID && entities.contains { object.entity.isKindOf(entity: $0) }
    }
    try obtainPermanentIDs(Array(unsaved))
  }

  private func obtainPermanentIDs(_ objects: [NSManagedObject]) throws {
    guard !objects.isEmpty else { return }
    try context.obtainPermanentIDs(for: objects)
    ContextObservation.notePermanentIDs(in: context)
  }
}
