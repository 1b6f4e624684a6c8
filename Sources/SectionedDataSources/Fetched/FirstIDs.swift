import CoreData
import SectionedFetchedResults

/// The identifiers with which objects were inserted into a list. An unsaved object may get another one, but keeps the
/// first as its identity: so no source built on the list ever has to handle a renaming.
struct FirstIDs {
  private var firsts: [NSManagedObjectID: NSManagedObjectID] = [:]
  private var currents: [NSManagedObjectID: NSManagedObjectID] = [:]
  /// The objects that were inserted with temporary identifiers, by these.
  private var unsaved: [NSManagedObjectID: NSManagedObject] = [:]

  /// Records that an object got another identifier.
  ///
  /// - Parameters:
  ///   - old: its former identifier.
  ///   - new: its present identifier.
  mutating func rename(_ old: NSManagedObjectID, to new: NSManagedObjectID) {
    let first = firsts[old] ?? old
    guard first != new else { return }
    firsts[new] = first
    currents[first] = new
  }

  /// Returns the identity of the object that has an identifier, or had it.
  ///
  /// - Complexity: O(1), and O(objects without a permanent identifier).
  mutating func first(of id: NSManagedObjectID) -> NSManagedObjectID {
    if !unsaved.isEmpty, !id.isTemporaryID { promote() }
    return firsts[id] ?? id
  }

  /// Returns the identity of an object. An object with a temporary identifier is kept alive from now on.
  mutating func first(of object: NSManagedObject) -> NSManagedObjectID {
    let id = object.objectID
    if id.isTemporaryID { unsaved[id] = object }
    return first(of: id)
  }

  /// The present identifier of an object.
  func current(of first: NSManagedObjectID) -> NSManagedObjectID {
    currents[first] ?? unsaved[first]?.objectID ?? first
  }

  /// The object with an identity, if it has, or had, a temporary identifier.
  func object(_ first: NSManagedObjectID) -> NSManagedObject? { unsaved[first] }

  /// Records the permanent identifiers that objects have got.
  private mutating func promote() {
    for (first, object) in unsaved where !object.objectID.isTemporaryID {
      rename(first, to: object.objectID)
      unsaved[first] = nil
    }
  }

  /// Forgets objects without a permanent identifier that are no longer in the list.
  mutating func forget(where isGone: (NSManagedObjectID) -> Bool) {
    if unsaved.isEmpty { return }
    promote()
    for first in unsaved.keys where isGone(first) { unsaved[first] = nil }
  }

  /// Forgets all objects, which cannot be used after a reset.
  mutating func forgetObjects() { unsaved = [:] }
}
