import Foundation

/// A property of an archive, with the names of its destination and inverse.
struct ArchivedProperty {
  let description: NSPropertyDescription
  /// The names of a relationship's destination and inverse; nil for another property.
  let link: ModelDraft.Link?

  init(_ object: ArchivedObject, composites: CompositeReading) throws {
    let name = try object.entityName(for: "NSPropertyName")
    var link: ModelDraft.Link?
    let property: NSPropertyDescription
    switch try object.className {
    case "NSCompositeAttributeDescription": property = try Self.composite(object, composites, name)
    case "NSAttributeDescription":
      property = try Self.attribute(object, NSAttributeDescription())
    case "NSDerivedAttributeDescription":
      let attribute = NSDerivedAttributeDescription()
      attribute.derivation =
        try object.string(for: ArchivedKeys.derivation)
        ?? object.object(for: "NSDerivationExpression").flatMap { ArchivedPredicate.expression($0)?.description }
      property = try Self.attribute(object, attribute)
    case "NSRelationshipDescription":
      let relationship = try Self.relationship(object)
      property = relationship
      link = ModelDraft.Link(
        relationship: relationship, destination: try Self.destination(object), inverse: try Self.inverse(object)
      )
    case "NSFetchedPropertyDescription":
      let fetched = NSFetchedPropertyDescription()
      fetched.fetchRequest = ModelNote.unlessWrong("the fetched property \(name) is read without its request") {
        try object.object(for: "NSFetchRequest").map { try ArchivedFetchRequest.request($0) }
      }
      property = fetched
    case let other: throw ModelReadingError("the property \(name) is a \(other), which is not known")
    }
    property.name = name
    property.isOptional = try object.flag(for: "NSIsOptional")
    property.isTransient = try object.flag(for: "NSIsTransient")
    property.hasOwnIndex = try object.flag(for: "NSIsIndexed")
    property.versionHashModifier = try object.string(for: "NSVersionHashModifier")
    let identifier = try object.string(for: "NSRenamingIdentifier")
    property.explicitRenamingIdentifier = identifier == name ? nil : identifier
    property.userInfo = try object.userInfo()
    try ArchivedValidation.read(object, into: property)
    description = property
    self.link = link
  }

  private static func attribute<Attribute: NSAttributeDescription>(
    _ object: ArchivedObject, _ attribute: Attribute
  ) throws -> Attribute {
    let number = try object.integer(for: "NSAttributeType") ?? 0
    guard let type = UInt(exactly: number).flatMap(NSAttributeType.init) else {
      throw object.mismatch("NSAttributeType")
    }
    attribute.attributeType = type
    let className = try object.string(for: "NSAttributeValueClassName")
    attribute.explicitValueClassName = className == attribute.attributeType.valueClassName ? nil : className
    attribute.valueTransformerName = try object.string(for: "NSValueTransformerName")
    let flags = try object.integer(for: "NSFlagsKey") ?? 0
    attribute.preservesValueInHistoryOnDeletion = flags & ArchivedFlags.preservedInHistory != 0
    attribute.allowsExternalBinaryDataStorage =
      attribute.attributeType == .binaryDataAttributeType && flags & ArchivedFlags.externalData != 0
    attribute.allowsCloudEncryption = flags & ArchivedFlags.cloudEncryption != 0
    if let reference = object.reference(for: "NSDefaultValue") {
      attribute.defaultValue = ArchivedValue.defaultValue(reference, in: object.archive, of: attribute.attributeType)
    }
    return attribute
  }

  private static func composite(
    _ object: ArchivedObject, _ composites: CompositeReading, _ name: String
  ) throws -> NSCompositeAttributeDescription {
    let composite = try attribute(object, NSCompositeAttributeDescription())
    composite.attributeType = .compositeAttributeType
    composite.compositeName = try object.string(for: ArchivedKeys.composite)
    composite.elements = try composites.elements(try object.list(for: "NSCompositeElements"), of: name) { reference in
      let element = try object.archive.object(reference).underlyingProperty()
      let property = try ArchivedProperty(element, composites: composites).description
      guard let attribute = property as? NSAttributeDescription else { throw object.mismatch("NSCompositeElements") }
      return attribute
    }
    return composite
  }

  private static func relationship(_ object: ArchivedObject) throws -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.minCount = Int(try object.integer(for: "NSMinCount") ?? 0)
    relationship.maxCount = Int(try object.integer(for: "NSMaxCount") ?? 0)
    relationship.isOrdered = try object.flag(for: "NSIsOrdered")
    let rule = UInt(exactly: try object.integer(for: "NSDeleteRule") ?? 1)
    guard let rule = rule.flatMap(NSDeleteRule.init) else { throw object.mismatch("NSDeleteRule") }
    relationship.deleteRule = rule
    return relationship
  }

  private static func destination(_ object: ArchivedObject) throws -> String {
    if let name = try object.string(for: "_NSDestinationEntityName") { return name }
    guard let entity = try object.object(for: "NSDestinationEntity") else {
      throw object.mismatch("NSDestinationEntity")
    }
    return try entity.entityName(for: "NSEntityName")
  }

  private static func inverse(_ object: ArchivedObject) throws -> String? {
    if let name = try object.string(for: "_NSInverseRelationshipName") { return name }
    return try object.object(for: "NSInverseRelationship")?.underlyingProperty().entityName(for: "NSPropertyName")
  }
}

/// Numbers in archives that no public enumeration contains.
enum ArchivedFlags {
  /// A bit of `NSFlagsKey`, found in compiled models for attributes that are preserved after deletion.
  static let preservedInHistory: Int64 = 16
  /// Bits of `NSFlagsKey` for external data, guessed because no example has them. The feature is older than that of bit
  /// 16, so its bit should be lower.
  static let externalData: Int64 = 15
  /// The bit for external data that this package writes.
  static let writtenExternalData: Int64 = 4
  /// A bit of `NSFlagsKey`, guessed because no example has it. The feature is newer than that of bit 16.
  static let cloudEncryption: Int64 = 32
}
