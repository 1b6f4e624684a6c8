import Foundation

/// An instance of an entity, registered in a context that tracks its changes.
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
/// Its properties are read and written by name. Use an object only on its context's queue; its ID can be used
/// everywhere. When a value of a fault is first accessed, the fault reads its row, together with the rows of its
/// batch.
open class NSManagedObject: NSObject {
  // It has 64 bytes including the header, because a million faults are common. References to other objects are keys.
  // Only destinations of loaded to-many relationships are retained (`ObjectState.kept`). Each of these values, and of
  // those in `ObjectState`, is managed by one part of the object.
  final var identity: ObjectIdentity
  final var lifeCycle = ObjectLifeCycle()
  final var content: ObjectContent

  /// Creates an object and, if a context is given, inserts it into the context.
  ///
  /// An object has the class that the model names for its entity. `NSManagedObject(entity:insertInto:)` creates an
  /// object of that class, unless the class has stored properties. For such a class, call its own initializer or
  /// `NSEntityDescription.insertNewObject(forEntityName:into:)`. Using a class that is neither the entity's class nor
  /// a subclass of it is a programming error.
  ///
  /// - Parameters:
  ///   - entity: the object's entity. If a context is given, an entity that is abstract or not in the model of the
  ///     context's coordinator is a programming error.
  ///   - context: the context that the object is inserted into; nil for an object outside any context. A context
  ///     without a coordinator is a programming error.
  // Never inlined, because the compiler would assume that the new object has exactly the written class, but its class
  // may have been changed.
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

  /// A placeholder for no context, if an instance of `NSManagedObject` itself is needed whatever class the model
  /// names.
  static let nowhere = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

  deinit {
    // Only an object with a key can be in the identity map.
    if primaryKey != RowKey.noPrimaryKey { registry?.clear(self) }
  }

  // MARK: Identity

  /// The context that the object is registered in; nil if there is none, or if the context was deallocated.
  open var managedObjectContext: NSManagedObjectContext? {
    flags.contains(.deletionSaved) ? registry?.context : liveContext
  }

  /// The object's entity.
  open var entity: NSEntityDescription { kind.entity }

  /// The object's ID, which is temporary until the object is first saved.
  open var objectID: NSManagedObjectID { makeID() }

  // MARK: State

  /// Whether the object was inserted, changed or deleted since it was last saved.
  open var hasChanges: Bool { !flags.isDisjoint(with: .pending) && !differsOnlyInImplied }

  /// Whether a save would write a change of the object.
  ///
  /// - Complexity: O(properties of the entity).
  open var hasPersistentChangedValues: Bool { hasSavableValues && !differsOnlyInImplied }

  /// Whether the object was inserted and is not saved yet.
  open var isInserted: Bool { flags.contains(.inserted) }

  /// Whether the object was changed and the change is not saved yet.
  open var isUpdated: Bool { flags.contains(.updated) && !differsOnlyInImplied }

  /// Whether the object will be deleted by the next save. Also true within `didSave` of the save that deleted it.
  open var isDeleted: Bool { !flags.isDisjoint(with: [.deleted, .deletionSaved]) }

  /// Whether the object is a fault: its values have not been accessed since it was fetched or refreshed.
  open var isFault: Bool { !flags.isDisjoint(with: .faults) }

  /// The reason for which the object has no values; 0 if it has values.
  open var faultingState: Int { isFault ? 1 : 0 }

  // MARK: Values

  /// The value of a property.
  ///
  /// - Parameter key: the name of a property of the entity, of a property that every object has, such as `objectID`
  ///   and `entity`, or of a listed property of the class (see `NamedProperties`). For any other name,
  ///   `value(forUndefinedKey:)` is called.
  /// - Returns: a number as `NSNumber`, a decimal as `NSDecimalNumber`, a destination as its object, and several
  ///   destinations as a copy in an `NSMutableSet` or, for an ordered relationship, an `NSMutableOrderedSet`.
  /// - Complexity: O(1) for an attribute or a to-one relationship, plus the read of a row for a fault;
  ///   O(destinations) for a to-many relationship, which is read from the store once.
  open func value(forKey key: String) -> Any? { value(named: key) }

