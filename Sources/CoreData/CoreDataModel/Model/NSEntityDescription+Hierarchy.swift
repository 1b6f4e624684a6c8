import Foundation

extension NSEntityDescription {
  /// The model that the entity belongs to. Traps if it belongs to none, or if the model was released.
  public var managedObjectModel: NSManagedObjectModel {
    guard let model else {
      fatalError(
        "The entity \(name ?? "without a name") belongs to no model: put it into a model's entities, "
          + "and keep the model."
      )
    }
    return model
  }

  /// The direct subentities by name.
  ///
  /// - Complexity: O(subentities), on each call.
  public var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(named: subentities)
  }

  /// Whether the entity is the given entity or inherits from it.
  ///
  /// - Parameter entity: the other entity.
  /// - Returns: true if the given entity is this entity or one of its superentities.
  /// - Complexity: O(depth of the inheritance).
  public func isKindOf(entity: NSEntityDescription) -> Bool {
    var next: NSEntityDescription? = self
    while let current = next {
      if current === entity { return true }
      next = current.superentity
    }
    return false
  }

  /// The property names in each uniqueness constraint.
  package var uniquenessNames: [[String]] { uniquenessConstraints.map(Self.propertyNames) }

  /// The property names in each unnamed index.
  package var unnamedIndexNames: [[String]] { unnamedIndexes.map(Self.propertyNames) }

  private static func propertyNames(_ list: [Any]) -> [String] {
    list.compactMap { ($0 as? NSPropertyDescription)?.path ?? $0 as? String }
  }
}

extension [String: NSEntityDescription] {
  /// Creates a dictionary of entities by name. Entities without a name are omitted.
  init(named entities: [NSEntityDescription]) {
    self.init(entities.compactMap { entity in entity.name.map { ($0, entity) } }) { first, _ in first }
  }
}
