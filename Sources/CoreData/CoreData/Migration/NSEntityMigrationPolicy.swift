import Foundation

/// The policy by which a migration manager migrates the objects of one mapping. Subclasses may override its steps.
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
/// A mapping names its policy class in `entityMigrationPolicyClassName`, and gets its own instance. An error that a
/// method throws ends the migration, and `migrateStore` throws it.
open class NSEntityMigrationPolicy: NSObject {
  /// Creates a policy.
  public required override init() {
    super.init()
  }

  /// Called when a mapping begins. The default implementation does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that executes it.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Creates a destination object for a source object, sets its attributes according to the mapping, and records the
  /// pair with the manager.
  ///
  /// - Parameters:
  ///   - sInstance: the source object.
  ///   - mapping: the mapping.
  ///   - manager: the manager that executes it.
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

  /// Called when all objects of the mapping have been created. The default implementation does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that executes it.
  open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Sets the relationships of an object according to the mapping. Called after all objects of all mappings were
  /// created.
  ///
  /// - Parameters:
  ///   - dInstance: a destination object that was recorded with the manager.
  ///   - mapping: the mapping.
  ///   - manager: the manager that executes it.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    let sources = manager.sourceInstances(forEntityMappingName: mapping.name ?? "", destinationInstances: [dInstance])
    guard let source = sources.first else { return }
    let evaluation = MappingEvaluation(manager, self, mapping, source: source, destination: dInstance)
    for property in mapping.relationshipMappings ?? [] { try evaluation.setRelationship(property) }
  }

  /// Called when all relationships of the mapping's objects have been set. The default implementation does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that executes it.
  open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Validates the objects that the mapping has created, before the save validates them by the model's rules. The
  /// default implementation does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that executes it.
  open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

  /// Called when the mapping ends. The default implementation does nothing.
  ///
  /// - Parameters:
  ///   - mapping: the mapping.
  ///   - manager: the manager that executes it.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}
