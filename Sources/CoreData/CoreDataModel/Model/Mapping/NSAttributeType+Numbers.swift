/// Conversions of numbers whose attribute changes its type in the next model version.
extension NSAttributeType {
  /// Whether an inferred mapping converts values from a former type. It converts integers to any number type and, if
  /// all are 0 or 1, to Booleans; Booleans to integers; and floating-point numbers to floating-point numbers. A
  /// conversion that would truncate numbers or parse texts needs a mapping model.
  package func continues(_ former: NSAttributeType) -> Bool {
    if self == former { return true }
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      return former.isWhole || former == .booleanAttributeType
    case .decimalAttributeType, .booleanAttributeType: return former.isWhole
    case .floatAttributeType, .doubleAttributeType: return former.isWhole || former.isFraction
    default: return false
    }
  }

  /// The range that must contain the integers of a former type so that they fit this type; nil if all of them fit.
  package func limits(of former: NSAttributeType) -> ClosedRange<Int64>? {
    guard former.isWhole, let held = wholeNumbers else { return nil }
    let all = former.integerRange
    return held.contains(all.lowerBound) && held.contains(all.upperBound) ? nil : held
  }

  /// Whether a number of another type fits this type.
  package func holds(_ value: Value) -> Bool {
    switch value {
    case .int(let number): wholeNumbers?.contains(number) ?? true
    case .double(let number):
      self != .floatAttributeType || !number.isFinite || number.magnitude < Self.beyondSingle
    default: true
    }
  }

  /// The least number that rounds to infinity in single precision.
  package static let beyondSingle = 0x1.ffffffp127

  /// The range of integers that the type represents exactly; nil if it represents all.
  private var wholeNumbers: ClosedRange<Int64>? {
    switch self {
    case .booleanAttributeType: 0...1
    case .integer16AttributeType, .integer32AttributeType: integerRange
    // Beyond these limits, different integers have the same floating-point number.
    case .floatAttributeType: -0x100_0000...0x100_0000
    case .doubleAttributeType: -0x20_0000_0000_0000...0x20_0000_0000_0000
    default: nil
    }
  }

  /// Whether the type is an integer type. Boolean does not count, although its column holds integers.
  private var isWhole: Bool {
    self == .integer16AttributeType || self == .integer32AttributeType || self == .integer64AttributeType
  }

  private var isFraction: Bool { self == .floatAttributeType || self == .doubleAttributeType }
}
