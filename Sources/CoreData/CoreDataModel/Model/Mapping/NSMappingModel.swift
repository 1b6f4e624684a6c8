import Foundation

/// Describes the migration of a store from one model to another, by a mapping of each entity.
///
/// ```swift
/// let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
/// for entity in mapping.entityMappings { print(entity.name ?? "") }
/// ```
open class NSMappingModel: NSObject {
  /// The mappings of the entities, in the order of the destination model. Mappings of removed entities come last.
  open var entityMappings: [NSEntityMapping]! = []

  /// The mappings by name. Mappings without a name are omitted.
  ///
  /// - Complexity: O(entities), on each call.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary((entityMappings ?? []).compactMap { mapping in mapping.name.map { ($0, mapping) } }) { first, _ in first
    }
  }

  /// The summary of the mappings when they were inferred; nil if they were not inferred.
  private var inferred: [String]?

  /// Whether the mappings were inferred and have not been changed since.
  package var isInferred: Bool { inferred.map { $0 == summary } ?? false }

  /// A summary of everything that affects the migration.
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

  /// Creates a mapping model without mappings.
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

  /// The hash value. Equal mapping models have equal hash values.
  open override var hash: Int { (entityMappings ?? []).count }

  /// Infers a mapping model between two models from names and renaming identifiers, as opening a store with
  /// `NSInferMappingModelAutomaticallyOption` does.
  ///
  /// - Parameters:
  ///   - sourceModel: the model of the store. It cannot be changed any more.
  ///   - destinationModel: the model to migrate to. It cannot be changed any more.
  /// - Returns: a new mapping model.
  /// - Complexity: O(properties · log properties) of both models.
  /// - Throws: 134190 (`NSInferredMappingModelError`) if no mapping can be inferred, with the keys `reason`, `entity`
  ///   and `property`.
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
