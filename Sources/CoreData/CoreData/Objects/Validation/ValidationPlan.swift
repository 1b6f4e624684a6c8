import Foundation

/// The validation rules of an entity's attributes and relationships. They are gathered once, so that validating an
/// object visits only properties with a rule.
struct ValidationPlan {
  struct Rule {
    let slot: Int
    let name: String
    let type: NSAttributeType?
    let isMandatory: Bool
    let bounds: AttributeBounds
    /// The bounds as `Double`, for floating-point and date attributes.
    let leastFraction: Double?
    let greatestFraction: Double?
    let pattern: TextTest?
    let predicates: [NSPredicate]
    let warnings: [String]

    /// Whether the rule only requires that the value fits the type.
    var isTrivial: Bool { !isMandatory && bounds.isEmpty && predicates.isEmpty }
  }

  let rules: [Rule]
  /// The rules for composite attributes as a whole.
  let composites: [CompositeRule]
  let toManySlots: [Int]
  let denySlots: [Int]

  init(of entity: NSEntityDescription, layout: EntityLayout) {
    let properties = entity.propertiesByName
    rules = layout.slots.enumerated().compactMap { index, slot in
      if case .toMany = slot.kind { return nil }
      if slot.composite != nil { return nil }
      let property = slot.owner == nil ? properties[slot.name] : entity.attribute(of: slot)
      let rule = Rule(slot: index, property: property, layout: slot)
      return rule.isTrivial && !rule.canOverflow ? nil : rule
    }
    composites =
      !layout.hasComposites
      ? []
      : layout.slots.indices.compactMap { CompositeRule(slot: $0, of: layout, properties[layout.slots[$0].name]) }
    toManySlots = layout.toManySlots.filter { slot in
      guard case .toMany(let relationship) = layout.slots[slot].kind else { return false }
      return relationship.minCount > 0 || relationship.maxCount > 0
    }
    denySlots = (layout.toOneSlots + layout.toManySlots).filter { slot in
      switch layout.slots[slot].kind {
      case .toOne(let relationship), .toMany(let relationship): relationship.deleteRule == .denyDeleteRule
      case .attribute: false
      }
    }
  }
}

extension ValidationPlan.Rule {
  init(slot: Int, property: NSPropertyDescription?, layout: EntityLayout.Slot) {
    self.slot = slot
    name = layout.name
    // `CompositeRule` checks mandatory elements, because whether an element must have a value depends on the other
    // elements.
    isMandatory = !layout.isOptional && layout.owner == nil
    if case .attribute(let type) = layout.kind { self.type = type } else { type = nil }
    bounds = (property as? NSAttributeDescription)?.bounds ?? AttributeBounds()
    let isFloat = type == .floatAttributeType
    leastFraction = bounds.minimum.flatMap { Self.fraction($0, isFloat: isFloat) }
    greatestFraction = bounds.maximum.flatMap { Self.fraction($0, isFloat: isFloat) }
    // A pattern is the operand of `SELF MATCHES`, so it must match the whole text.
    pattern = bounds.pattern.flatMap { try? TextTest(.matches, $0, []) }
    predicates = property?.validationPredicates ?? []
    warnings = (property?.validationWarnings ?? []).map { "\($0)" }
  }

  /// Converts a bound to `Double`. The description of a decimal is exact, so parsing it rounds only once.
  private static func fraction(_ bound: Decimal, isFloat: Bool) -> Double? {
    isFloat ? Float(bound.description).map { Double($0) } : Double(bound.description)
  }

  /// Whether the type has values that the attribute cannot be saved with: integers that are too large, or NaN.
  var canOverflow: Bool {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .doubleAttributeType, .floatAttributeType,
      .decimalAttributeType, .dateAttributeType:
      true
    default: false
    }
  }
}
