import Foundation

/// Objects that have the same values, although a uniqueness constraint forbids it.
open class NSConstraintConflict: NSObject {
  /// The names of the attributes that are unique together.
  public let constraint: [String]
  /// The values that the objects have in common, by attribute name.
  public let constraintValues: [String: Any]
  /// The object whose saved row has the values; nil if the conflict is only among unsaved changes.
  public let databaseObject: NSManagedObject?
  /// The saved values of that object, by attribute name.
  public let databaseSnapshot: [String: Any]?
  /// The other objects that have the values: changed saved objects, then new objects in the order of insertion.
  public let conflictingObjects: [NSManagedObject]
  /// The saved values of these objects, by name and in the same order; empty for a new object.
  public let conflictingSnapshots: [[AnyHashable: Any]]

  /// The common values in the form in which they are compared.
  let key: [EqualityKey]

  /// Creates a description of a conflict.
  ///
  /// - Parameters:
  ///   - contraint: the names of the attributes that are unique together.
  ///   - databaseObject: the object whose saved row has the values.
  ///   - databaseSnapshot: the saved values of that object, by name.
  ///   - conflictingObjects: the other objects that have the values.
  ///   - conflictingSnapshots: the saved values of these objects, by name; an element that is not a dictionary counts
  ///     as empty.
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

  /// The identities of the objects in conflict, to compare two conflicts.
  var parties: Set<ObjectIdentifier> {
    Set((conflictingObjects + [databaseObject].compactMap { $0 }).map(ObjectIdentifier.init))
  }
}

extension NSManagedObject {
  /// The values of attributes in the form in which they are compared. Nil if any value is nil, because nil never
  /// violates a constraint.
  final func uniqueKey(_ names: [String]) -> [EqualityKey]? {
    guard let slots = layout.valueSlots(named: names) else { return nil }
    let key = slots.map { EqualityKey(current($0)) }
    return key.contains(.null) ? nil : key
  }
}

extension NSError {
  /// Creates the error of a save with constraint conflicts that are not resolved.
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
