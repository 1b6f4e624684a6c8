import Foundation

/// Values in the form that the program uses, by slot.
extension NSManagedObject {
  /// The slot of a property. An unknown name is a programming error.
  final func slot(named key: String) -> Int {
    guard let slot = kind.layout.slot(named: key) else { fatalError(kind.layout.noProperty(key)) }
    return slot
  }

  /// The value of a property by name.
  final func value(named key: String) -> Any? {
    let layout = kind.layout
    if let slot = layout.slot(named: key) { return boxedValue(slot, of: layout.slots[slot].kind) }
    // A typed key path may be applied to a dummy object to find out its key; such an object answers first.
    return KeyRecording.answer(of: self, to: key) ?? ownValue(key) ?? fetchedValue(named: key)
      ?? NamedPropertyList.of(type(of: self)).value(key, of: self) ?? value(forUndefinedKey: key)
  }

  /// The value of a property that every object has in addition to its entity's, by its name in key-value coding; nil
  /// for any other key.
  private func ownValue(_ key: String) -> Any?? {
    switch key {
    case "self": .some(self)
    case "objectID": .some(objectID)
    case "entity": .some(entity)
    case "managedObjectContext": .some(managedObjectContext)
    case "hasChanges": .some(NSNumber(value: hasChanges))
    case "hasPersistentChangedValues": .some(NSNumber(value: hasPersistentChangedValues))
    case "isInserted", "inserted": .some(NSNumber(value: isInserted))
    case "isUpdated", "updated": .some(NSNumber(value: isUpdated))
    case "isDeleted", "deleted": .some(NSNumber(value: isDeleted))
    case "isFault", "fault": .some(NSNumber(value: isFault))
    case "faultingState": .some(NSNumber(value: faultingState))
    case "changedValues": .some(changedValues())
    case "hash": .some(NSNumber(value: hash))
    case "description": .some(description)
    default: nil
    }
  }

  final func boxedValue(_ slot: Int) -> Any? { boxedValue(slot, of: kind.layout.slots[slot].kind) }

  private func boxedValue(_ slot: Int, of kind: EntityLayout.Kind) -> Any? {
    requireQueue()
    switch kind {
    case .attribute(.transformableAttributeType): return transformedValue(slot)
    case .attribute(.compositeAttributeType): return compositeValue(slot)
    case .attribute(let type): return current(slot).boxed(as: type)
    case .toOne: return destination(slot)
    case .toMany(let relationship): return boxedDestinations(slot, isOrdered: relationship.isOrdered)
    }
  }

  final func boxed(_ value: Value, _ slot: Int) -> Any? {
    if case .reference(let key) = value { return liveContext?.object(for: key) }
    return kind.layout.slots[slot].boxed(value)
  }

  /// Returns a property's value, computed from other slot values than the current ones.
  ///
  /// - Parameter value: returns the value in a slot.
  final func boxedProperty(_ slot: Int, _ value: (_ slot: Int) -> Value) -> Any? {
    guard let composite = kind.layout.slots[slot].composite else { return boxed(value(slot), slot) }
    return composite.dictionary { boxed(value($0), $0) }
  }

  /// Sets the value of a property by name. An unknown name is a programming error.
  final func setValue(_ value: Any?, named key: String) {
    let layout = kind.layout
    guard let slot = layout.slot(named: key) else { return setBoxed(value, self.slot(named: key)) }
    setBoxed(value, slot, of: layout.slots[slot].kind)
  }

  final func setBoxed(_ value: Any?, _ slot: Int) { setBoxed(value, slot, of: kind.layout.slots[slot].kind) }

  private func setBoxed(_ value: Any?, _ slot: Int, of kind: EntityLayout.Kind) {
    switch kind {
    case .attribute(.compositeAttributeType): setComposite(value, slot)
    case .attribute(let type): setCurrent(unboxedAttribute(value, slot, type), slot)
    case .toOne(let relationship): setDestination(unboxedDestination(value, slot), slot, relationship)
    case .toMany(let relationship):
      let objects = unboxedDestinations(value, slot)
      rereadStaleEnds(keeping: objects, slot)
      setDestinations(objects, slot, relationship)
    }
  }

  final func unboxedAttribute(_ value: Any?, _ slot: Int) -> Value {
    guard case .attribute(let type) = kind.layout.slots[slot].kind else { return .null }
    return unboxedAttribute(value, slot, type)
  }

  private func unboxedAttribute(_ value: Any?, _ slot: Int, _ type: NSAttributeType) -> Value {
    // A value usually has the attribute's type. Only otherwise look for other forms of nil.
    if !type.takesAnything, let value, let unboxed = Value(boxed: value, as: type) { return unboxed }
    guard let value = value.flattened, !(value is NSNull) else { return .null }
    if let transformer = kind.layout.slots[slot].transformer { return untransformed(value, slot, transformer) }
    guard let unboxed = Value(boxed: value, as: type) else {
      fatalError(
        "\(propertyName(slot)) takes \(type.expectedValue), not \(Swift.type(of: value)) (\(value))."
      )
    }
    return unboxed
  }

  final func unboxedDestination(_ value: Any?, _ slot: Int) -> NSManagedObject? {
    guard let value = value.flattened, !(value is NSNull) else { return nil }
    guard let object = value as? NSManagedObject else {
      fatalError("\(propertyName(slot)) takes a managed object, not \(Swift.type(of: value)).")
    }
    return object
  }

  final func unboxedDestinations(_ value: Any?, _ slot: Int) -> [NSManagedObject] {
    guard let value = value.flattened, !(value is NSNull) else { return [] }
    let elements: [Any]
    switch value {
    case let set as RelationshipOrderedSet: elements = set.objects
    case let set as NSOrderedSet: elements = set.array
    case let set as NSSet: elements = set.allObjects
    case let set as Set<AnyHashable>: elements = set.map { $0.base }
    case let array as [Any]: elements = array
    case let array as NSArray: elements = array.allObjects
    default:
      fatalError("\(propertyName(slot)) takes a set of managed objects, not \(Swift.type(of: value)).")
    }
    return elements.map { element in
      guard let object = element as? NSManagedObject else {
        fatalError("\(propertyName(slot)) takes managed objects, not \(Swift.type(of: element)).")
      }
      return object
    }
  }

  private func boxedDestinations(_ slot: Int, isOrdered: Bool) -> Any {
    let objects = destinations(slot)
    // A copy, so that adding to it does not change the relationship.
    return isOrdered ? NSMutableOrderedSet(array: objects) : NSMutableSet(array: objects)
  }
}

extension NSArray {
  fileprivate var allObjects: [Any] { map { $0 } }
}
