import Foundation

/// Evaluates the expressions of a mapping for one object.
struct MappingEvaluation {
  private let manager: NSMigrationManager
  private let mapping: NSEntityMapping
  private let source: NSManagedObject
  private let object: NSManagedObject
  private let evaluation: ObjectEvaluation

  init(
    _ manager: NSMigrationManager, _ policy: NSEntityMigrationPolicy, _ mapping: NSEntityMapping,
    source: NSManagedObject, destination: NSManagedObject
  ) {
    self.manager = manager
    self.mapping = mapping
    self.source = source
    object = destination
    var variables = Self.variables(manager, mapping, policy)
    variables[NSMigrationSourceObjectKey] = source
    variables[NSMigrationDestinationObjectKey] = destination
    evaluation = ObjectEvaluation(object: nil, variables: variables)
  }

  /// Returns the source objects of a mapping.
  static func sources(
    _ manager: NSMigrationManager, _ policy: NSEntityMigrationPolicy, _ mapping: NSEntityMapping
  ) throws -> [NSManagedObject] {
    guard let name = mapping.sourceEntityName else { return [] }
    let expression = mapping.sourceExpression ?? MappingExpressions.objects(of: name)
    let evaluation = ObjectEvaluation(object: nil, variables: variables(manager, mapping, policy))
    let value = try evaluation.object(expression.syntax)
    if let request = value as? NSFetchRequest<NSManagedObject> { return try manager.sourceContext.fetch(request) }
    guard let objects = objects(value) else {
      throw manager.error("the source expression of \(mapping.name ?? "") gives no objects: \(expression)")
    }
    return objects
  }

  func setAttribute(_ property: NSPropertyMapping) throws {
    guard let name = property.name, let expression = property.valueExpression,
      let attribute = object.entity.attributesByName[name], !(attribute is NSDerivedAttributeDescription)
    else { return }
    if attribute is NSCompositeAttributeDescription { return try setComposite(property, name, expression) }
    let kept = kept(expression)
    if let kept, try takes(kept, as: name, of: expression) { return }
    let value = try value(expression, for: property)
    guard let value, !(value is NSNull) else {
      if case .data? = kept?.value, !attribute.isTransient {
        throw problem(
          name,
          "is made of \(expression), which reads as nil where data is stored: that would be lost. Register the "
            + "transformer that made it, or give both attributes the same valueTransformerName")
      }
      // As in a migration by the store, a mandatory attribute keeps its default value.
      if attribute.isOptional || attribute.defaultValue == nil { object.setValue(nil, forKey: name) }
      return
    }
    guard attribute.attributeType.takesAnything || Value(boxed: value, as: attribute.attributeType) != nil else {
      throw problem(
        name, "takes \(attribute.attributeType.expectedValue), and \(expression) gives \(type(of: value)) (\(value))")
    }
    object.setValue(value, forKey: name)
  }

  /// Sets the elements of a composite attribute.
  ///
  /// If the expression is a plain `$source.key`, the elements get the values of their former elements, found by name
  /// or renaming identifier; removed elements are ignored. Any other dictionary must have only elements of the
  /// attribute.
  private func setComposite(_ property: NSPropertyMapping, _ name: String, _ expression: NSExpression) throws {
    guard let slot = object.layout.slot(named: name), let composite = object.layout.slots[slot].composite else {
      return
    }
    if let old = kept(expression)?.slot, old.composite != nil, let former = source.layout.slot(named: old.name) {
      return try setElements(of: slot, composite, from: former, expression)
    }
    do {
      for (part, element) in try composite.values(of: try value(expression, for: property), name) {
        let type = object.layout.slots[part].kind.attributeType
        guard let element = element.flattened, !(element is NSNull) else {
          if object.layout.slots[part].isOptional { object.setCurrent(.null, part) }
          continue
        }
        guard type.takesAnything || Value(boxed: element, as: type) != nil else {
          throw CompositeProblem(description: "takes \(type.expectedValue) for \(object.layout.slots[part].name)")
        }
        object.setCurrent(object.unboxedAttribute(element, part), part)
      }
    } catch let problem as CompositeProblem {
      throw self.problem(name, "cannot be made of \(expression): \(problem.description)")
    }
  }

  private func setElements(
    of slot: Int, _ composite: CompositeLayout, from former: Int, _ expression: NSExpression
  ) throws {
    let isNil = source.layout.parts(of: former).allSatisfy { source.current($0).isNull }
    if isNil {
      // As in a migration by the store, a mandatory attribute keeps its default value.
      if object.layout.slots[slot].isOptional { for part in composite.slots { object.setCurrent(.null, part) } }
      return
    }
    var slots = [Int?](repeating: nil, count: object.layout.slots.count)
    slots[slot] = former
    let (model, formerModel) = (object.entity.managedObjectModel.compile(), source.entity.managedObjectModel.compile())
    ElementMatch(object.layout, of: model, source.layout, of: formerModel).match(&slots)
    for part in composite.slots {
      if let from = slots[part] { try setElement(part, from: from, of: expression) }
    }
  }

