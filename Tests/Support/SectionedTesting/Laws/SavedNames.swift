import CoreData
import Foundation

/// The current IDs of objects, by the IDs that they had before they were saved.
struct SavedNames {
  private var unsaved: [NSManagedObjectID: NSManagedObject] = [:]
  private var saved: [NSManagedObjectID: NSManagedObjectID] = [:]
  /// The temporary IDs of objects that a reset released. Their rows may have received permanent IDs in the parent
  /// context.
  private var lost: Set<NSManagedObjectID> = []

  subscript(id: NSManagedObjectID) -> NSManagedObjectID { saved[id] ?? unsaved[id]?.objectID ?? id }

  /// Records the unsaved objects of a context. Must be called before they can be saved.
  mutating func note(_ context: NSManagedObjectContext) {
    for (id, object) in unsaved {
      if !object.objectID.isTemporaryID {
        saved[id] = object.objectID
        unsaved[id] = nil
      } else if object.managedObjectContext == nil {
        unsaved[id] = nil
        if context.parent != nil { lost.insert(id) }
      }
    }
    for id in lost {
      let now = context.object(with: id).objectID
      if now.isTemporaryID { continue }
      saved[id] = now
      lost.remove(id)
    }
    // An object that was saved to a parent context is no longer inserted here, but still has a temporary ID.
    let candidates = context.parent == nil ? context.insertedObjects : context.registeredObjects
    for object in candidates where object.objectID.isTemporaryID { unsaved[object.objectID] = object }
  }

  /// Whether the order of the recorded objects by ID is still the same. When an object gets a permanent ID, it
  /// overtakes objects that were inserted earlier and still have temporary IDs.
  var keepsOrder: Bool {
    let pairs = (saved.keys.map { ($0, self[$0]) } + unsaved.map { ($0.key, $0.value.objectID) }).map { old, new in
      (old: IdentityRank(old), new: IdentityRank(new))
    }
    return pairs.allSatisfy { pair in
      pairs.allSatisfy { other in !(pair.old < other.old) || pair.new.root != other.new.root || pair.new < other.new }
    }
  }
}

/// The place of an object in an order by ID alone: permanent IDs come first, in the order of their numbers.
private struct IdentityRank: Comparable {
  let root: NSEntityDescription
  let isTemporary: Bool
  let number: Int

  init(_ id: NSManagedObjectID) {
    var root = id.entity
    while let parent = root.superentity { root = parent }
    self.root = root
    isTemporary = id.isTemporaryID
    // `p12` if permanent; `t`, a UUID and a number if temporary.
    number = Int(id.uriRepresentation().lastPathComponent.dropFirst(isTemporary ? 37 : 1)) ?? 0
  }

  static func < (left: Self, right: Self) -> Bool {
    left.isTemporary == right.isTemporary ? left.number < right.number : !left.isTemporary
  }
}
