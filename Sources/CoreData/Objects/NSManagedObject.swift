import Foundation

/// An object of an entity, registered in a context that tracks its changes.
///
/// ```swift
/// final class Track: NSManagedObject {
///   var title: String {
///     get { value(forKey: "title") as? String ?? "" }
///     set { setValue(newValue, forKey: "title") }
///   }
/// }
/// ```
///
/// Its properties are read and written by name. It may be used on its context's queue only; its ID is good everywhere.
/// A fault reads its row, or the rows of its batch, when the first of its values is asked for.
open class NSManagedObject: NSObject {
  // 64 bytes with the header: a million faults are common. References to other objects are keys. Only destinations of
  // to-many relationships that were read are kept alive (`ObjectState.kept`).
  // Each part of the object owns one of these values, or one of `ObjectState`.
  final var identity: ObjectIdentity
  final var lifeCycle = ObjectLifeCycle()
  final var content: ObjectContent

  /// Makes an object and, when a context is given, inserts it there.
  ///
  /// Objects of an entity are of the class that its model names. `NSManagedObject(entity:insertInto:)` makes one of
  /// that class, unless the class has stored properties: then write the class itself, or
  /// `NSEntityDescription.insertNewObject(forEntityName:into:)`. Any other class of which the entity's is no superclass
  /// is a programming error.
  ///
  /// - Parameters:
  ///   - entity: the object's entity. When a context is given, one that is abstract, or not in the model of the
  ///     context's coordinator, is a programming error.
  ///   - context: where the object is inserted; nil for an object outside any context. One without a coordinator is a
  ///     programming error.
  // Not inlined anywhere: the compiler would take the new object for one of exactly the class that is written, which it
  // may not be any more.
  @inline(never)
  @_semantics("optimize.no.crossmodule")
  public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
    identity = ObjectIdentity(entity)
    content = ObjectContent(detached: entity)
    super.init()
    if let context {
      if context !== Self.nowhere { context.insertNew(self, entity: entity) }
    } else {
      takeNamedClass(of: entity)
    }
  }

  /// Stands for no context where an object of `NSManagedObject` itself is wanted, whatever class the model names.
  static let nowhere = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

  deinit {
    // Only an object with a key was ever entered.
    if primaryKey != RowKey.noPrimaryKey { registry?.clear(self) }
  }

  // MARK: Identity

  /// The context that the object is registered in; nil when there is none, or when it was deallocated.
  open var managedObjectContext: NSManagedObjectContext? {
    flags.contains(.deletionSaved) ? registry?.context : liveContext
  }

  /// The object's entity.
  open var entity: NSEntityDescription { kind.entity }

  /// The object's ID: temporary until it is first saved.
  open var objectID: NSManagedObjectID { makeID() }

  // MARK: State

  /// Whether the object was inserted, changed or deleted since it was last saved.
  open var hasChanges: Bool { !flags.isDisjoint(with: .pending) && !differsOnlyInImplied }

  /// Whether a save would write something for the object.
  ///
  /// - Complexity: O(properties of the entity).
  open var hasPersistentChangedValues: Bool { hasSavableValues && !differsOnlyInImplied }

  /// Whether the object was inserted and not saved since.
  open var isInserted: Bool { flags.contains(.inserted) }

  /// Whether the object was changed and not saved since.
  open var isUpdated: Bool { flags.contains(.updated) && !differsOnlyInImplied }

  /// Whether the object will be deleted by the next save; also within `didSave`, when it was.
  open var isDeleted: Bool { !flags.isDisjoint(with: [.deleted, .deletionSaved]) }

  /// Whether the object's values have not been asked for since it was fetched.
  open var isFault: Bool { !flags.isDisjoint(with: .faults) }

  /// 0 for an object with values, otherwise why it has none.
  open var faultingState: Int { isFault ? 1 : 0 }

  // MARK: Values

  /// The value of a property.
  ///
  /// - Parameter key: the name of a property of the entity, of what every object has, such as `objectID` and `entity`,
  ///   or of the class (see `NamedProperties`). `value(forUndefinedKey:)` is asked for any other.
  /// - Returns: numbers as `NSNumber`, decimals as `NSDecimalNumber`, a destination as its object, several as a copy in
  ///   an `NSMutableSet` or, when they are ordered, an `NSMutableOrderedSet`.
  /// - Complexity: O(1) for an attribute or a to-one relationship, and the read of a row for a fault; O(destinations)
  ///   for a to-many relationship, which is read from the store once.
  open func value(forKey key: String) -> Any? { value(named: key) }

  /// Sets the value of a property, and the inverse of a relationship with it.
  ///
  /// - Parameters:
  ///   - value: a value of the property's type; a set, an ordered set or an array for a to-many relationship. Another
  ///     type is a programming error, and so is a destination of another context. A value that is there already changes
  ///     nothing.
  ///   - key: the name of a property. An unknown one is a programming error.
  /// - Complexity: O(1) for an attribute or a to-one relationship, O(old and new destinations) for a to-many
  ///   relationship.
  open func setValue(_ value: Any?, forKey key: String) { setValue(value, named: key) }

  /// The value of what `value(forKey:)` does not know, for classes to override.
  ///
  /// - Parameter key: an unknown key. Unless it is overridden, that is a programming error.
  open func value(forUndefinedKey key: String) -> Any? { undefinedValue(key) }

  /// The value of a property, for accessors that report to the object what they read and change.
  ///
  /// - Parameter key: as of `value(forKey:)`.
  /// - Complexity: as of `value(forKey:)`.
  open func primitiveValue(forKey key: String) -> Any? { value(named: key) }

  /// Sets the value of a property without recording the change or setting the inverse, for accessors that surround it
  /// with `willChangeValue` and `didChangeValue`, and for what `awakeFromFetch` and `willSave` compute.
  ///
  /// - Parameters:
  ///   - value: as of `setValue(_:forKey:)`.
  ///   - key: as of `setValue(_:forKey:)`.
  /// - Complexity: as of `setValue(_:forKey:)`.
  open func setPrimitiveValue(_ value: Any?, forKey key: String) { setPrimitive(value, slot(named: key)) }

  /// Fills a fault, before an accessor reads a primitive value.
  open func willAccessValue(forKey key: String?) { fireIfFault() }

  /// Ends what `willAccessValue` began.
  open func didAccessValue(forKey key: String?) {}

  /// Notes the value of a property before an accessor sets the primitive value.
  ///
  /// - Parameter key: the name of a property. Any other name is ignored, because changes of it are not tracked.
  /// - Complexity: O(1), or O(destinations) for a to-many relationship.
  open func willChangeValue(forKey key: String) {
    if let slot = kind.layout.slot(named: key) { noteValue(slot) }
  }

  /// Records the change and sets the inverse when the value differs from the one that `willChangeValue` noted.
  ///
  /// - Parameter key: the name of a property. Nothing happens for another one.
  /// - Complexity: O(1), or O(old and new destinations) for a to-many relationship.
  open func didChangeValue(forKey key: String) {
    if let slot = kind.layout.slot(named: key) { compareNotedValue(slot) }
  }

  /// The value at the end of a path of relationships, such as `album.artist.name`; of a to-many relationship, the set
  /// of its destinations' values, or their number for `@count`.
  ///
  /// - Parameter keyPath: names of properties. One that goes on behind a value, or an unknown name, is a programming
  ///   error.
  /// - Complexity: O(objects along the path), each of which is filled.
  open func value(forKeyPath keyPath: String) -> Any? { valueAlong(keyPath) }

  /// Sets the value at the end of a path of to-one relationships; nothing happens when one of them is nil.
  ///
  /// - Parameters:
  ///   - value: as of `setValue(_:forKey:)`.
  ///   - keyPath: names of properties. Another property than a to-one relationship before the last is a programming
  ///     error, and so is an unknown name.
  /// - Complexity: O(length of the path), besides that of `setValue(_:forKey:)`.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setValueAlong(keyPath, value) }

  /// Sets several properties by name; `NSNull` stands for nil.
  ///
  /// - Parameter keyedValues: values as of `setValue(_:forKey:)`, by the names of properties.
  /// - Complexity: that of `setValue(_:forKey:)` for each.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
  }

  /// The values of several properties by name; `NSNull` stands for nil.
  ///
  /// - Parameter keys: names of properties.
  /// - Complexity: that of `value(forKey:)` for each.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
  }

  /// The destinations of a to-many relationship as a set that changes the relationship.
  ///
  /// - Parameter key: the name of a to-many relationship. An unknown name is a programming error.
  /// - Complexity: O(1). Adding and removing one object are O(1) once the destinations have been read.
  open func mutableSetValue(forKey key: String) -> NSMutableSet { RelationshipSet(of: self, slot: slot(named: key)) }

  /// The destinations of an ordered relationship as an ordered set that changes the relationship.
  ///
  /// - Parameter key: the name of an ordered relationship. An unknown name is a programming error.
  /// - Complexity: O(destinations); O(1) where the same relationship is asked for again and again in one event. One
  ///   addition at the end after the other is O(1) each; any other change is O(destinations).
  open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    RelationshipOrderedSet.make(of: self, slot: slot(named: key))
  }

  /// Whether a relationship's destinations have not been read from the store yet.
  ///
  /// - Parameter key: the name of a relationship. An unknown name is a programming error.
  /// - Complexity: O(1), without a read of the store.
  open func hasFault(forRelationshipNamed key: String) -> Bool { hasUnreadDestinations(slot(named: key)) }

  /// The IDs of a relationship's destinations, without making them.
  ///
  /// - Parameter key: the name of a relationship. Any other name is a programming error.
  /// - Returns: the IDs in the relationship's order when it has one, otherwise those of the store by primary key, then
  ///   those that were added since.
  /// - Complexity: O(destinations), which are read from the store once.
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] { destinationIDs(slot(named: key)) }

  // MARK: Changes

  /// The properties changed since the object was last saved, with their new values; `NSNull` for none. Transient ones
  /// are left out.
  ///
  /// - Complexity: O(properties of the entity, and destinations of changed to-many relationships).
  open func changedValues() -> [String: Any] { boxedChanges() }

  /// The properties changed in the current event, with the values they had before it; `NSNull` for none. An event stays
  /// the current one until it has been delivered to all observers. Transient properties are left out.
  ///
  /// - Complexity: O(properties changed, and destinations of changed to-many relationships).
  open func changedValuesForCurrentEvent() -> [String: Any] { boxedEventChanges() }

  /// The values as the store last saved them, `NSNull` for none; empty for an object that was never saved.
  ///
  /// - Parameter keys: the names of properties; nil for all attributes and to-one relationships. Transient ones are
  ///   left out. An unknown one is a programming error.
  /// - Complexity: O(keys), and the destinations of a to-many relationship that is named. A fault is filled.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] { boxedCommitted(keys) }

  // MARK: Life

  /// Called once when the object has been inserted, before its first change is recorded.
  open func awakeFromInsert() {}

  /// Called when a fault has been filled. What it sets is not recorded as a change.
  open func awakeFromFetch() {}

  /// Called when a merge, a refresh, a rollback or a merge policy has replaced values.
  ///
  /// - Parameter flags: which of them it was.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  /// Called when the object is about to be deleted, its relationships still in place.
  open func prepareForDeletion() {}

  /// Called before a save, again as long as changes made in it go on.
  ///
  /// Inserted objects come first, then changed ones, then deleted ones.
  open func willSave() {}

  /// Called after a save, before its notifications are posted.
  ///
  /// Inserted objects come first, then changed ones, then deleted ones.
  open func didSave() {}

  /// Called before the values are forgotten.
  open func willTurnIntoFault() {}

  /// Called when the values have been forgotten.
  open func didTurnIntoFault() {}

  // MARK: Validation

  /// Checks a value against the rules of its property, without setting it.
  ///
  /// - Parameters:
  ///   - value: a value of the property's type. Another type is a programming error.
  ///   - key: the name of a property. An unknown one is a programming error.
  /// - Throws: an error in `NSCocoaErrorDomain` that names the object, the property and the rule: 1550
  ///   (`NSManagedObjectValidationError`), 1570 (`NSValidationMissingMandatoryPropertyError`), or one of 1610 to 1680.
  open func validateValue(_ value: Any?, forKey key: String) throws { try validate(value, slot(named: key)) }

  /// Checks the object before it is first saved. Overriding methods call super first.
  ///
  /// - Complexity: O(rules of the entity, and destinations of changed relationships with a count).
  /// - Throws: an error of one property, as `validateValue(_:forKey:)`; 1550 (`NSManagedObjectValidationError`) when a
  ///   relationship leads to an object that is being deleted, or was deleted before it was ever saved; 1580
  ///   (`NSValidationRelationshipLacksMinimumCountError`) or 1590
  ///   (`NSValidationRelationshipExceedsMaximumCountError`); 1560 (`NSValidationMultipleErrorsError`) for several.
  open func validateForInsert() throws { try validateProperties() }

  /// Checks the object before its changes are saved. Overriding methods call super first.
  ///
  /// - Complexity: as `validateForInsert()`.
  /// - Throws: as `validateForInsert()`.
  open func validateForUpdate() throws { try validateProperties() }

  /// Checks the object before its deletion is saved: no relationship with the rule Deny may lead anywhere.
  ///
  /// - Complexity: O(destinations of relationships with that rule), which are read.
  /// - Throws: 1600 (`NSValidationRelationshipDeniedDeleteError`), or 1560 (`NSValidationMultipleErrorsError`) for
  ///   several relationships.
  open func validateForDelete() throws { try validateDenyRules() }

  // MARK: Class

  /// Whether only modeled properties make an object changed. They do here: nothing else is tracked.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  /// The entity whose objects are of this class, in a model that a context uses; without a name where there is none.
  ///
  /// - Complexity: O(models in use), at the first call for a class O(their entities); the model that came into use last
  ///   is searched first.
  open class func entity() -> NSEntityDescription { KnownModels.entity(of: self) }

  /// A new request for the objects of the class's entity. To fetch those of a class without an entity is an error
  /// of the fetch.
  ///
  /// - Complexity: as `entity()`.
  // Xcode's classes have one of their own, for requests of the class: without a type, that one is meant.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity()
    return request
  }

  /// Makes an object of the class's entity and inserts it into a context.
  ///
  /// - Parameter moc: where the object is inserted. One without a coordinator, or whose model has no entity for the
  ///   class, is a programming error.
  /// - Complexity: O(1), at the first call for a class O(entities of the model).
  public required convenience init(context moc: NSManagedObjectContext) {
    self.init(entity: moc.entity(of: Self.self), insertInto: moc)
  }

  // Identity by address: a managed object is equal to nothing else.
  open override var hash: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4 }
  open override func isEqual(_ object: Any?) -> Bool { object as? NSManagedObject === self }

  /// The class and the URI of the ID.
  open override var description: String {
    "<\(type(of: self)): \(objectID.uriRepresentation().absoluteString)>"
  }

  /// `Task p7`, which also arrays and optional values print; `Task t3` before the object is saved.
  open override var debugDescription: String { objectID.shortName }
}