  private func setElement(_ slot: Int, from old: Int, of expression: NSExpression) throws {
    let (own, former) = (object.layout.slots[slot], source.layout.slots[old])
    let value = source.current(old)
    if value.isNull { return object.setCurrent(own.isOptional ? .null : object.current(slot), slot) }
    if own.hasType(of: former) { return object.setCurrent(value, slot) }
    if try takes((former, value), as: own.name, of: expression) { return }
    throw problem(own.name, "has another type than \(former.name), which it was")
  }

  /// The slot that a plain `$source.key` reads, and its value as stored in the source; nil for other expressions.
  private func kept(_ expression: NSExpression) -> (slot: EntityLayout.Slot, value: Value)? {
    guard case .keyPath(.variable(NSMigrationSourceObjectKey), let keys) = expression.syntax, keys.count == 1,
      let slot = source.layout.slot(named: keys[0]), case .attribute = source.layout.slots[slot].kind
    else { return nil }
    return (source.layout.slots[slot], source.current(slot))
  }

  /// Copies a stored value that reading through an object could change: data of a transformer that may fail to read
  /// it, or a number whose attribute has another type now.
  ///
  /// - Returns: whether the value was copied.
  private func takes(
    _ kept: (slot: EntityLayout.Slot, value: Value), as name: String, of expression: NSExpression
  ) throws -> Bool {
    guard let slot = object.layout.slot(named: name), !kept.value.isNull else { return false }
    let own = object.layout.slots[slot]
    if let former = kept.slot.transformer, let transformer = own.transformer {
      guard case .data = kept.value, transformer.isNamed(like: former) else { return false }
      object.setCurrent(kept.value, slot)
      return true
    }
    guard case .attribute(let former) = kept.slot.kind, case .attribute(let type) = own.kind, type != former,
      type.continues(former)
    else { return false }
    guard type.holds(kept.value) else {
      throw problem(
        name, "does not hold \(kept.value.boxed(as: former) ?? ""), which \(expression) gives: it would be lost")
    }
    object.setCurrent(kept.value.converted(to: type), slot)
    return true
  }

  func setRelationship(_ property: NSPropertyMapping) throws {
    guard let name = property.name, let expression = property.valueExpression,
      let relationship = object.entity.relationshipsByName[name]
    else { return }
    let objects = Self.objects(try value(expression, for: property))
    guard let objects, let destination = relationship.destinationEntity,
      objects.allSatisfy({
        $0.managedObjectContext === manager.destinationContext && $0.entity.isKindOf(entity: destination)
      })
    else {
      throw problem(
        name,
        "takes \(relationship.destinationEntity?.name ?? "") of the destination, and \(expression) gives "
          + "something else")
    }
    if relationship.isOrdered {
      object.setValue(NSOrderedSet(array: objects), forKey: name)
    } else if relationship.isToMany {
      object.setValue(NSSet(array: objects), forKey: name)
    } else {
      object.setValue(objects.first, forKey: name)
    }
  }

  /// - Parameter reason: the end of a sentence that starts with the names of entity and property.
  private func problem(_ name: String, _ reason: String) -> NSError {
    let entity = mapping.destinationEntityName ?? ""
    return manager.error("\(entity).\(name) \(reason)", ["entity": entity, "property": name])
  }

  private func value(_ expression: NSExpression, for property: NSPropertyMapping) throws -> Any? {
    var evaluation = evaluation
    evaluation.variables[NSMigrationPropertyMappingKey] = property
    manager.currentStep?.relationship = property.name.flatMap { object.entity.relationshipsByName[$0] }
    return try evaluation.object(expression.syntax)
  }

  private static func variables(
    _ manager: NSMigrationManager, _ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy
  ) -> [String: Any] {
    [
      NSMigrationManagerKey: manager, NSMigrationEntityMappingKey: mapping, NSMigrationEntityPolicyKey: policy,
    ]
  }

  /// Returns the objects in a value: one managed object, or a collection of them. Empty for nil; nil for any other
  /// value.
  static func objects(_ value: Any?) -> [NSManagedObject]? {
    let elements: [Any]
    switch value {
    case nil, is NSNull: return []
    case let object as NSManagedObject: return [object]
    case let array as [Any]: elements = array
    case let set as NSOrderedSet: elements = set.array
    case let set as NSSet: elements = set.allObjects
    case let set as Set<AnyHashable>: elements = set.map(\.base)
    default: return nil
    }
    let objects = elements.compactMap { $0 as? NSManagedObject }
    return objects.count == elements.count ? objects : nil
  }
}

extension NSMigrationManager {
  func error(_ reason: String, _ details: [String: Any] = [:]) -> NSError {
    .coreData(NSMigrationError, "The migration cannot go on: \(reason).", details: details)
  }
}
