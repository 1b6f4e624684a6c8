import CoreData
import SectionedFetchedResults

/// Under which identifiers objects came into a list. An object that is not saved may get another one, and keeps the
/// first as its identity: so nothing that is built on the list ever meets a renaming.
struct FirstIDs {
  private var firsts: [NSManagedObjectID: NSManagedObjectID] = [:]
  private var currents: [NSManagedObjectID: NSManagedObjectID] = [:]
  /// Objects with temporary identifiers that came in, by these.
  private var unsaved: [NSManagedObjectID: NSManagedObject] = [:]

  /// Notes that an object got another identifier.
  ///
  /// - Parameters:
  ///   - old: the one that it had before.
  ///   - new: the one that it has now.
  mutating func rename(_ old: NSManagedObjectID, to new: NSManagedObjectID) {
    let first = firsts[old] ?? old
    guard first != new else { return }
    firsts[new] = first
    currents[first] = new
  }

  /// The identity of the object that has an identifier, or had it.
  ///
  /// - Complexity: O(1), and O(objects without a permanent identifier).
  mutating func first(of id: NSManagedObjectID) -> NSManagedObjectID {
    if !unsaved.isEmpty, !id.isTemporaryID { promote() }
    return firsts[id] ?? id
  }

  /// The identity of an object. One with a temporary identifier is kept alive from now on.
  mutating func first(of object: NSManagedObject) -> NSManagedObjectID {
    let id = object.objectID
    if id.isTemporaryID { unsaved[id] = object }
    return first(of: id)
  }

  /// The identifier that an object has now.
  func current(of first: NSManagedObjectID) -> NSManagedObjectID {
    currents[first] ?? unsaved[first]?.objectID ?? first
  }

  /// The object with an identity, if it has, or had, a temporary identifier.
  func object(_ first: NSManagedObjectID) -> NSManagedObject? { unsaved[first] }

  /// Takes over the identifiers that objects have got.
  private mutating func promote() {
    for (first, object) in unsaved where !object.objectID.isTemporaryID {
      rename(first, to: object.objectID)
      unsaved[first] = nil
    }
  }

  /// Forgets objects without a permanent identifier that are not in the list any more.
  mutating func forget(where isGone: (NSManagedObjectID) -> Bool) {
    if unsaved.isEmpty { return }
    promote()
    for first in unsaved.keys where isGone(first) { unsaved[first] = nil }
  }

  /// Forgets all objects, which are of no use after a reset.
  mutating func forgetObjects() { unsaved = [:] }
}