  /// Sets the value of a property, and the inverse if it is a relationship.
  ///
  /// - Parameters:
  ///   - value: a value of the property's type; for a to-many relationship a set, an ordered set or an array. A value
  ///     of another type is a programming error, and so is a destination in another context. Setting the current
  ///     value again changes nothing.
  ///   - key: the name of a property. An unknown one is a programming error.
  /// - Complexity: O(1) for an attribute or a to-one relationship, O(old and new destinations) for a to-many
  ///   relationship.
  open func setValue(_ value: Any?, forKey key: String) { setValue(value, named: key) }

  /// Returns the value for a key that `value(forKey:)` does not know. Classes may override it.
  ///
  /// - Parameter key: an unknown key. The default implementation treats it as a programming error.
  open func value(forUndefinedKey key: String) -> Any? { undefinedValue(key) }

  /// The value of a property, for accessors that call `willAccessValue` and `didAccessValue` themselves.
  ///
  /// - Parameter key: as in `value(forKey:)`.
  /// - Complexity: the same as `value(forKey:)`.
  open func primitiveValue(forKey key: String) -> Any? { value(named: key) }

  /// Sets the value of a property without recording the change or setting the inverse. Accessors call it between
  /// `willChangeValue` and `didChangeValue`; `awakeFromFetch` and `willSave` call it for computed values.
  ///
  /// - Parameters:
  ///   - value: as in `setValue(_:forKey:)`.
  ///   - key: as in `setValue(_:forKey:)`.
  /// - Complexity: the same as `setValue(_:forKey:)`.
  open func setPrimitiveValue(_ value: Any?, forKey key: String) { setPrimitive(value, slot(named: key)) }

  /// Fills a fault, before an accessor reads a primitive value.
  open func willAccessValue(forKey key: String?) { fireIfFault() }

  /// Called after an accessor has read a primitive value. Does nothing here.
  open func didAccessValue(forKey key: String?) {}

  /// Records the value of a property before an accessor sets the primitive value.
  ///
  /// - Parameter key: the name of a property. Any other name is ignored, because changes of it are not tracked.
  /// - Complexity: O(1), or O(destinations) for a to-many relationship.
  open func willChangeValue(forKey key: String) {
    if let slot = kind.layout.slot(named: key) { noteValue(slot) }
  }

  /// Records the change and sets the inverse, if the value differs from the one that `willChangeValue` recorded.
  ///
  /// - Parameter key: the name of a property. Any other name is ignored.
  /// - Complexity: O(1), or O(old and new destinations) for a to-many relationship.
  open func didChangeValue(forKey key: String) {
    if let slot = kind.layout.slot(named: key) { compareNotedValue(slot) }
  }

  /// The value at the end of a key path, such as `album.artist.name`. Through a to-many relationship it is the set of
  /// its destinations' values, or their number for `@count`.
  ///
  /// - Parameter keyPath: names of properties. A path that continues after an attribute's value, or an unknown name,
  ///   is a programming error.
  /// - Complexity: O(objects along the path). Faults among them are filled.
  open func value(forKeyPath keyPath: String) -> Any? { valueAlong(keyPath) }

  /// Sets the value at the end of a path of to-one relationships. Does nothing if one of them is nil.
  ///
  /// - Parameters:
  ///   - value: as in `setValue(_:forKey:)`.
  ///   - keyPath: names of properties. All but the last must be to-one relationships. Any other property, or an
  ///     unknown name, is a programming error.
  /// - Complexity: O(length of the path), plus that of `setValue(_:forKey:)`.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setValueAlong(keyPath, value) }

