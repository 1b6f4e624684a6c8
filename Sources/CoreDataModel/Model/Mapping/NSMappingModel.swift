import Foundation

/// Describes how a store of one model becomes a store of another, by a mapping of each entity.
///
/// ```swift
/// let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// for entity in mapping.entityMappings { print(entity.name ?? "") }
/// ```
open class NSMappingModel: NSObject {
  /// The mappings of the entities, in the order of the destination's model; those of removed entities come last.
  open var entityMappings: [NSEntityMapping]! = []

  /// The mappings by name; those without one are left out.
  ///
  /// - Complexity: O(entities), on each call.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary((entityMappings ?? []).compactMap { mapping in mapping.name.map { ($0, mapping) } }) { first, _ in first
    }
  }

  /// The summary of the mappings when they were inferred; nil for a mapping model that was not inferred.
  private var inferred: [String]?

  /// Whether the mappings were inferred and have not been changed.
  package var isInferred: Bool { inferred.map { $0 == summary } ?? false }

  /// A summary of all that decides how a store is migrated.
  private var summary: [String] {
    (entityMappings ?? []).map { mapping in
      let properties = (mapping.attributeMappings ?? []) + (mapping.relationshipMappings ?? [])
      let parts = [
        mapping.name, mapping.sourceEntityName, mapping.destinationEntityName, mapping.entityMigrationPolicyClassName,
        mapping.sourceExpression?.description, "\(mapping.mappingType)",
      ]
      return "\(parts) \(properties.map { [$0.name, $0.valueExpression?.description] })"
    }
  }

  /// Makes a mapping model without mappings.
  public override init() {
    super.init()
  }

  /// Whether another mapping model has equal mappings in the same order.
  ///
  /// - Complexity: O(properties).
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSMappingModel else { return false }
    return self === other || (entityMappings ?? []) == (other.entityMappings ?? [])
  }

  /// The hash value; equal mapping models have equal ones.
  open override var hash: Int { (entityMappings ?? []).count }

  /// Infers the mapping of one model's entities and properties to another model's, by names and renaming identifiers,
  /// as opening a store with `NSInferMappingModelAutomaticallyOption` does.
  ///
  /// - Parameters:
  ///   - sourceModel: the model of the store. From now on it does not change.
  ///   - destinationModel: the model that the store is to have. From now on it does not change.
  /// - Returns: a new mapping model.
  /// - Complexity: O(properties · log properties) of both models.
  /// - Throws: 134190 (`NSInferredMappingModelError`) when it cannot be inferred, with the keys `reason`, `entity` and
  ///   `property`.
  open class func inferredMappingModel(
    forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
  ) throws -> NSMappingModel {
    do {
      let mapping = try ModelMapping(from: sourceModel.compile(), to: destinationModel.compile())
      let model = NSMappingModel()
      model.entityMappings = mapping.entityMappings
      model.inferred = model.summary
      return model
    } catch let problem as InferenceProblem {
      throw problem.error
    }
  }
}
