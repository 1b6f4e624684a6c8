import Foundation

/// Makes a store of one model from a store of another, as a mapping model says.
///
/// ```swift
/// let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
/// try manager.migrateStore(from: oldURL, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
/// ```
///
/// The source's objects are read, and those of the destination made, in three phases: objects with their attributes,
/// then their relationships, then validation. All objects are in memory meanwhile. The source is never written. The
/// destination is there when everything is in it, or not at all.
///
/// The objects are of `NSManagedObject` itself, whatever classes the models name: no `awakeFromInsert` or `willSave` of
/// a program runs.
open class NSMigrationManager: NSObject {
  /// The model of the source.
  open var sourceModel: NSManagedObjectModel { models.source }

  /// The model of the destination.
  open var destinationModel: NSManagedObjectModel { models.destination }

  /// Whether the store itself may carry out an inferred mapping model: by SQL, without making objects and policies.
  /// Such a migration can only be cancelled or observed as a whole.
  open var usesStoreSpecificMigrationManager = true

  /// Free information for the program's own use, such as what its policies look up.
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

  /// The step that is carried out.
  var currentStep: MigrationStep?

  /// Makes a manager. From now on the models do not change.
  ///
  /// - Parameters:
  ///   - sourceModel: the model of the stores that are migrated.
  ///   - destinationModel: the model that they are to have.
  public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
    models = (sourceModel, destinationModel)
    contexts = (Self.context(sourceModel), Self.context(destinationModel))
    super.init()
  }

  /// Migrates a store to another place.
  ///
  /// Objects that a store at the destination already has are kept, and new ones are added: a large store can be
  /// migrated in several passes, each with a mapping model for some of the entities.
  ///
  /// - Parameters:
  ///   - sourceURL: the store that is migrated. It is read only, and may be in use.
  ///   - sStoreType: its type.
  ///   - sOptions: its options; migration is none of them.
  ///   - mappings: the mappings of the entities. Nil is error 134140.
  ///   - dURL: where the new store goes.
  ///   - dStoreType: its type.
  ///   - dOptions: its options.
  /// - Complexity: O(objects) in time and memory; by the store itself O(rows), in the memory of a few pages.
  /// - Throws: 134110 (`NSMigrationError`) when the mapping model does not fit the two models, or a value its property;
  ///   134120 (`NSMigrationCancelledError`) when an observed `Progress` is cancelled; 134140
  ///   (`NSMigrationMissingMappingModelError`) without a mapping model; 134150 (`NSMigrationManagerSourceStoreError`)
  ///   when the source was not made for its model; 134160 (`NSMigrationManagerDestinationStoreError`) when the
  ///   destination is the source or of another model; 134170 (`NSEntityMigrationPolicyError`) when a policy's class is
  ///   not found, or one of its functions is called by name; 134111 when a uniqueness constraint is violated; the error
  ///   of a policy, and that with which the migration is cancelled; errors of validation; errors of the stores. The
  ///   destination is as before each time.
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

  /// Migrates a store to another place, as `migrateStore(from:sourceType:options:with:toDestinationURL:…)` does.
  ///
  /// - Parameters:
  ///   - sourceURL: the store that is migrated.
  ///   - sourceType: its type.
  ///   - sourceOptions: its options; migration is none of them.
  ///   - mapping: the mappings of the entities.
  ///   - destinationURL: where the new store goes.
  ///   - destinationType: its type.
  ///   - destinationOptions: its options.
  /// - Complexity: as of that method.
  /// - Throws: as that method does.
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

  /// Forgets which objects were made from which. The contexts stay as they are.
  open func reset() { associations = MigrationAssociations() }

  /// The mapping model of the migration that runs or ran last. Reading it before the first migration is a programming
  /// error.
  open var mappingModel: NSMappingModel {
    guard let mappings else { fatalError("mappingModel: the manager has migrated nothing yet.") }
    return mappings
  }

  /// The context that the source's objects are read in.
  open var sourceContext: NSManagedObjectContext { contexts.source }

  /// The context that the destination's objects are made in. It is saved at the end of the migration.
  open var destinationContext: NSManagedObjectContext { contexts.destination }

  /// Returns the entity that a mapping reads.
  ///
  /// - Parameter mEntity: a mapping.
  /// - Returns: the entity; nil if the mapping reads none.
  open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
  }

  /// Returns the entity of which a mapping makes objects.
  ///
  /// - Parameter mEntity: a mapping.
  /// - Returns: the entity; nil if the mapping makes no objects.
  open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
    mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
  }

  /// Records that a mapping made one object from another.
  ///
  /// - Parameters:
  ///   - sourceInstance: an object of the source.
  ///   - destinationInstance: the object made from it, or one of several.
  ///   - entityMapping: the mapping.
  /// - Complexity: O(1).
  open func associate(
    sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
    for entityMapping: NSEntityMapping
  ) {
    associations.add(sourceInstance, destinationInstance, entityMapping.name ?? "")
  }

  /// Returns the objects that a mapping has made.
  ///
  /// - Parameters:
  ///   - mappingName: the mapping's name.
  ///   - sourceInstances: objects of the source; nil for all.
  /// - Returns: the objects made from the sources, in the order of the sources; sources from which none was made are
  ///   left out.
  /// - Complexity: O(sources and destinations).
  open func destinationInstances(
    forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.destinations(mappingName, of: sourceInstances)
  }

  /// Returns the source objects of objects that a mapping has made.
  ///
  /// - Parameters:
  ///   - mappingName: the mapping's name.
  ///   - destinationInstances: objects of the destination; nil for all.
  /// - Returns: the objects from which the destinations were made, in the order of the destinations.
  /// - Complexity: O(sources and destinations).
  open func sourceInstances(
    forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?
  ) -> [NSManagedObject] {
    associations.sources(mappingName, of: destinationInstances)
  }

  /// The mapping that is being carried out. Reading it while there is none is a programming error.
  open var currentEntityMapping: NSEntityMapping {
    guard let currentStep else { fatalError("currentEntityMapping: no mapping is carried out now.") }
    return currentStep.mapping
  }

  /// The part of the migration that is done, from 0 to 1. It may be read on any thread.
  open var migrationProgress: Float { status.withLock { $0.fraction } }

  /// Cancels the migration before its next object; the migration throws the given error. It may be called on any
  /// thread.
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
    // The program's classes are those of its newest model: they neither know an older one, nor are they to act while
    // a store is made.
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

  /// Returns the objects that any mapping has made from an object.
  func destinations(of source: NSManagedObject) -> [NSManagedObject] { associations.destinations(of: source) }

  /// Records how much has been done.
  func report(_ fraction: Float) {
    let progress = status.withLock { status in
      status.fraction = fraction
      return status.progress
    }
    progress?.completedUnitCount = Int64(fraction * Float(Self.units))
  }

  /// - Throws: the error with which the migration was cancelled. It does not cancel the next migration.
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
