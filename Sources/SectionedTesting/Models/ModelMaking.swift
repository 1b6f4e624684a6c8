import CoreData

// Short ways to make a model in code, for the demonstration, the benchmarks and the tests.

extension NSEntityDescription {
  package convenience init(_ name: String, _ properties: [NSPropertyDescription] = []) {
    self.init()
    self.name = name
    self.properties = properties
  }

  /// Relates the entity to another one, or to itself, and back.
  package func relate(
    _ name: String, _ count: NSRelationshipDescription.Count, _ rule: NSDeleteRule = .nullifyDeleteRule,
    to other: NSEntityDescription, _ inverseName: String, _ inverseCount: NSRelationshipDescription.Count,
    _ inverseRule: NSDeleteRule = .nullifyDeleteRule
  ) {
    let there = NSRelationshipDescription(name, count, rule, to: other)
    let back = NSRelationshipDescription(inverseName, inverseCount, inverseRule, to: self)
    properties.append(there)
    other.properties.append(back)
    there.inverseRelationship = back
    back.inverseRelationship = there
  }
}

extension NSAttributeDescription {
  package convenience init(
    _ name: String, _ type: NSAttributeType, _ defaultValue: Any? = nil, isOptional: Bool = true,
    isTransient: Bool = false
  ) {
    self.init()
    self.name = name
    attributeType = type
    self.defaultValue = defaultValue
    self.isOptional = isOptional
    self.isTransient = isTransient
  }
}

extension NSRelationshipDescription {
  /// How many objects a relationship leads to.
  package enum Count { case one, many, ordered }

  package convenience init(
    _ name: String, _ count: Count, _ rule: NSDeleteRule = .nullifyDeleteRule, to destination: NSEntityDescription
  ) {
    self.init()
    self.name = name
    destinationEntity = destination
    minCount = 0
    maxCount = count == .one ? 1 : 0
    isOptional = true
    isOrdered = count == .ordered
    deleteRule = rule
  }
}
