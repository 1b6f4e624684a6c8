import CoreData
import SectionedFetchedResults

/// The identifiers with which objects were inserted into a list. An unsaved object may get another identifier, but
/// keeps the first one as its identity, so that no source built on the list has to handle a renaming.
struct FirstIDs {
  private var firsts: [NSManagedObjectID: NSManagedObjectID] = [:]
  private var currents: [NSManagedObjectID: NSManagedObjectID] = [:]
  /// The objects that had a temporary identifier when they were inserted, by that identifier.
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
  /// - Complexity: O(1); for a permanent identifier also O(listed objects that had no permanent one yet).
  mutating func first(of id: NSManagedObjectID) -> NSManagedObjectID {
    if !unsaved.isEmpty, !id.isTemporaryID { promote() }
    return firsts[id] ?? id
  }

  /// Returns the identity of an object. Retains the object if its identifier is temporary.
  mutating func first(of object: NSManagedObject) -> NSManagedObjectID {
    let id = object.objectID
    if id.isTemporaryID { unsaved[id] = object }
    return first(of: id)
  }

  /// Returns the present identifier of an object, by its identity.
  func current(of first: NSManagedObjectID) -> NSManagedObjectID {
    currents[first] ?? unsaved[first]?.objectID ?? first
  }

  /// Returns the object with an identity, if it had a temporary identifier when last seen.
  func object(_ first: NSManagedObjectID) -> NSManagedObject? { unsaved[first] }

  /// Records the permanent identifiers that objects got since.
  private mutating func promote() {
    for (first, object) in unsaved where !object.objectID.isTemporaryID {
      rename(first, to: object.objectID)
      unsaved[first] = nil
    }
  }

  /// Releases unsaved objects that are no longer in the list.
  mutating func forget(where isGone: (NSManagedObjectID) -> Bool) {
    if unsaved.isEmpty { return }
    promote()
    for first in unsaved.keys where isGone(first) { unsaved[first] = nil }
  }

  /// Releases all objects, because they cannot be used after a reset.
  mutating func forgetObjects() { unsaved = [:] }
}
