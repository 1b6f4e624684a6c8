import Foundation

/// Removes the inherited properties that an archive repeats in subentities.
///
/// A property that differs from its parent's is kept, because it overrides the parent's. For example, code may set
/// another default value for a subentity.
enum ArchivedInheritance {
  static func entities(_ entities: [String: ArchivedEntity]) throws -> [ModelDraft.Entity] {
    try ModelDraft.checkInheritance(
      entities.mapValues { (parent: $0.parent, propertyCount: $0.properties.count) }
    )
    let properties = entities.mapValues { entity in
      Dictionary(entity.properties.map { ($0.description.name, $0) }) { first, _ in first }
    }
    return entities.keys.sorted(by: EntityOrder.precedes).compactMap { name in
      guard let entity = entities[name] else { return nil }
      let inherited = entity.parent.flatMap { properties[$0] } ?? [:]
      let own = entity.properties.filter { property in
        inherited[property.description.name].map { !$0.repeats(property) } ?? true
      }
      let description = entity.description
      description.ownProperties = own.map(\.description)
      if let parent = entity.parent.flatMap({ entities[$0]?.description }) {
        dropInherited(description, parent: parent, entities)
      }
      return ModelDraft.Entity(description: description, parent: entity.parent, links: own.compactMap(\.link))
    }
  }

  /// Removes the indexes and constraints that an ancestor also has, because they belong to the ancestor.
  private static func dropInherited(
    _ entity: NSEntityDescription, parent: NSEntityDescription, _ entities: [String: ArchivedEntity]
  ) {
    var inheritedIndexes: Set<String> = []
    var inheritedLists: Set<[String]> = []
    var inheritedConstraints: Set<[String]> = []
    var next: NSEntityDescription? = parent
    while let ancestor = next {
      inheritedIndexes.formUnion(ancestor.indexes.map(\.name))
      inheritedLists.formUnion(ancestor.unnamedIndexNames)
      inheritedConstraints.formUnion(ancestor.uniquenessNames)
      next = ancestor.name.flatMap { entities[$0]?.parent }.flatMap { entities[$0]?.description }
    }
    entity.indexes = entity.indexes.filter { !inheritedIndexes.contains($0.name) }
    entity.unnamedIndexes = entity.unnamedIndexNames.filter { !inheritedLists.contains($0) }
    entity.uniquenessConstraints = entity.uniquenessNames.filter { !inheritedConstraints.contains($0) }
  }
}

extension ArchivedProperty {
  /// Whether another property has the same description, so that one of them is redundant.
  fileprivate func repeats(_ other: ArchivedProperty) -> Bool {
    link?.destination == other.link?.destination && link?.inverse == other.link?.inverse
      && description.saysTheSame(as: other.description)
  }
}

extension NSPropertyDescription {
  /// Whether two properties have equal descriptions, apart from their destinations.
  fileprivate func saysTheSame(as other: NSPropertyDescription) -> Bool {
    guard type(of: self) == type(of: other), isOptional == other.isOptional, isTransient == other.isTransient,
      versionHashModifier == other.versionHashModifier, renamingIdentifier == other.renamingIdentifier,
      MappingInformation.isSame(userInfo, other.userInfo), validationTexts == other.validationTexts
    else { return false }
    switch (self, other) {
    case (let left as NSDerivedAttributeDescription, let right as NSDerivedAttributeDescription)
    where left.derivation != right.derivation:
      return false
    case (let left as NSAttributeDescription, let right as NSAttributeDescription):
      return left.attributeType == right.attributeType && left.valueTransformerName == right.valueTransformerName
        && left.bounds == right.bounds && left.hasElements(likeThoseOf: right)
        && left.attributeValueClassName == right.attributeValueClassName
        && left.allowsExternalBinaryDataStorage == right.allowsExternalBinaryDataStorage
        && left.preservesValueInHistoryOnDeletion == right.preservesValueInHistoryOnDeletion
        && left.allowsCloudEncryption == right.allowsCloudEncryption
        && (left.defaultValue as? NSObject) == (right.defaultValue as? NSObject)
    case (let left as NSRelationshipDescription, let right as NSRelationshipDescription):
      return left.minCount == right.minCount && left.maxCount == right.maxCount && left.isOrdered == right.isOrdered
        && left.deleteRule == right.deleteRule
    case (let left as NSFetchedPropertyDescription, let right as NSFetchedPropertyDescription):
      return ArchivedFetchRequest.isSame(left.fetchRequest, right.fetchRequest)
    default: return true
    }
  }

  private func hasElements(likeThoseOf other: NSPropertyDescription) -> Bool {
    guard let one = self as? NSCompositeAttributeDescription, let other = other as? NSCompositeAttributeDescription
    else { return true }
    return one.compositeName == other.compositeName && one.elements.count == other.elements.count
      && zip(one.elements, other.elements).allSatisfy { $0.name == $1.name && $0.saysTheSame(as: $1) }
  }

  private var validationTexts: [[String]] {
    explicitValidation.map { [$0.predicate.syntax.description, $0.warning] }
  }
}
