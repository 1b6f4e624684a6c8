import Foundation

/// An object that was changed both here and elsewhere since this context last saw it.
///
/// A save's conflicts are all between the context and what is saved now: ``objectSnapshot`` has the values that both
/// sides began with, ``cachedSnapshot`` those of the other side, and ``sourceObject`` those that the context wants to
/// save.
public class NSMergeConflict: NSObject {
  /// The object of the context that saves, with the values that it wants to save.
  public let sourceObject: NSManagedObject
  /// The values as the context last saw them saved, by name; nil when it has not read them.
  public let objectSnapshot: [String: Any]?
  /// The values that are saved now, by name, whoever saved them; nil when the object was deleted.
  public let cachedSnapshot: [String: Any]?
  /// The store's values in a conflict between them and a cache of them, by name. There is no such cache here: it is nil
  /// in the conflicts of a save.
  public let persistedSnapshot: [String: Any]?
  /// The version that is saved now; 0 when the object was deleted.
  public let newVersionNumber: Int
  /// The version that the context last saw.
  public let oldVersionNumber: Int

  /// The row that is saved now, in a conflict found by a save; nil where the object was deleted.
  let stored: Row?
  /// Whether a merge policy has dealt with the conflict.
  var isSettled = false

  /// Describes a conflict.
  ///
  /// - Parameters:
  ///   - srcObject: the object of the context that saves.
  ///   - newvers: the version that is saved now; 0 when the object was deleted.
  ///   - oldvers: the version that the context last saw.
  ///   - cachesnap: the values that are saved now; nil when the object was deleted.
  ///   - persnap: the store's values in a conflict between them and a cache of them; nil in a conflict with a context.
  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    objectSnapshot = srcObject.row.map(srcObject.snapshot)
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    stored = nil
    super.init()
  }

  init(_ object: NSManagedObject, _ conflict: SaveConflicts.Conflict) {
    sourceObject = object
    // Now: a policy that settles the conflict gives the object another row.
    objectSnapshot = object.row.map(object.snapshot)
    cachedSnapshot = conflict.stored.map(object.snapshot)
    persistedSnapshot = nil
    newVersionNumber = Int(conflict.stored?.version ?? 0)
    oldVersionNumber = Int(conflict.seenVersion)
    stored = conflict.stored
    super.init()
  }
}

extension NSManagedObject {
  /// A row by names: attributes as values, destinations as IDs.
  final func snapshot(_ row: Row) -> [String: Any] {
    var snapshot: [String: Any] = [:]
    let layout = kind.layout
    let slots = (layout.ownAttributeSlots + layout.toOneSlots).filter { !layout.slots[$0].isImplied }
    for slot in slots where slot < row.count {
      switch (row[slot], layout.slots[slot].kind) {
      case (_, .attribute(.compositeAttributeType)):
        snapshot[layout.slots[slot].name] = boxedProperty(slot) { row[$0] } ?? NSNull()
      case (.reference(let key), _):
        snapshot[layout.slots[slot].name] = liveContext?.graph.objectID(for: key) ?? NSNull()
      case (let value, .attribute): snapshot[layout.slots[slot].name] = layout.slots[slot].boxed(value) ?? NSNull()
      default: snapshot[layout.slots[slot].name] = NSNull()
      }
    }
    return snapshot
  }
}

extension CocoaError {
  /// The conflicts that stopped a save.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
}
