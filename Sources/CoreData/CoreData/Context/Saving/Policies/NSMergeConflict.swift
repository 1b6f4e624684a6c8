import Foundation

/// A conflict of a save: an object that was changed both in this context and elsewhere since the context last read
/// it.
///
/// All conflicts of a save are between the context and the stored rows. ``objectSnapshot`` has the values that both
/// sides started from, ``cachedSnapshot`` those of the other side, and ``sourceObject`` those that the context wants
/// to save.
public class NSMergeConflict: NSObject {
  /// The object in the saving context, with the values to save.
  public let sourceObject: NSManagedObject
  /// The saved values that the context last read, by name; nil if it has not read them.
  public let objectSnapshot: [String: Any]?
  /// The values that are saved now, by name; nil if the object was deleted.
  public let cachedSnapshot: [String: Any]?
  /// The store's values in a conflict between a store and its row cache, by name. There is no row cache here, so it
  /// is nil in the conflicts of a save.
  public let persistedSnapshot: [String: Any]?
  /// The version that is saved now; 0 if the object was deleted.
  public let newVersionNumber: Int
  /// The version that the context last read.
  public let oldVersionNumber: Int

  /// The row that is saved now, in a conflict that a save found; nil if the object was deleted.
  let stored: Row?
  /// Whether a merge policy has resolved the conflict.
  var isSettled = false

  /// Creates a description of a conflict.
  ///
  /// - Parameters:
  ///   - srcObject: the object in the saving context.
  ///   - newvers: the version that is saved now; 0 if the object was deleted.
  ///   - oldvers: the version that the context last read.
  ///   - cachesnap: the values that are saved now; nil if the object was deleted.
  ///   - persnap: the store's values in a conflict between a store and its row cache; nil in a conflict with a
  ///     context.
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
    // Computed now, because a policy that resolves the conflict replaces the object's row.
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
  /// Returns a row as a dictionary by property name: attributes as values, destinations as object IDs.
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
  /// The merge conflicts that made a save fail.
  public var persistentStoreSaveConflicts: [NSMergeConflict]? {
    userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
  }
}
