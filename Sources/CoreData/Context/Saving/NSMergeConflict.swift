import Foundation

/// One object that was changed here and elsewhere since this context last saw it.
public class NSMergeConflict: NSObject {
  /// The object of the context that saves.
  public let sourceObject: NSManagedObject
  /// The values as the context last saw them saved, by name; nil when it has not read them.
  public let cachedSnapshot: [String: Any]?
  /// The values that are saved now; nil when the object was deleted.
  public let persistedSnapshot: [String: Any]?
  /// The version that is saved now; 0 when the object was deleted.
  public let newVersionNumber: Int
  /// The version that the context last saw.
  public let oldVersionNumber: Int

  /// What is saved now, when a save found the conflict.
  let stored: Row?
  /// Whether a merge policy has dealt with the conflict.
  var isSettled = false

  /// Describes a conflict.
  ///
  /// - Parameters:
  ///   - srcObject: the object of the context that saves.
  ///   - newvers: the version that is saved now; 0 when the object was deleted.
  ///   - oldvers: the version that the context last saw.
  ///   - cachesnap: the values as the context last saw them.
  ///   - persnap: the values that are saved now.
  public init(
    source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
    cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
  ) {
    sourceObject = srcObject
    cachedSnapshot = cachesnap
    persistedSnapshot = persnap
    newVersionNumber = newvers
    oldVersionNumber = oldvers
    stored = nil
    super.init()
  }

  init(_ object: NSManagedObject, _ conflict: SaveConflicts.Conflict) {
    sourceObject = object
    cachedSnapshot = object.row.map(object.snapshot)
    persistedSnapshot = conflict.stored.map(object.snapshot)
    newVersionNumber = Int(conflict.stored?.version ?? 0)
    oldVersionNumber = Int(conflict.seenVersion)
    stored = conflict.stored
    super.init()
  }

  /// The values that the context wants to save, by name; nil when it deletes the object, or the object has no row.
  ///
  /// - Complexity: O(properties of the entity): the dictionary is made with each call.
  public var objectSnapshot: [String: Any]? {
    guard !sourceObject.flags.contains(.deleted), let row = sourceObject.row else { return nil }
    let values = sourceObject.state?.values ?? row.values
    return sourceObject.snapshot(Row(key: row.key, version: row.version, values: values))
  }
}

extension NSManagedObject {
  /// A row by names: attributes as values, destinations as IDs.
  final func snapshot(_ row: Row) -> [String: Any] {
    var snapshot: [String: Any] = [:]
    let layout = kind.layout
    for slot in layout.attributeSlots + layout.toOneSlots where slot < row.count {
      switch (row[slot], layout.slots[slot].kind) {
      case (.reference(let key), _): snapshot[layout.slots[slot].name] = liveContext?.objectID(for: key) ?? NSNull()
      case (let value, .attribute): snapshot[layout.slots[slot].name] = layout.slots[slot].boxed(value) ?? NSNull()
      default: snapshot[layout.slots[slot].name] = NSNull()
      }
    }
    return snapshot
  }
}
