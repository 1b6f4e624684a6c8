import Foundation

extension ArchiveModelWriter {
  typealias Fields = KeyedArchiveBuilder.Fields

  /// The bits of `_P`, as far as they are known from examples.
  private enum Presence {
    static let always: Int64 = 1
    static let optional: Int64 = 2
    static let readOnly: Int64 = 4
    static let transient: Int64 = 8
    static let noPredicates: Int64 = 16
    static let noWarnings: Int64 = 32
    static let noUserInfo: Int64 = 64
    static let noModifier: Int64 = 128
    static let ordered: Int64 = 1024
  }

  /// - Parameter isElement: whether the property is an element of a composite attribute. No entity lists it then.
  mutating func write(
    _ property: NSPropertyDescription, of entity: NSEntityDescription, at place: Int, isElement: Bool = false
  ) {
    var presence = Presence.always
    var fields: Fields = [
      (key: "NSPropertyName", value: builder.string(property.name)),
      (key: "NSEntity", value: isElement ? KeyedArchiveBuilder.null : reference(to: entity)),
      (key: "NSRenamingIdentifier", value: builder.string(property.renamingIdentifier)),
    ]
    func flag(_ key: String, _ value: Bool, _ bit: Int64) {
      guard value else { return }
      fields.append((key: key, value: .bool(true)))
      presence |= bit
    }
    flag("NSIsOptional", property.isOptional, Presence.optional)
    flag("NSIsTransient", property.isTransient, Presence.transient)
    flag("NSIsIndexed", property.hasOwnIndex, 0)
    if let modifier = property.versionHashModifier {
      fields.append((key: "NSVersionHashModifier", value: builder.string(modifier)))
    } else {
      presence |= Presence.noModifier
    }
    if let info = property.userInfo, !info.isEmpty {
      fields.append((key: "NSUserInfo", value: userInfo(info)))
    } else {
      presence |= Presence.noUserInfo
    }
    let validation = self.validation(of: property)
    if validation.isEmpty { presence |= Presence.noPredicates | Presence.noWarnings }
    fields += validation
    let hierarchy: [String]
    switch property {
    case let attribute as NSAttributeDescription:
      fields += self.fields(of: attribute)
      flag("NSIsReadOnly", attribute is NSDerivedAttributeDescription, Presence.readOnly)
      let subclass: [String]
      switch attribute {
      case let composite as NSCompositeAttributeDescription:
        fields += self.fields(of: composite, entity)
        subclass = ["NSCompositeAttributeDescription"]
      case is NSDerivedAttributeDescription: subclass = ["NSDerivedAttributeDescription"]
      default: subclass = []
      }
      hierarchy = subclass + ["NSAttributeDescription", "NSPropertyDescription"]
    case let relationship as NSRelationshipDescription:
      fields += self.fields(of: relationship)
      flag("NSIsOrdered", relationship.isOrdered, Presence.ordered)
      hierarchy = ["NSRelationshipDescription", "NSPropertyDescription"]
    default:
      let request = (property as? NSFetchedPropertyDescription)?.fetchRequest
      flag("NSIsReadOnly", true, Presence.readOnly)
      fields.append(
        (key: "NSFetchRequest", value: request.flatMap { self.request($0, entity.model) } ?? KeyedArchiveBuilder.null))
      fields.append((key: "_NSFetchRequestEntityName", value: builder.string(request?.entityName)))
      hierarchy = ["NSFetchedPropertyDescription", "NSPropertyDescription"]
    }
    fields.append((key: "_P", value: .integer(presence)))
    builder.fill(place, hierarchy, fields)
  }

  private mutating func fields(of attribute: NSAttributeDescription) -> Fields {
    var flags: Int64 = attribute.preservesValueInHistoryOnDeletion ? ArchivedFlags.preservedInHistory : 0
    if attribute.allowsExternalBinaryDataStorage { flags |= ArchivedFlags.writtenExternalData }
    if attribute.allowsCloudEncryption { flags |= ArchivedFlags.cloudEncryption }
    var fields: Fields = [
      (key: "NSAttributeType", value: .integer(Int64(attribute.attributeType.rawValue))),
      (key: "NSAttributeValueClassName", value: builder.string(attribute.attributeValueClassName)),
      (key: "NSDefaultValue", value: defaultValue(of: attribute)),
      (key: "NSValueTransformerName", value: builder.string(attribute.valueTransformerName)),
      (key: "NSFlagsKey", value: .integer(flags)),
    ]
    if let derived = attribute as? NSDerivedAttributeDescription {
      fields.append((key: ArchivedKeys.derivation, value: builder.string(derived.derivation)))
    }
    return fields
  }

  private mutating func fields(of composite: NSCompositeAttributeDescription, _ entity: NSEntityDescription) -> Fields {
    let elements = composite.elements.map { element -> Node in
      let place = builder.reserve()
      write(element, of: entity, at: place, isElement: true)
      return .uid(place)
    }
    var fields: Fields = [(key: "NSCompositeElements", value: builder.array(elements))]
    if let name = composite.compositeName { fields.append((key: ArchivedKeys.composite, value: builder.string(name))) }
    return fields
  }

  private mutating func fields(of relationship: NSRelationshipDescription) -> Fields {
    let destination = relationship.destinationEntity
    let inverse = relationship.inverseRelationship
    let inversePlace = destination.flatMap { properties[ObjectIdentifier($0)] }.flatMap { places in
      inverse.flatMap { places[$0.name] }
    }
    return [
      (key: "NSDestinationEntity", value: destination.map(reference) ?? KeyedArchiveBuilder.null),
      (key: "_NSDestinationEntityName", value: builder.string(destination?.name)),
      (key: "NSInverseRelationship", value: .uid(inversePlace ?? 0)),
      (key: "_NSInverseRelationshipName", value: builder.string(inverse?.name)),
      (key: "NSDeleteRule", value: .integer(Int64(relationship.deleteRule.rawValue))),
      (key: "NSMinCount", value: .integer(Int64(relationship.minCount))),
      (key: "NSMaxCount", value: .integer(Int64(relationship.maxCount))),
    ]
  }

  /// Writes a default value, or null if it is neither a number nor of one of Foundation's value classes, because no
  /// reader could decode it.
  private mutating func defaultValue(of attribute: NSAttributeDescription) -> Node {
    switch Value(default: attribute.defaultValue, of: attribute.attributeType) {
    case nil, .null, .reference, .opaque: KeyedArchiveBuilder.null
    case .int(let number):
      builder.plain(attribute.attributeType == .booleanAttributeType ? .bool(number != 0) : .integer(number))
    case .double(let number): builder.plain(.real(number))
    case .date(let seconds): builder.object(["NSDate"], [(key: "NS.time", value: .real(seconds))])
    case .data(let data): builder.plain(.data(data))
    case .uuid(let uuid): builder.uuid(uuid)
    case .string(let text) where attribute.attributeType == .URIAttributeType:
      builder.object(
        ["NSURL"],
        [(key: "NS.base", value: KeyedArchiveBuilder.null), (key: "NS.relative", value: builder.string(text))]
      )
    case .string(let text): builder.string(text)
    case .decimal(let box): builder.decimal(box.number)
    }
  }
}
