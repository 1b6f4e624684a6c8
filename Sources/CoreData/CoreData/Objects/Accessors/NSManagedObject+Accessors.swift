import Foundation

/// The methods that generated accessors call. `CoreDataModelPlugin` writes these accessors into the module that has
/// the class. The methods have underscores, because programs do not call them.
///
/// For numbers, these methods avoid boxing and lookup by name. If a value's type differs from the attribute's, they
/// read it as `value(forKey:)` does, and set it as `setValue(_:forKey:)` does.
extension NSManagedObject {
  /// The value of an integer attribute; 0 if it is nil.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> Int64 {
    requireQueue()
    let place = self.place(of: name)
    if place.form == .integer {
      if case .int(let number) = current(Int(place.slot)) { return number }
      return 0
    }
    return number(name)?.int64Value ?? 0
  }

  /// The value of a numeric attribute, or of a date in seconds since 2001; 0 if it is nil.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> Double {
    requireQueue()
    let place = self.place(of: name)
    if place.form == .fraction {
      if case .double(let number) = current(Int(place.slot)) { return number }
      return 0
    }
    if place.form == .date, case .date(let seconds) = current(Int(place.slot)) { return seconds }
    return number(name)?.doubleValue ?? 0
  }

  /// The value of a Boolean attribute; false if it is nil.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> Bool { _managedValue(name) as Int64 != 0 }

  /// Sets an integer attribute.
  ///
  /// - Parameters:
  ///   - value: the number. A number too large for the attribute is accepted here; validation rejects it in a save.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  /// - Complexity: O(1).
  public final func _setManagedValue(_ value: Int64, _ name: StaticString, isPrimitive: Bool = false) {
    let place = self.place(of: name)
    if place.form == .integer { return assign(.int(value), Int(place.slot), isPrimitive) }
    assignBoxed(NSNumber(value: value), name, isPrimitive)
  }

  /// Sets a numeric attribute or, in seconds since 2001, a date.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  /// - Complexity: O(1).
  public final func _setManagedValue(_ value: Double, _ name: StaticString, isPrimitive: Bool = false) {
    let place = self.place(of: name)
    if place.form == .fraction { return assign(.double(value), Int(place.slot), isPrimitive) }
    if place.form == .date { return assign(.date(value), Int(place.slot), isPrimitive) }
    assignBoxed(NSNumber(value: value), name, isPrimitive)
  }

  /// Sets a Boolean attribute.
  ///
  /// - Parameters:
  ///   - value: the Boolean.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  /// - Complexity: O(1).
  public final func _setManagedValue(_ value: Bool, _ name: StaticString, isPrimitive: Bool = false) {
    let place = self.place(of: name)
    if place.form == .integer { return assign(.int(value ? 1 : 0), Int(place.slot), isPrimitive) }
    assignBoxed(NSNumber(value: value), name, isPrimitive)
  }

  // MARK: Helpers

  /// The slot of the property that an accessor names; nil if the object is a dummy that only records which keys are
  /// read.
  @inline(__always) final func slot(_ name: StaticString) -> Int? {
    let place = self.place(of: name)
    return place.form == .missing ? nil : Int(place.slot)
  }

  @inline(__always) final func place(of name: StaticString) -> AccessorPlace {
    if let registry, name.hasPointerRepresentation,
      let place = registry.places[Int(entityIndex)].place(at: UInt(bitPattern: name.utf8Start))
    {
      return place
    }
    return findPlace(of: name)
  }

  @inline(never) private func findPlace(of name: StaticString) -> AccessorPlace {
    let layout = kind.layout
    let place = layout.place(named: name.description)
    if let registry, name.hasPointerRepresentation, place.form != .missing {
      let address = UInt(bitPattern: name.utf8Start)
      registry.places[Int(entityIndex)].remember(place, at: address, properties: layout.slots.count)
    }
    return place
  }

  @inline(__always) final func assign(_ value: Value, _ slot: Int, _ isPrimitive: Bool) {
    if isPrimitive { assignPrimitive(value, slot) } else { setCurrent(value, slot) }
  }

  private func assignPrimitive(_ value: Value, _ slot: Int) {
    requireQueue()
    fireIfFault()
    write(value, slot)
  }

  @inline(never) final func assignBoxed(_ value: Any?, _ name: StaticString, _ isPrimitive: Bool) {
    let slot = slot(named: name.description)
    if isPrimitive { setPrimitive(value, slot) } else { setBoxed(value, slot) }
  }

  @inline(never) private func number(_ name: StaticString) -> NSNumber? { value(named: name.description) as? NSNumber }
}
