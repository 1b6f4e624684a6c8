import Foundation
import SectionedTesting

@testable import CoreData

/// A place where Core Data calls the program.
enum CallbackPlace: String, CaseIterable, Sendable {
  case awakeFromInsert, awakeFromFetch, awakeFromSnapshot, prepareForDeletion, willSave, didSave
  case willTurnIntoFault, didTurnIntoFault, validateForInsert, validateForUpdate, validateForDelete
  case inaccessibleFault, transformed, reverseTransformed, blockPredicate, batchHandler
  case versionPolicy, constraintPolicy
  case willSaveNotification, didSaveNotification, didSaveIDsNotification, didChangeNotification, didMergeNotification
  case undoCheckpoint, willUndo, didUndo, willRedo, didRedo, didOpenGroup, willCloseGroup, didCloseGroup
  case delegateWillChange, delegateChange, delegateDidChange, observerOfKeys, parentNotification

  /// The notification that a place observes; nil, if it is no notification.
  var notification: Notification.Name? {
    switch self {
    case .willSaveNotification: NSManagedObjectContext.willSaveObjectsNotification
    case .didSaveNotification: NSManagedObjectContext.didSaveObjectsNotification
    case .didSaveIDsNotification: NSManagedObjectContext.didSaveObjectIDsNotification
    case .didChangeNotification, .parentNotification: NSManagedObjectContext.didChangeObjectsNotification
    case .didMergeNotification: NSManagedObjectContext.didMergeChangesObjectIDsNotification
    case .undoCheckpoint: .NSUndoManagerCheckpoint
    case .willUndo: .NSUndoManagerWillUndoChange
    case .didUndo: .NSUndoManagerDidUndoChange
    case .willRedo: .NSUndoManagerWillRedoChange
    case .didRedo: .NSUndoManagerDidRedoChange
    case .didOpenGroup: .NSUndoManagerDidOpenUndoGroup
    case .willCloseGroup: .NSUndoManagerWillCloseUndoGroup
    case .didCloseGroup: .NSUndoManagerDidCloseUndoGroup
    default: nil
    }
  }

  var isOfUndoManager: Bool { notification?.rawValue.hasPrefix("NSUndoManager") == true }
}

/// The action of the callbacks. It gets the place, and the object whose method was called.
enum Callbacks {
  @TaskLocal static var handler: UncheckedTransfer<(CallbackPlace, NSManagedObject?) -> Void>?

  static func call(_ place: CallbackPlace, _ object: NSManagedObject? = nil) { handler?.value(place, object) }
}

/// An object whose methods report each call.
final class Caller: NSManagedObject {
  override func awakeFromInsert() { Callbacks.call(.awakeFromInsert, self) }
  override func awakeFromFetch() { Callbacks.call(.awakeFromFetch, self) }
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) { Callbacks.call(.awakeFromSnapshot, self) }
  override func prepareForDeletion() { Callbacks.call(.prepareForDeletion, self) }
  override func willSave() { Callbacks.call(.willSave, self) }
  override func didSave() { Callbacks.call(.didSave, self) }
  override func willTurnIntoFault() { Callbacks.call(.willTurnIntoFault, self) }
  override func didTurnIntoFault() { Callbacks.call(.didTurnIntoFault, self) }

  override func validateForInsert() throws {
    try super.validateForInsert()
    Callbacks.call(.validateForInsert, self)
  }

  override func validateForUpdate() throws {
    try super.validateForUpdate()
    Callbacks.call(.validateForUpdate, self)
  }

  override func validateForDelete() throws {
    try super.validateForDelete()
    Callbacks.call(.validateForDelete, self)
  }
}

/// A context that reports inaccessible faults.
final class CallerContext: NSManagedObjectContext, @unchecked Sendable {
  override func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    Callbacks.call(.inaccessibleFault, fault)
    return super.shouldHandleInaccessibleFault(fault, for: oid, triggeredByProperty: property)
  }
}

/// A transformer that stores texts as their bytes, and reports each call.
final class CallerTransformer: ValueTransformer, @unchecked Sendable {
  override func transformedValue(_ value: Any?) -> Any? {
    Callbacks.call(.transformed)
    return (value as? String).map { NSData(data: Data($0.utf8)) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    Callbacks.call(.reverseTransformed)
    return (value as? Data).map { String(decoding: $0, as: UTF8.self) }
  }

  static let register: Void = ValueTransformer.setValueTransformer(
    CallerTransformer(), forName: NSValueTransformerName("CallerTransformer"))
}

/// A policy that settles conflicts in favor of the context, and reports each one.
final class CallerPolicy: NSMergePolicy, @unchecked Sendable {
  init() { super.init(merge: .mergeByPropertyObjectTrumpMergePolicyType) }

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    Callbacks.call(.versionPolicy, list.first?.sourceObject)
    try super.resolve(optimisticLockingConflicts: list)
  }

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    Callbacks.call(.constraintPolicy, list.first?.conflictingObjects.first)
    try super.resolve(constraintConflicts: list)
  }
}

enum CallerModel {
  /// Makes the model. Nodes have children, which are deleted with them, and friends. Codes are unique, and notes have a
  /// transformer.
  static func make() -> NSManagedObjectModel {
    CallerTransformer.register
    let node = NSEntityDescription(
      "Node",
      [
        NSAttributeDescription("name"), NSAttributeDescription("number", .integer64AttributeType, 0),
        NSAttributeDescription("code"), NSAttributeDescription("mood", isTransient: true),
      ])
    let note = NSAttributeDescription("note", .transformableAttributeType)
    note.valueTransformerName = "CallerTransformer"
    node.properties.append(note)
    node.managedObjectClassName = String(reflecting: Caller.self)
    node.uniquenessConstraints = [["code"]]
    node.relate("children", .many, .cascadeDeleteRule, to: node, "parent", .one)
    node.relate("steps", .ordered, to: node, "stage", .one)
    let friends = NSRelationshipDescription("friends", .many, to: node)
    node.properties.append(friends)
    friends.inverseRelationship = friends
    return NSManagedObjectModel([node])
  }
}
