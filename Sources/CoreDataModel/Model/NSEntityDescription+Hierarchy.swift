import Foundation

extension NSEntityDescription {
  /// The model that the entity belongs to. Traps when the entity belongs to none, or its model is gone.
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

  /// Whether the entity is another one or inherits from it.
  ///
  /// - Parameter entity: the other entity.
  /// - Returns: true when it is this entity or one of those it inherits from.
  /// - Complexity: O(depth of the inheritance).
  public func isKindOf(entity: NSEntityDescription) -> Bool {
    var next: NSEntityDescription? = self
    while let current = next {
      if current === entity { return true }
      next = current.superentity
    }
    return false
  }

  /// The names in each uniqueness constraint.
  package var uniquenessNames: [[String]] { uniquenessConstraints.map(Self.propertyNames) }

  /// The names in each index without a name.
  package var unnamedIndexNames: [[String]] { unnamedIndexes.map(Self.propertyNames) }

  private static func propertyNames(_ list: [Any]) -> [String] {
    list.compactMap { ($0 as? NSPropertyDescription)?.path ?? $0 as? String }
  }
}

extension [String: NSEntityDescription] {
  /// Entities by name; those without one are left out.
  init(named entities: [NSEntityDescription]) {
    self.init(entities.compactMap { entity in entity.name.map { ($0, entity) } }) { first, _ in first }
  }
}
