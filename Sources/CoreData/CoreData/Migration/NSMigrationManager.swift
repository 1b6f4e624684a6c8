import Foundation

/// Creates a store of one model from a store of another model, according to a mapping model.
///
/// ```swift
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(from: oldURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
/// ```
///
/// The source's objects are read and the destination's objects are created in three phases: objects with their
/// attributes, then relationships, then validation. All objects are in memory meanwhile. The source is never written.
/// The destination appears only when it is complete.
///
/// All objects are instances of `NSManagedObject` itself, whatever classes the models name. So no `awakeFromInsert`
/// or `willSave` of the program is called.
open class NSMigrationManager: NSObject {
  /// The model of the source.
  open var sourceModel: NSManagedObjectModel { models.source }

  /// The model of the destination.
  open var destinationModel: NSManagedObjectModel { models.destination }

  /// Whether the store itself may execute an inferred mapping model with SQL, without creating objects and policies.
  /// Such a migration can be cancelled or observed only as a whole.
  open var usesStoreSpecificMigrationManager = true

  /// Any information for the program's own use, for example in its policies.
  open var userInfo: [AnyHashable: Any]?

  private let models: (source: NSManagedObjectModel, destination: NSManagedObjectModel)
  private var contexts: (source: NSManagedObjectContext, destination: NSManagedObjectContext)
  private var associations = MigrationAssociations()
  private var mappings: NSMappingModel?
  private let status = Protected(Status())

  private struct Status {
    var fraction: Float = 0
    var cancellation: (any Error)?
    var progress: Progress?
  }

  /// The step that is being executed.
  var currentStep: MigrationStep?

  /// Creates a manager. The models are immutable from now on.
  ///
  /// - Parameters:
  ///   - sourceModel: the model of the stores to migrate.
  ///   - destinationModel: the model of the migrated stores.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    models = (sourceModel, destinationModel)
    contexts = (Self.context(sourceModel), Self.context(destinationModel))
    super.init()
  }

  /// Migrates a store to another address.
  ///
  /// If there is a store at the destination, its objects are kept and new ones are added. So a large store can be
  /// migrated in several passes, each with a mapping model for some of the entities.
  ///
  /// - Parameters:
  ///   - sourceURL: the address of the store to migrate. The store is only read, and may be in use.
  ///   - sStoreType: its type.
  ///   - sOptions: its options. It is not migrated when it is opened.
  ///   - mappings: the mappings of the entities. Nil is error 134140.
  ///   - dURL: the address of the new store.
  ///   - dStoreType: its type.
  ///   - dOptions: its options.
  /// - Complexity: O(objects) in time and memory. If the store executes the mapping itself, O(rows) in time and the
  ///   memory of a few pages.
  /// - Throws: 134110 (`NSMigrationError`) if the mapping model does not fit the two models, or a value does not fit
  ///   its property; 134120 (`NSMigrationCancelledError`) if an observed `Progress` is cancelled; 134140
  ///   (`NSMigrationMissingMappingModelError`) without a mapping model; 134150 (`NSMigrationManagerSourceStoreError`)
  ///   if the source was not created for the source model; 134160 (`NSMigrationManagerDestinationStoreError`) if the
  ///   destination is the source or has another model; 134170 (`NSEntityMigrationPolicyError`) if a policy's class is
  ///   not found, or one of its functions is called by name; 134111 if a uniqueness constraint is violated; an error
  ///   of a policy; the error that the migration was cancelled with; errors of validation; errors of the stores. The
  ///   destination is then unchanged.
  open func migrateStore(
    from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
    with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
    destinationOptions dOptions: [AnyHashable: Any]? = nil
  ) throws {
    guard let mappings else {
      throw NSError.coreData(
        NSMigrationMissingMappingModelError,
        "\(sourceURL.nameInMessages) cannot be migrated without a mapping model.")
    }
    begin(mappings)
    defer {
      currentStep = nil
      status.withLock { $0.progress = nil }
    }
    let source = MigrationSource(url: sourceURL, type: sStoreType, options: sOptions)
    let destination = MigrationDestination(url: dURL, type: dStoreType, options: dOptions)
    try destination.checkIsNot(source)
    if usesStoreSpecificMigrationManager, mappings.isInferred, try !destination.isThere,
      let kind = source.kindThatMigrates(to: destination)
    {
      try source.check(sourceModel)
      try destination.write { temporary in
        try kind.copy(source, to: temporary, from: sourceModel, to: destinationModel, self)
      }
    } else {
      let steps = try steps(mappings)
      try destination.write { try migrate(source, to: destination, at: $0, steps) }
    }
    report(1)
  }

  /// Migrates a store to another address, like `migrateStore(from:sourceType:options:with:toDestinationURL:…)`.
  ///
  /// - Parameters:
  ///   - sourceURL: the address of the store to migrate.
  ///   - sourceType: its type.
  ///   - sourceOptions: its options. It is not migrated when it is opened.
  ///   - mapping: the mappings of the entities.
  ///   - destinationURL: the address of the new store.
  ///   - destinationType: its type.
  ///   - destinationOptions: its options.
  /// - Complexity: the same as that method.
  /// - Throws: the same errors as that method.
  public func migrateStore(
    from sourceURL: URL, type sourceType: NSPersistentStore.StoreType, options sourceOptions: [AnyHashable: Any]? = nil,
    mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
    options destinationOptions: [AnyHashable: Any]? = nil
  ) throws {
    try migrateStore(
      from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
      toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
      destinationOptions: destinationOptions
    )
  }

  /// Forgets which destination objects were created from which source objects. The contexts are unchanged.
  open func reset() { associations = MigrationAssociations() }

  /// The mapping model of the current or last migration. Reading it before the first migration is a programming
  /// error.
  open var mappingModel: NSMappingModel {
    guard let mappings else { fatalError("mappingModel: the manager has migrated nothing yet.") }
    return mappings
  }

  /// The context in which the source's objects are read.
  open var sourceContext: NSManagedObjectContext { contexts.source }

  /// The context in which the destination's objects are created. It is saved at the end of the migration.
  open var destinationContext: NSManagedObjectContext { contexts.destination }

  /// Returns the source entity of a mapping.
  ///
  /// - Parameter mEntity: a mapping.
  /// - Returns: the entity; nil if the mapping has none.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// Returns the destination entity of a mapping.
  ///
  /// - Parameter mEntity: a mapping.
  /// - Returns: the entity; nil if the mapping creates no objects.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// Records that a mapping created one object from another.
  ///
  /// - Parameters:
  ///   - sourceInstance: the source object.
  ///   - destinationInstance: the object created from it, or one of several.
  ///   - entityMapping: the mapping.
  /// - Complexity: O(1).
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    associations.add(sourceInstance, destinationInstance, entityMapping.name ?? "")
  }

  /// Returns the objects that a mapping has created.
  ///
  /// - Parameters:
  ///   - mappingName: the mapping's name.
  ///   - sourceInstances: source objects; nil for all.
  /// - Returns: the objects created from the sources, in the order of the sources. Sources without such an object are
  ///   skipped.
  /// - Complexity: O(sources and destinations).
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.destinations(mappingName, of: sourceInstances)
  }

  /// Returns the source objects of objects that a mapping has created.
  ///
  /// - Parameters:
  ///   - mappingName: the mapping's name.
  ///   - destinationInstances: destination objects; nil for all.
  /// - Returns: the objects from which the destination objects were created, in the order of the latter.
  /// - Complexity: O(sources and destinations).
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.sources(mappingName, of: destinationInstances)
  }

  /// The mapping that is being executed. Reading it while there is none is a programming error.
  open var currentEntityMapping: NSEntityMapping {
    guard let currentStep else { fatalError("currentEntityMapping: no mapping is carried out now.") }
    return currentStep.mapping
  }

  /// The finished fraction of the migration, from 0 to 1. It may be read on any thread.
  open var migrationProgress: Float { status.withLock { $0.fraction } }

  /// Cancels the migration before its next object, so that it throws the given error. It may be called on any thread.
  ///
  /// - Parameter error: the reason.
  open func cancelMigrationWithError(_ error: any Error) { status.withLock { $0.cancellation = error } }

  static func coordinator(of context: NSManagedObjectContext) -> NSPersistentStoreCoordinator {
    guard let coordinator = context.persistentStoreCoordinator else {
      fatalError("A context of the migration lost its coordinator: leave it as the manager made it.")
    }
    return coordinator
  }

  static func context(_ model: NSManagedObjectModel) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    // The program's classes belong to its newest model. They do not fit an older model, and their code must not run
    // while a store is created.
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(of: model, makesPlainObjects: true)
    return context
  }

  func begin(_ mappings: NSMappingModel) {
    self.mappings = mappings
    contexts = (Self.context(sourceModel), Self.context(destinationModel))
    reset()
    let progress = Progress.current() == nil ? nil : Progress(totalUnitCount: Self.units)
    status.withLock { $0 = Status(fraction: 0, cancellation: $0.cancellation, progress: progress) }
  }
}

extension NSMigrationManager {
  private static let units: Int64 = 1000

  /// Returns the objects that all mappings have created from an object.
  func destinations(of source: NSManagedObject) -> [NSManagedObject] { associations.destinations(of: source) }

  /// Records the finished fraction of the migration.
  func report(_ fraction: Float) {
    let progress = status.withLock { status in
      status.fraction = fraction
      return status.progress
    }
    progress?.completedUnitCount = Int64(fraction * Float(Self.units))
  }

  /// - Throws: the error that the migration was cancelled with. It is thrown only once, so it does not cancel a later
  ///   migration.
  func checkNotCancelled() throws {
    let (error, progress) = status.withLock { status in
      defer { status.cancellation = nil }
      return (status.cancellation, status.progress)
    }
    if let error { throw error }
    if progress?.isCancelled == true {
      throw NSError.coreData(NSMigrationCancelledError, "The migration was cancelled by its Progress.")
    }
  }
}

extension NSPersistentStore {
  /// The class of the managers that migrate stores: `NSMigrationManager`.
  public class func migrationManagerClass() -> AnyClass { NSMigrationManager.self }
}
