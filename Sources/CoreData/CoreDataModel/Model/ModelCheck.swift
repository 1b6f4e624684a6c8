import Foundation

/// Finds the problems that make a model unusable, as texts that name entities and properties.
enum ModelCheck {
  /// The greatest depth of composite attributes. Real ones have a few levels.
  static let compositeDepthLimit = 32

  static func problems(in model: NSManagedObjectModel) -> [String] {
    let entities = model.entities
    let known = Set(entities.map(ObjectIdentifier.init))
    var problems: [String] = []
    var names: Set<String> = []
    for entity in entities {
      guard let name = entity.name, !name.isEmpty else {
        problems.append("an entity has no name")
        continue
      }
      if !names.insert(name).inserted { problems.append("two entities are named \(name)") }
      if let parent = entity.superentity, !known.contains(ObjectIdentifier(parent)) {
        problems.append("the superentity of \(name) is not in the model")
      }
      if isInCycle(entity) {
        // The other checks walk up the inheritance tree, and would not end.
        return problems + ["the entity \(name) inherits from itself"]
      }
      problems += propertyProblems(in: entity, named: name, known: known)
    }
    return problems
  }

  private static func propertyProblems(
    in entity: NSEntityDescription, named entityName: String, known: Set<ObjectIdentifier>
  ) -> [String] {
    var problems: [String] = []
    var names: Set<String> = []
    let inherited = entity.superentity?.propertiesByName ?? [:]
    for property in entity.ownProperties {
      let name = property.name
      if name.isEmpty { problems.append("a property of \(entityName) has no name") }
      if !names.insert(name).inserted { problems.append("two properties of \(entityName) are named \(name)") }
      if let above = inherited[name], !canOverride(above, with: property) {
        problems.append("\(entityName).\(name) is of another kind than the property it overrides")
      }
      if let attribute = property as? NSAttributeDescription, attribute.mayHaveElements {
        problems += compositeProblems(of: attribute, named: "\(entityName).\(name)", depth: 0)
      }
      if let relationship = property as? NSRelationshipDescription {
        guard let destination = relationship.destinationEntity else {
          problems.append("the relationship \(entityName).\(name) has no destination entity")
          continue
        }
        if !known.contains(ObjectIdentifier(destination)) {
          problems.append("the destination of \(entityName).\(name) is not in the model")
        }
      }
    }
    return problems
  }

  /// Rows of a subentity and its parent are in the same table, so an overriding property must be stored in the same
  /// way.
  private static func canOverride(_ above: NSPropertyDescription, with property: NSPropertyDescription) -> Bool {
    switch (above, property) {
    case (let above as NSAttributeDescription, let property as NSAttributeDescription):
      above.attributeType == property.attributeType && above.isTransient == property.isTransient
        && hasSameElements(above, property)
    case (let above as NSRelationshipDescription, let property as NSRelationshipDescription):
      above.isToMany == property.isToMany && above.isTransient == property.isTransient
    default: above is NSFetchedPropertyDescription && property is NSFetchedPropertyDescription
    }
  }

  private static func hasSameElements(_ one: NSAttributeDescription, _ other: NSAttributeDescription) -> Bool {
    guard let one = one as? NSCompositeAttributeDescription, let other = other as? NSCompositeAttributeDescription
    else { return true }
    return one.elements.count == other.elements.count
      && zip(one.elements, other.elements).allSatisfy { one, other in
        one.name == other.name && one.attributeType == other.attributeType && hasSameElements(one, other)
      }
  }

  /// The problems of a composite attribute's elements; empty for any other attribute.
  ///
  /// - Parameter name: the attribute's name for the messages.
  private static func compositeProblems(
    of attribute: NSAttributeDescription, named name: String, depth: Int
  ) -> [String] {
    guard attribute.mayHaveElements else { return [] }
    guard let composite = attribute as? NSCompositeAttributeDescription else {
      return ["\(name) has the type composite and no elements: make it an NSCompositeAttributeDescription"]
    }
    guard composite.attributeType == .compositeAttributeType else {
      return ["\(name) is composed of elements and has another type than composite"]
    }
    guard depth < compositeDepthLimit else { return ["\(name) is nested too deeply"] }
    var names: Set<String> = []
    return composite.elements.flatMap { element -> [String] in
      let elementName = "\(name).\(element.name)"
      if element.name.isEmpty { return ["an element of \(name) has no name"] }
      if !names.insert(element.name).inserted { return ["two elements of \(name) are named \(element.name)"] }
      if element is NSDerivedAttributeDescription { return ["the element \(elementName) is derived"] }
      if element.keepsDataOutside { return ["the element \(elementName) keeps its data outside of the store"] }
      switch element.attributeType {
      case .undefinedAttributeType where !composite.isTransient, .objectIDAttributeType where !composite.isTransient:
        return ["the element \(elementName) has no type that a store can hold"]
      default: return compositeProblems(of: element, named: elementName, depth: depth + 1)
      }
    }
  }

  private static func isInCycle(_ entity: NSEntityDescription) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var next: NSEntityDescription? = entity
    while let current = next {
      if !seen.insert(ObjectIdentifier(current)).inserted { return true }
      next = current.superentity
    }
    return false
  }
}

extension NSAttributeDescription {
  fileprivate var mayHaveElements: Bool {
    attributeType == .compositeAttributeType || self is NSCompositeAttributeDescription
  }
}
