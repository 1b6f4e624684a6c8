import Foundation

extension NSManagedObject {
  final func validateProperties() throws {
    requireQueue()
    var errors: [NSError] = []
    let plan = kind.validation
    if !flags.contains(.fault) {
      for rule in plan.rules {
        let value = current(rule.slot)
        if let error = error(of: rule, with: value) { errors.append(error) }
      }
      for rule in plan.composites {
        if let error = error(of: rule, value: { current($0) }) { errors.append(error) }
      }
    }
    for slot in kind.layout.toOneSlots {
      if let error = danglingError(slot) { errors.append(error) }
    }
    errors += danglingMemberErrors
    for slot in plan.toManySlots {
      if let error = countError(slot) { errors.append(error) }
    }
    try Self.throwIfAny(errors, of: self)
  }

  final func validate(_ value: Any?, _ slot: Int) throws {
    requireQueue()
    if kind.layout.slots[slot].composite != nil { return try validateComposite(value, slot) }
    guard let rule = kind.validation.rules.first(where: { $0.slot == slot }) else { return }
    if case .attribute = kind.layout.slots[slot].kind {
      if let error = error(of: rule, with: unboxedAttribute(value, slot)) { throw error }
    } else {
      let reference = unboxedDestination(value, slot).map { Value.reference($0.key) } ?? .null
      if let error = error(of: rule, with: reference) { throw error }
    }
  }

  private func validateComposite(_ value: Any?, _ slot: Int) throws {
    var values: [Int: Value] = [:]
    for (slot, value) in elementValues(value, slot) { values[slot] = unboxedAttribute(value, slot) }
    for rule in kind.validation.rules {
      if let value = values[rule.slot], let error = error(of: rule, with: value) { throw error }
    }
    for rule in kind.validation.composites where rule.slot == slot {
      if let error = error(of: rule, value: { values[$0] ?? .null }) { throw error }
    }
  }

  final func validateDenyRules() throws {
    requireQueue()
    var errors: [NSError] = []
    for slot in kind.validation.denySlots {
      let blocking = remainingDestinations(slot)
      guard let first = blocking.first else { continue }
      errors.append(
        .validation(
          NSValidationRelationshipDeniedDeleteError,
          "\(objectName) cannot be deleted: its \(kind.layout.slots[slot].name) still has \(blocking.count) "
            + "object\(blocking.count == 1 ? "" : "s"), such as \(first.objectName), and the delete rule is Deny.",
          object: self, key: kind.layout.slots[slot].name, value: NSSet(array: blocking)
        )
      )
    }
    try Self.throwIfAny(errors, of: self)
  }

  private func remainingDestinations(_ slot: Int) -> [NSManagedObject] {
    let objects =
      if case .toOne = kind.layout.slots[slot].kind { [destination(slot)].compactMap { $0 } } else {
        destinations(slot)
      }
    return objects.filter { !$0.flags.contains(.deleted) }
  }

  private func error(of rule: ValidationPlan.Rule, with value: Value) -> NSError? {
    guard let problem = rule.problem(with: value) else { return nil }
    let property = kind.layout.slots[kind.layout.property(of: rule.slot)].name
    return .validation(
      problem.code, "\(rule.name) of \(objectName) \(problem.text).", object: self, key: property,
      value: boxed(value, rule.slot), details: problem.predicate.map { [NSValidationPredicateErrorKey: $0] } ?? [:]
    )
  }

  private func error(of rule: CompositeRule, value: (_ slot: Int) -> Value) -> NSError? {
    func dictionary() -> [String: Any]? { rule.composite.dictionary { boxed(value($0), $0) } }
    guard let problem = rule.problem(isNull: { value($0).isNull }, dictionary) else { return nil }
    return .validation(
      problem.code, "\(problem.name) of \(objectName) \(problem.text).", object: self, key: rule.name,
      value: dictionary(), details: problem.predicate.map { [NSValidationPredicateErrorKey: $0] } ?? [:]
    )
  }

  private func countError(_ slot: Int) -> NSError? {
    let property = kind.layout.slots[slot]
    guard case .toMany(let relationship) = property.kind,
      flags.contains(.inserted) || state?.relationships[slot]?.isChanged == true
    else { return nil }
    let count = toMany(slot).current.count
    if count == 0, property.isOptional { return nil }
    // Only the counts matter: a mandatory relationship without a minimum may be empty.
    let minimum = relationship.minCount
    if count < minimum {
      return .validation(
        NSValidationRelationshipLacksMinimumCountError,
        "\(property.name) of \(objectName) has \(count) objects, fewer than its minimum \(minimum).",
        object: self, key: property.name, value: boxedValue(slot)
      )
    }
    if relationship.maxCount > 0, count > relationship.maxCount {
      return .validation(
        NSValidationRelationshipExceedsMaximumCountError,
        "\(property.name) of \(objectName) has \(count) objects, more than its maximum \(relationship.maxCount).",
        object: self, key: property.name, value: boxedValue(slot)
      )
    }
    return nil
  }

  private static func throwIfAny(_ errors: [NSError], of object: NSManagedObject) throws {
    guard !errors.isEmpty else { return }
    throw NSError.gathering(errors, description: "\(object.objectName) has \(errors.count) invalid properties.")
  }
}
