/// Numbers whose attribute has another type in the next version of a model.
extension NSAttributeType {
  /// Whether an inferred mapping takes over the values of an attribute of a former type: whole numbers as any numbers
  /// and, if each is 0 or 1, as Booleans, Booleans as whole numbers, and fractions as fractions. Numbers that would
  /// have to be cut off, or read from a text, need a mapping model.
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

  /// The range that must contain the whole numbers of a former type, so that none is lost; nil if all are held.
  package func limits(of former: NSAttributeType) -> ClosedRange<Int64>? {
    guard former.isWhole, let held = wholeNumbers else { return nil }
    let all = former.integerRange
    return held.contains(all.lowerBound) && held.contains(all.upperBound) ? nil : held
  }

  /// Whether a number of an attribute of another type is one of this type, too.
  package func holds(_ value: Value) -> Bool {
    switch value {
    case .int(let number): wholeNumbers?.contains(number) ?? true
    case .double(let number):
      self != .floatAttributeType || !number.isFinite || number.magnitude < Self.beyondSingle
    default: true
    }
  }

  /// The least number that is infinite in single precision.
  package static let beyondSingle = 0x1.ffffffp127

  /// The range of whole numbers of which the attribute holds each one; nil if it holds all.
  private var wholeNumbers: ClosedRange<Int64>? {
    switch self {
    case .booleanAttributeType: 0...1
    case .integer16AttributeType, .integer32AttributeType: integerRange
    // Beyond these, two whole numbers become one fraction.
    case .floatAttributeType: -0x100_0000...0x100_0000
    case .doubleAttributeType: -0x20_0000_0000_0000...0x20_0000_0000_0000
    default: nil
    }
  }

  /// Whether the type is a whole number. A Boolean is none, although its column holds one.
  private var isWhole: Bool {
    self == .integer16AttributeType || self == .integer32AttributeType || self == .integer64AttributeType
  }

  private var isFraction: Bool { self == .floatAttributeType || self == .doubleAttributeType }
}
