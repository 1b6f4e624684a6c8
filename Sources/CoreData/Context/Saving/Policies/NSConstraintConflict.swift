import Foundation

/// Objects that have the same values where a uniqueness constraint forbids it.
open class NSConstraintConflict: NSObject {
  /// The names of the attributes that are unique together.
  public let constraint: [String]
  /// The values that the objects have in common, by name.
  public let constraintValues: [String: Any]
  /// The object whose saved row has the values; nil when only unsaved changes are in conflict.
  public let databaseObject: NSManagedObject?
  /// The saved values of that object, by name.
  public let databaseSnapshot: [String: Any]?
  /// The other objects that have the values: saved ones that were changed, then new ones as they were inserted.
  public let conflictingObjects: [NSManagedObject]
  /// The values that these objects had before they were changed, by name, in their order; empty for a new object.
  public let conflictingSnapshots: [[AnyHashable: Any]]

  /// The values as they are compared.
  let key: [EqualityKey]

  /// Describes a conflict.
  ///
  /// - Parameters:
  ///   - contraint: the names of the attributes that are unique together.
  ///   - databaseObject: the object whose saved row has the values.
  ///   - databaseSnapshot: what is saved of it, by name.
  ///   - conflictingObjects: the other objects that have the values.
  ///   - conflictingSnapshots: the values they had before, by name; anything but a dictionary counts as none.
  public init(
    constraint contraint: [String], database databaseObject: NSManagedObject?,
    databaseSnapshot: [AnyHashable: Any]?, conflicting conflictingObjects: [NSManagedObject],
    conflictingSnapshots: [Any]
  ) {
    constraint = contraint
    self.databaseObject = databaseObject
    self.databaseSnapshot = databaseSnapshot.map { snapshot in
      Dictionary(snapshot.map { ("\($0.key)", $0.value) }) { first, _ in first }
    }
    self.conflictingObjects = conflictingObjects
    self.conflictingSnapshots = conflictingSnapshots.map { $0 as? [AnyHashable: Any] ?? [:] }
    let example = conflictingObjects.first ?? databaseObject
    var values: [String: Any] = [:]
    for name in contraint { values[name] = example?.value(named: name) }
    constraintValues = values
    key = example?.uniqueKey(contraint) ?? []
    super.init()
  }

  /// The objects in conflict, to be compared with those of a later conflict.
  var parties: Set<ObjectIdentifier> {
    Set((conflictingObjects + [databaseObject].compactMap { $0 }).map(ObjectIdentifier.init))
  }
}

extension NSManagedObject {
  /// The values of attributes as they are compared; nil where one is nil, so that nothing is in conflict.
  final func uniqueKey(_ names: [String]) -> [EqualityKey]? {
    guard let slots = layout.valueSlots(named: names) else { return nil }
    let key = slots.map { EqualityKey(current($0)) }
    return key.contains(.null) ? nil : key
  }
}

extension NSError {
  /// The error of a save whose constraint conflicts nothing settles.
  static func constraintConflicts(_ list: [NSConstraintConflict]) -> NSError {
    let sentences = list.prefix(10).map { conflict in
      let entity = (conflict.conflictingObjects.first ?? conflict.databaseObject)?.entity.name ?? "an entity"
      return "Two objects of \(entity) have the same \(conflict.constraint.joined(separator: " and "))."
    }
    var seen: Set<String> = []
    return .coreData(
      NSManagedObjectConstraintMergeError,
      sentences.filter { seen.insert($0).inserted }.joined(separator: " "),
      details: [NSPersistentStoreSaveConflictsErrorKey: list]
    )
  }
}
