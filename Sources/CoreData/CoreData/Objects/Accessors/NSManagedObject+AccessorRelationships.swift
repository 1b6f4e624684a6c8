import Foundation

/// Relationships, for generated accessors.
extension NSManagedObject {
  /// The destination of a to-one relationship. A destination of another class than `T` is a programming error.
  ///
  /// - Parameter name: a relationship's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue<T: NSManagedObject>(_ name: StaticString) -> T? {
    requireQueue()
    guard let slot = slot(name) else { return boxed(name) as? T }
    return destination(slot).map { typed($0, name) }
  }

  /// The destinations of a to-many relationship.
  ///
  /// - Parameter name: a relationship's name. An unknown one is a programming error.
  /// - Complexity: O(destinations), which are read from the store once.
  public final func _managedValue<T: NSManagedObject>(_ name: StaticString) -> Set<T>? {
    requireQueue()
    guard let slot = slot(name) else { return boxed(name) as? Set<T> }
    let objects = destinations(slot)
    var set = Set<T>(minimumCapacity: objects.count)
    for object in objects { set.insert(typed(object, name)) }
    return set
  }

  /// The destinations of a to-many relationship.
  ///
  /// - Parameter name: a relationship's name. An unknown one is a programming error.
  /// - Complexity: O(destinations), which are read from the store once.
  public final func _managedValue(_ name: StaticString) -> NSSet? { boxed(name) as? NSSet }

  /// The destinations of an ordered relationship.
  ///
  /// - Parameter name: a relationship's name. An unknown one is a programming error.
  /// - Complexity: O(destinations), which are read from the store once.
  public final func _managedValue(_ name: StaticString) -> NSOrderedSet? { boxed(name) as? NSOrderedSet }

  /// Adds an object to a to-many relationship.
  ///
  /// - Parameters:
  ///   - object: an object of the relationship's destination entity in the same context. Any other is a programming
  ///     error.
  ///   - name: the name of a to-many relationship. Any other name is a programming error.
  /// - Complexity: O(1) once the destinations are read.
  public final func _addManaged(_ object: NSManagedObject, _ name: StaticString) {
    addDestination(object, toManySlot(name))
  }

  /// Adds objects to a to-many relationship.
  ///
  /// - Parameters:
  ///   - objects: a set, an ordered set or an array of objects in the same context.
  ///   - name: the name of a to-many relationship. Any other name is a programming error.
  /// - Complexity: O(objects) once the destinations are read.
  public final func _addManaged(_ objects: Any, _ name: StaticString) {
    let slot = toManySlot(name)
    for object in unboxedDestinations(objects, slot) { addDestination(object, slot) }
  }

  /// Removes an object from a to-many relationship.
  ///
  /// - Parameters:
  ///   - object: the object to remove. If it is not a destination, nothing changes.
  ///   - name: the name of a to-many relationship. Any other name is a programming error.
  /// - Complexity: O(1) once the destinations are read.
  public final func _removeManaged(_ object: NSManagedObject, _ name: StaticString) {
    let slot = toManySlot(name)
    guard object.registry === registry else { return }
    rereadStaleEnds(with: CollectionOfOne(object), slot)
    removeDestination(object, slot)
  }

  /// Removes objects from a to-many relationship.
  ///
  /// - Parameters:
  ///   - objects: a set, an ordered set or an array. Objects that are not destinations are ignored.
  ///   - name: the name of a to-many relationship. Any other name is a programming error.
  /// - Complexity: O(objects) once the destinations are read.
  public final func _removeManaged(_ objects: Any, _ name: StaticString) {
    let slot = toManySlot(name)
    let leaving = unboxedDestinations(objects, slot).filter { $0.registry === registry }
    rereadStaleEnds(with: leaving, slot)
    for object in leaving { removeDestination(object, slot) }
  }

  /// The destinations of a to-many relationship as a set. Changing the set changes the relationship.
  ///
  /// - Parameter name: the name of a to-many relationship. Any other name is a programming error.
  /// - Complexity: O(1).
  public final func _managedSet(_ name: StaticString) -> NSMutableSet {
    RelationshipSet(of: self, slot: toManySlot(name))
  }

  /// The destinations of an ordered relationship as an ordered set. Changing the set changes the relationship.
  ///
  /// - Parameter name: the name of a to-many relationship. Any other name is a programming error.
  /// - Complexity: O(destinations); O(1) for repeated calls for the same relationship within one event. A change by
  ///   index is O(destinations).
  public final func _managedOrder(_ name: StaticString) -> NSMutableOrderedSet {
    RelationshipOrderedSet.make(of: self, slot: toManySlot(name))
  }

  private func toManySlot(_ name: StaticString) -> Int {
    let slot = slot(named: name.description)
    guard case .toMany = kind.layout.slots[slot].kind else {
      fatalError("\(propertyName(slot)) is no to-many relationship: nothing can be added to it or removed from it.")
    }
    return slot
  }

  @inline(__always) private func typed<T: NSManagedObject>(_ object: NSManagedObject, _ name: StaticString) -> T {
    // Usually it is exactly this class, which is the cheapest check.
    if Swift.type(of: object) == T.self { return unsafeDowncast(object, to: T.self) }
    guard let typed = object as? T else {
      fatalError(
        "\(entity.name ?? "").\(name) leads to an object of \(Swift.type(of: object)), and "
          + "\(Swift.type(of: self)) declares \(T.self): name that class in the model, with its module if need be.")
    }
    return typed
  }
}
