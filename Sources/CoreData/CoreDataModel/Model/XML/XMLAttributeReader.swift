import Foundation

/// Reads an `attribute` element: its type, default value and bounds.
enum XMLAttributeReader {
  /// - Parameters:
  ///   - entityName: the entity; for an element of a composite attribute, followed by the enclosing names.
  ///   - composites: the model's composites.
  static func attribute(
    _ element: XMLTree, of entityName: String, _ composites: XMLComposites
  ) throws -> NSAttributeDescription {
    let name = try element.required("name", of: entityName)
    let owner = "\(entityName).\(name)"
    if element.text("attributeType") == "Composite" { return try composites.attribute(element, name, owner) }
    let attribute = element.flag("derived") ? derived(element) : NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = try type(element, owner: owner)
    attribute.explicitValueClassName = element.text("customClassName")
    attribute.valueTransformerName = element.text("valueTransformerName")
    attribute.allowsExternalBinaryDataStorage = element.flag("allowsExternalBinaryDataStorage")
    attribute.preservesValueInHistoryOnDeletion = element.flag("preserveAfterDeletion")
    attribute.allowsCloudEncryption = element.flag("allowsCloudEncryption")
    attribute.defaultValue = ModelNote.unlessWrong("the attribute is read without a default") {
      try defaultValue(element, type: attribute.attributeType, owner: owner)
    }
    attribute.bounds = bounds(element, type: attribute.attributeType, owner: owner)
    return attribute
  }

  private static func derived(_ element: XMLTree) -> NSDerivedAttributeDescription {
    let attribute = NSDerivedAttributeDescription()
    attribute.derivation = element.text("derivationExpression")
    return attribute
  }

  /// The attribute types by their names in the model editor.
  private static let types: [String: NSAttributeType] = [
    "Integer 16": .integer16AttributeType, "Integer 32": .integer32AttributeType,
    "Integer 64": .integer64AttributeType, "Decimal": .decimalAttributeType, "Double": .doubleAttributeType,
    "Float": .floatAttributeType, "String": .stringAttributeType, "Boolean": .booleanAttributeType,
    "Date": .dateAttributeType, "Binary": .binaryDataAttributeType, "UUID": .UUIDAttributeType,
    "URI": .URIAttributeType, "Transformable": .transformableAttributeType, "ObjectID": .objectIDAttributeType,
    "Undefined": .undefinedAttributeType,
  ]

  private static func type(_ element: XMLTree, owner: String) throws -> NSAttributeType {
    guard let name = element.text("attributeType") else { return .undefinedAttributeType }
    if let type = types[name] { return type }
    throw element.failure(
      "attributeType \"\(name)\" is not known" + ModelDraft.nearName(to: name, among: types.keys), owner)
  }

  /// The default value as Core Data returns it: numbers as `NSNumber`, decimals as `NSDecimalNumber`.
  private static func defaultValue(_ element: XMLTree, type: NSAttributeType, owner: String) throws -> Any? {
    let key = "defaultValueString"
    switch type {
    case .dateAttributeType:
      // The file also has a readable text of the date, but only the interval is exact.
      guard let seconds = try number("defaultDateTimeInterval", element, owner) else { return nil }
      return Date(timeIntervalSinceReferenceDate: NSDecimalNumber(decimal: seconds).doubleValue)
    case .stringAttributeType: return element.attributes[key]
    case .booleanAttributeType, .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
      guard let text = element.text(key) else { return nil }
      guard let integer = integer(text) else { throw element.failure("\(key) \"\(text)\" is no whole number", owner) }
      guard type.integerRange.contains(integer) else {
        throw element.failure("\(key) \"\(text)\" does not fit the type", owner)
      }
      return type == .booleanAttributeType ? NSNumber(value: integer != 0) : NSNumber(value: integer)
    case .doubleAttributeType, .floatAttributeType:
      guard let text = element.text(key) else { return nil }
      guard let number = Double(text) ?? flag(text).map(Double.init), !number.isNaN else {
        throw element.failure("\(key) \"\(text)\" is no number", owner)
      }
      return type == .floatAttributeType ? NSNumber(value: Float(number)) : NSNumber(value: number)
    case .decimalAttributeType: return try number(key, element, owner).map { NSDecimalNumber(decimal: $0) }
    case .UUIDAttributeType:
      guard let text = element.text(key) else { return nil }
      guard let uuid = UUID(uuidString: text) else { throw element.failure("\(key) \"\(text)\" is no UUID", owner) }
      return uuid
    case .URIAttributeType:
      guard let text = element.text(key) else { return nil }
      guard let url = URL(string: text) else { throw element.failure("\(key) \"\(text)\" is no URI", owner) }
      return url
    case .binaryDataAttributeType, .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType,
      .compositeAttributeType:
      return nil
    }
  }

  private static func bounds(_ element: XMLTree, type: NSAttributeType, owner: String) -> AttributeBounds {
    func bound(_ key: String) -> Decimal? {
      ModelNote.unlessWrong("the attribute is read without that bound") { try number(key, element, owner) }
    }
    switch type {
    case .dateAttributeType:
      return AttributeBounds(minimum: bound("minDateTimeInterval"), maximum: bound("maxDateTimeInterval"))
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .decimalAttributeType,
      .doubleAttributeType, .floatAttributeType, .stringAttributeType:
      return AttributeBounds(
        minimum: bound("minValueString"), maximum: bound("maxValueString"),
        pattern: type == .stringAttributeType ? pattern(element, owner) : nil
      )
    default: return AttributeBounds()
    }
  }

  private static func pattern(_ element: XMLTree, _ owner: String) -> String? {
    guard let pattern = element.text("regularExpressionString") else { return nil }
    return ModelNote.unlessWrong("the attribute is read without it") {
      guard (try? TextTest(.matches, pattern, [])) != nil else {
        throw element.failure("regularExpressionString \"\(pattern)\" is no regular expression", owner)
      }
      return pattern
    }
  }

  private static func number(_ key: String, _ element: XMLTree, _ owner: String) throws -> Decimal? {
    guard let text = element.text(key) else { return nil }
    guard let number = Decimal(exactly: text) else { throw element.failure("\(key) \"\(text)\" is no number", owner) }
    return number
  }

  /// Parses an integer or Boolean. Older editors wrote `NO` for the integer 0, and `0` for the Boolean false.
  private static func integer(_ text: String) -> Int64? {
    Int64(text) ?? flag(text).map(Int64.init) ?? Double(text).flatMap(Int64.init(exactly:))
  }

  private static func flag(_ text: String) -> Int? {
    switch text.uppercased() {
    case "YES", "TRUE": 1
    case "NO", "FALSE": 0
    default: nil
    }
  }
}

extension Decimal {
  /// Parses a decimal number with a decimal point; nil if the text contains anything else.
  package init?(exactly text: String) {
    // `Decimal(string:)` ignores everything after the number, so the text is checked by `Double` first, which would
    // also accept hexadecimal digits.
    guard Double(text)?.isFinite == true, !text.lowercased().contains("x"),
      let number = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")), !number.isNaN
    else { return nil }
    self = number
  }
}
