import Foundation

/// The rules of an entity's attributes and to-one relationships, gathered so that checking an object looks at nothing
/// without a rule.
struct ValidationPlan {
  struct Rule {
    let slot: Int
    let name: String
    let type: NSAttributeType?
    let isMandatory: Bool
    let bounds: AttributeBounds
    /// The bounds as an attribute of fractions or dates would hold them.
    let leastFraction: Double?
    let greatestFraction: Double?
    let pattern: TextTest?
    let predicates: [NSPredicate]
    let warnings: [String]

    /// Whether there is nothing to check but that the value fits the type.
    var isTrivial: Bool { !isMandatory && bounds.isEmpty && predicates.isEmpty }
  }

  let rules: [Rule]
  /// The rules of composite attributes that concern several elements.
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
    // Whether an element must have a value depends on the other elements: `CompositeRule`.
    isMandatory = !layout.isOptional && layout.owner == nil
    if case .attribute(let type) = layout.kind { self.type = type } else { type = nil }
    bounds = (property as? NSAttributeDescription)?.bounds ?? AttributeBounds()
    let isFloat = type == .floatAttributeType
    leastFraction = bounds.minimum.flatMap { Self.fraction($0, isFloat: isFloat) }
    greatestFraction = bounds.maximum.flatMap { Self.fraction($0, isFloat: isFloat) }
    // What is written for a bound is `SELF MATCHES` it: the whole text, with a line's end at its end.
    pattern = bounds.pattern.flatMap { try? TextTest(.matches, $0, []) }
    predicates = property?.validationPredicates ?? []
    warnings = (property?.validationWarnings ?? []).map { "\($0)" }
  }

  /// The text of a decimal number is exact, and reading it rounds once.
  private static func fraction(_ bound: Decimal, isFloat: Bool) -> Double? {
    isFloat ? Float(bound.description).map { Double($0) } : Double(bound.description)
  }

  /// Whether the type has values that the attribute cannot be saved with: too large integers, NaN.
  var canOverflow: Bool {
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .doubleAttributeType, .floatAttributeType,
      .decimalAttributeType, .dateAttributeType:
      true
    default: false
    }
  }
}