  /// Sets several properties by name. `NSNull` means nil.
  ///
  /// - Parameter keyedValues: values as in `setValue(_:forKey:)`, by property name.
  /// - Complexity: that of `setValue(_:forKey:)` for each.
  open func setValuesForKeys(_ keyedValues: [String: Any]) {
    for (key, value) in keyedValues { setValue(value is NSNull ? nil : value, forKey: key) }
  }

  /// The values of several properties by name. `NSNull` means nil.
  ///
  /// - Parameter keys: names of properties.
  /// - Complexity: that of `value(forKey:)` for each.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(keys.map { ($0, value(forKey: $0) ?? NSNull()) }) { first, _ in first }
  }

  /// The destinations of a to-many relationship as a set. Changing the set changes the relationship.
  ///
  /// - Parameter key: the name of a to-many relationship. An unknown name is a programming error.
  /// - Complexity: O(1). Adding and removing one object are O(1) once the destinations have been read.
  open func mutableSetValue(forKey key: String) -> NSMutableSet { RelationshipSet(of: self, slot: slot(named: key)) }

  /// The destinations of an ordered relationship as an ordered set. Changing the set changes the relationship.
  ///
  /// - Parameter key: the name of an ordered relationship. An unknown name is a programming error.
  /// - Complexity: O(destinations); O(1) for repeated calls for the same relationship within one event. Successive
  ///   additions at the end are O(1) each; any other change is O(destinations).
  open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet {
    RelationshipOrderedSet.make(of: self, slot: slot(named: key))
  }

  /// Whether a relationship's destinations have not been read from the store yet.
  ///
  /// - Parameter key: the name of a relationship. An unknown name is a programming error.
  /// - Complexity: O(1), without a read of the store.
  open func hasFault(forRelationshipNamed key: String) -> Bool { hasUnreadDestinations(slot(named: key)) }

  /// The IDs of a relationship's destinations. The objects are not created.
  ///
  /// - Parameter key: the name of a relationship. Any other name is a programming error.
  /// - Returns: the IDs, in order for an ordered relationship. Otherwise the stored ones by primary key, followed by
  ///   those added since.
  /// - Complexity: O(destinations), which are read from the store once.
  open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] { destinationIDs(slot(named: key)) }

  // MARK: Changes

  /// The properties changed since the object was last saved, with their new values; `NSNull` means nil. Transient
  /// properties are excluded.
  ///
  /// - Complexity: O(properties of the entity, and destinations of changed to-many relationships).
  open func changedValues() -> [String: Any] { boxedChanges() }

  /// The properties changed in the current event, with their values before it; `NSNull` means nil. An event stays
  /// current until it was delivered to all observers. Transient properties are excluded.
  ///
  /// - Complexity: O(properties changed, and destinations of changed to-many relationships).
  open func changedValuesForCurrentEvent() -> [String: Any] { boxedEventChanges() }

  /// The values as the store last saved them; `NSNull` means nil. Empty for an object that was never saved.
  ///
  /// - Parameter keys: the names of properties; nil for all attributes and to-one relationships. Transient properties
  ///   are excluded. An unknown name is a programming error.
  /// - Complexity: O(keys), plus the destinations of to-many relationships that are named. A fault is filled.
  open func committedValues(forKeys keys: [String]?) -> [String: Any] { boxedCommitted(keys) }

  // MARK: Life

  /// Called once when the object has been inserted, before its first change is recorded.
  open func awakeFromInsert() {}

  /// Called after a fault was filled. Values that it sets are not recorded as changes.
  open func awakeFromFetch() {}

  /// Called when an undo, a refresh, a merge, a rollback or a merge policy has replaced values.
  ///
  /// - Parameter flags: the reason.
  open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}

  /// Called before the object is deleted, while its relationships are still set.
  open func prepareForDeletion() {}

  /// Called before a save. Called again as long as it makes changes.
  ///
  /// Inserted objects come first, then changed ones, then deleted ones.
  open func willSave() {}

  /// Called after a save, before its notifications are posted.
  ///
  /// Inserted objects come first, then changed ones, then deleted ones.
  open func didSave() {}

  /// Called before the values are discarded.
  open func willTurnIntoFault() {}

  /// Called after the values were discarded.
  open func didTurnIntoFault() {}

  // MARK: Validation

  /// Checks a value against the rules of its property, without setting it.
  ///
  /// - Parameters:
  ///   - value: a value of the property's type. A value of another type is a programming error.
  ///   - key: the name of a property. An unknown name is a programming error.
  /// - Throws: an error in `NSCocoaErrorDomain` that names the object, the property and the rule: 1550
  ///   (`NSManagedObjectValidationError`), 1570 (`NSValidationMissingMandatoryPropertyError`), or one of 1610 to 1680.
  open func validateValue(_ value: Any?, forKey key: String) throws { try validate(value, slot(named: key)) }

  /// Validates the object before it is first saved. An override must call super first.
  ///
  /// - Complexity: O(rules of the entity, and destinations of changed relationships with a count).
  /// - Throws: an error of one property, as in `validateValue(_:forKey:)`; 1550 (`NSManagedObjectValidationError`) if
  ///   a relationship refers to an object that is being deleted, or that was deleted before it was ever saved; 1580
  ///   (`NSValidationRelationshipLacksMinimumCountError`) or 1590
  ///   (`NSValidationRelationshipExceedsMaximumCountError`); 1560 (`NSValidationMultipleErrorsError`) for several
  ///   errors.
  open func validateForInsert() throws { try validateProperties() }

  /// Validates the object before its changes are saved. An override must call super first.
  ///
  /// - Complexity: the same as `validateForInsert()`.
  /// - Throws: the same errors as `validateForInsert()`.
  open func validateForUpdate() throws { try validateProperties() }

  /// Validates the object before its deletion is saved. Relationships with the delete rule Deny must be empty.
  ///
  /// - Complexity: O(destinations of relationships with that rule). They are read.
  /// - Throws: 1600 (`NSValidationRelationshipDeniedDeleteError`), or 1560 (`NSValidationMultipleErrorsError`) for
  ///   several relationships.
  open func validateForDelete() throws { try validateDenyRules() }

  // MARK: Class

  /// Whether only properties of the model make an object changed. True here, because no other changes are tracked.
  open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

  /// The entity of this class in a model that a context uses; an entity without a name if there is none.
  ///
  /// - Complexity: O(models in use); O(their entities) in the first call for a class. The model that was used last is
  ///   searched first.
  open class func entity() -> NSEntityDescription { KnownModels.entity(of: self) }

  /// Creates a request for the objects of the class's entity. If the class has no entity, the fetch throws an error.
  ///
  /// - Complexity: the same as `entity()`.
  // Classes that Xcode generates have a typed `fetchRequest()`, which a call without a type annotation must use.
  @_disfavoredOverload
  open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
    let request = NSFetchRequest<any NSFetchRequestResult>()
    request.entity = entity()
    return request
  }

  /// Creates an object of the class's entity and inserts it into a context.
  ///
  /// - Parameter moc: the context. A context without a coordinator, or whose model has no entity for the class, is a
  ///   programming error.
  /// - Complexity: O(1); O(entities of the model) in the first call for a class.
  public required convenience init(context moc: NSManagedObjectContext) {
    self.init(entity: moc.entity(of: Self.self), insertInto: moc)
  }

  // Equality is identity, so a managed object equals only itself.
  open override var hash: Int { Int(bitPattern: Unmanaged.passUnretained(self).toOpaque()) >> 4 }
  open override func isEqual(_ object: Any?) -> Bool { object as? NSManagedObject === self }

  /// The class and the URI of the ID.
  open override var description: String {
    "<\(type(of: self)): \(objectID.uriRepresentation().absoluteString)>"
  }

  /// The entity's name and the key, such as `Task p7`, or `Task t3` before the object is saved. Arrays and optionals
  /// print it too.
  open override var debugDescription: String { objectID.shortName }
}
