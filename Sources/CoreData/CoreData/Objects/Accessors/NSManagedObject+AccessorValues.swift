import Foundation

/// Values of types that can be nil, for generated accessors.
extension NSManagedObject {
  /// The value of a property of type String.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> String? {
    requireQueue()
    let place = self.place(of: name)
    guard place.form == .text else { return boxed(name) as? String }
    return if case .string(let text) = current(Int(place.slot)) { text } else { nil }
  }

  /// The value of a property of type Date.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> Date? {
    requireQueue()
    let place = self.place(of: name)
    guard place.form == .date else { return boxed(name) as? Date }
    guard case .date(let seconds) = current(Int(place.slot)) else { return nil }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// The value of a property of type Data.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> Data? {
    if let slot = attributeSlot(name), case .data(let data) = current(slot) { return data }
    return boxed(name) as? Data
  }

  /// The value of a property of type UUID.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> UUID? {
    if let slot = attributeSlot(name), case .uuid(let uuid) = current(slot) { return uuid }
    return boxed(name) as? UUID
  }

  /// The value of a property of type Decimal.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: O(1), plus the read of a row if the object is a fault.
  public final func _managedValue(_ name: StaticString) -> Decimal? {
    if let slot = attributeSlot(name), case .decimal(let box) = current(slot) { return box.number }
    return (boxed(name) as? NSNumber)?.decimalValue
  }

  /// The value of a property of any other type. A value that is not a `T` is a programming error.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: the same as `value(forKey:)`.
  @_disfavoredOverload
  public final func _managedValue<T>(_ name: StaticString) -> T { _managedAny(name) }

  /// The value of a property whose type other types can be converted to, such as `NSObject`. A value that is not a
  /// `T` is a programming error.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  /// - Complexity: the same as `value(forKey:)`.
  public final func _managedAny<T>(_ name: StaticString) -> T {
    let value = boxed(name)
    if let typed = value as? T { return typed }
    if value == nil, let none = Any?.none as? T { return none }
    fatalError(
      "\(entity.name ?? "").\(name) is \(value.map { "of type \(Swift.type(of: $0))" } ?? "nil"), and "
        + "\(Swift.type(of: self)) declares it as \(T.self).")
  }

  /// Sets the value of a property of type String.
  ///
  /// - Parameters:
  ///   - value: the text.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  /// - Complexity: O(1).
  public final func _setManagedValue(_ value: String?, _ name: StaticString, isPrimitive: Bool = false) {
    let place = self.place(of: name)
    if place.form == .text { return assign(value.map { .string($0) } ?? .null, Int(place.slot), isPrimitive) }
    assignBoxed(value, name, isPrimitive)
  }

  /// Sets the value of a property of type Date.
  ///
  /// - Parameters:
  ///   - value: the date.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  /// - Complexity: O(1).
  public final func _setManagedValue(_ value: Date?, _ name: StaticString, isPrimitive: Bool = false) {
    let place = self.place(of: name)
    if place.form == .date {
      return assign(value.map { .date($0.timeIntervalSinceReferenceDate) } ?? .null, Int(place.slot), isPrimitive)
    }
    assignBoxed(value, name, isPrimitive)
  }

  /// Sets the value of a property of any other type.
  ///
  /// - Parameters:
  ///   - value: a value of the property's type. A value of another type is a programming error.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change or setting the inverse.
  /// - Complexity: the same as `setValue(_:forKey:)`.
  @_disfavoredOverload
  public final func _setManagedValue<T>(_ value: T, _ name: StaticString, isPrimitive: Bool = false) {
    assignBoxed(value, name, isPrimitive)
  }

  /// Unwraps a value for an accessor whose type is not optional.
  ///
  /// - Parameters:
  ///   - value: the value. Nil is a programming error.
  ///   - name: the property's name.
  public final func _managedRequired<T>(_ value: T?, _ name: StaticString) -> T {
    guard let value else {
      fatalError(
        "\(entity.name ?? "").\(name) is nil, and \(Swift.type(of: self)) declares it as \(T.self), not as optional.")
    }
    return value
  }

  @inline(__always) private func attributeSlot(_ name: StaticString) -> Int? {
    requireQueue()
    return slot(name)
  }

  @inline(never) final func boxed(_ name: StaticString) -> Any? { value(named: name.description) }
}

/// Accessors built on those above. They can be inlined into the module that has the class.
extension NSManagedObject {
  /// The value of an integer attribute; 0 if it is nil.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  @inlinable public final func _managedValue<T: FixedWidthInteger>(_ name: StaticString) -> T {
    T(truncatingIfNeeded: _managedValue(name) as Int64)
  }

  /// The value of a numeric attribute; 0 if it is nil.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  @inlinable public final func _managedValue<T: BinaryFloatingPoint>(_ name: StaticString) -> T {
    T(_managedValue(name) as Double)
  }

  /// The value of an integer attribute as an enumeration. A number without a case is a programming error.
  ///
  /// - Parameter name: a property's name. An unknown one is a programming error.
  @inlinable public final func _managedValue<T: RawRepresentable>(_ name: StaticString) -> T
  where T.RawValue: FixedWidthInteger {
    let number: Int64 = _managedValue(name)
    guard let value = T(rawValue: T.RawValue(truncatingIfNeeded: number)) else {
      fatalError("\(entity.name ?? "").\(name) is \(number), which \(T.self) does not have.")
    }
    return value
  }

  /// Sets an integer attribute.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  @inlinable public final func _setManagedValue<T: FixedWidthInteger>(
    _ value: T, _ name: StaticString, isPrimitive: Bool = false
  ) {
    _setManagedValue(Int64(truncatingIfNeeded: value), name, isPrimitive: isPrimitive)
  }

  /// Sets a numeric attribute.
  ///
  /// - Parameters:
  ///   - value: the number.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  @inlinable public final func _setManagedValue<T: BinaryFloatingPoint>(
    _ value: T, _ name: StaticString, isPrimitive: Bool = false
  ) {
    _setManagedValue(Double(value), name, isPrimitive: isPrimitive)
  }

  /// Sets an integer attribute to the raw value of an enumeration.
  ///
  /// - Parameters:
  ///   - value: the case.
  ///   - name: a property's name. An unknown one is a programming error.
  ///   - isPrimitive: whether to set the primitive value, without recording a change.
  @inlinable public final func _setManagedValue<T: RawRepresentable>(
    _ value: T, _ name: StaticString, isPrimitive: Bool = false
  ) where T.RawValue: FixedWidthInteger {
    _setManagedValue(Int64(truncatingIfNeeded: value.rawValue), name, isPrimitive: isPrimitive)
  }
}
