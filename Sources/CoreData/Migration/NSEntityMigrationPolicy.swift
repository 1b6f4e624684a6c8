import Foundation

/// The policy by which a migration manager migrates the objects of one mapping. Subclasses can change its steps.
///
/// ```swift
/// class NamesPolicy: NSEntityMigrationPolicy {
///   override func createDestinationInstances(
///     forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
///   ) throws {
///     try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
///     …
///   }
/// }
/// ```
///
/// A mapping names it in `entityMigrationPolicyClassName`. One policy is made for each mapping that names one. An error
/// that a method throws ends the migration, and `migrateStore` throws it.
open class NSEntityMigrationPolicy: NSObject {
  /// Makes a policy.
  public required override init() {
    super.init()
  }

  /// Begins a mapping. The superclass does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that carries it out.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes an object of the destination for one of the source, with the attributes of the mapping, and records the pair
  /// with the manager.
  ///
  /// - Parameters:
  ///   - sInstance: an object of the source.
  ///   - mapping: the mapping.
  ///   - manager: the manager that carries it out.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard let entity = manager.destinationEntity(for: mapping) else { return }
    let object = NSEntityDescription.insertNewObject(
      forEntityName: entity.name ?? "", into: manager.destinationContext)
    let evaluation = MappingEvaluation(manager, self, mapping, source: sInstance, destination: object)
    for property in mapping.attributeMappings ?? [] { try evaluation.setAttribute(property) }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: object, for: mapping)
  }

  /// Ends the making of objects. The superclass does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that carries it out.
  open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Sets the relationships of an object by the mapping. All objects of all mappings have been made by then.
  ///
  /// - Parameters:
  ///   - dInstance: an object of the destination that was recorded with the manager.
  ///   - mapping: the mapping.
  ///   - manager: the manager that carries it out.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    let sources = manager.sourceInstances(forEntityMappingName: mapping.name ?? "", destinationInstances: [dInstance])
    guard let source = sources.first else { return }
    let evaluation = MappingEvaluation(manager, self, mapping, source: source, destination: dInstance)
    for property in mapping.relationshipMappings ?? [] { try evaluation.setRelationship(property) }
  }

  /// Ends the setting of relationships. The superclass does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that carries it out.
  open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Validates the objects that the mapping has made, before the save validates them by the model's rules. The
  /// superclass does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that carries it out.
  open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Ends the mapping. The superclass does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that carries it out.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}
