import Foundation

extension NSStagedMigrationManager: StagedMigrating {
  func migrate(_ migrator: StoreMigrator, configuration: String?, options: [AnyHashable: Any]) throws {
    guard let url = migrator.opening.url, (try? migrator.kind.metadata(at: url)) != nil else { return }
    try StagedMigrationRun(
      manager: self, migrator: migrator, url: url, configuration: configuration, options: options
    ).run()
  }
}

/// The staged migration of one store.
private struct StagedMigrationRun {
  let manager: NSStagedMigrationManager
  let migrator: StoreMigrator
  let url: URL
  let configuration: String?
  let options: [AnyHashable: Any]

  /// The progress of a stage, as recorded in the store's metadata.
  private enum Phase: String {
    /// The `willMigrateHandler` has finished.
    case prepared
    /// The store has the next model.
    case migrated
    /// The `didMigrateHandler` has finished.
    case done
  }

  func run() throws {
    let stages = manager.stages.compactMap { $0 as? NSCustomMigrationStage }
    guard let begin = try self.begin(stages) else { return }
    for (index, stage) in stages.enumerated().dropFirst(begin.index) {
      try run(stage, from: index == begin.index ? begin.phase : nil)
    }
  }

  private func run(_ stage: NSCustomMigrationStage, from phase: Phase?) throws {
    var phase = phase
    let (current, next) = (try stage.currentModel.resolve(), try stage.nextModel.resolve())
    if phase == nil {
      // Mappings up to the stage's current model are inferred.
      try migrate(to: current)
      if let handler = stage.willMigrateHandler { try run(handler, of: stage, current) }
      try note(.prepared, of: stage)
      phase = .prepared
    }
    if phase == .prepared {
      try migrate(to: next)
      try note(.migrated, of: stage)
      phase = .migrated
    }
    if phase == .migrated {
      if let handler = stage.didMigrateHandler { try run(handler, of: stage, next) }
      try note(.done, of: stage)
    }
  }

  /// Calls a handler with the store opened as by the program, except for its model.
  private func run(
    _ handler: (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void, of stage: NSCustomMigrationStage,
    _ model: NSManagedObjectModel
  ) throws {
    try manager.run(handler, of: stage, model, at: url) { coordinator in
      try coordinator.addPersistentStore(
        ofType: migrator.kind.type, configurationName: configuration, at: url, options: handlerOptions)
    }
  }

  /// The stage and phase to start with; nil if the migration is complete.
  private func begin(_ stages: [NSCustomMigrationStage]) throws -> (index: Int, phase: Phase?)? {
    let metadata = try migrator.kind.metadata(at: url).dictionary(type: migrator.kind.type)
    if let mark = metadata[Self.key] as? [String: String], let phase = mark["phase"].flatMap(Phase.init),
      let index = try stages.firstIndex(where: { try Self.marks(of: $0).contains { $0 == mark["stage"] } })
    {
      if phase != .done { return (index, phase) }
      if try fits(stages[index].nextModel.resolve()) { return (index + 1, nil) }
    }
    // Checksums are compared first, because two versions may have the same tables but differ in which values are
    // mandatory.
    let checksums = (try? migrator.kind.embeddedModel(at: url)?.versionChecksums) ?? []
    let checksum = checksums.first
    if let index = try stages.firstIndex(where: { try $0.currentModel.resolve().versionChecksum == checksum }) {
      return (index, nil)
    }
    if migrator.opening.model.versionChecksum == checksum { return nil }
    for (index, stage) in stages.enumerated() {
      if try fits(stage.currentModel.resolve()) { return (index, nil) }
    }
    if fits(migrator.opening.model) { return nil }
    // The store was created with a version between two stages.
    for (index, stage) in stages.enumerated().reversed() {
      if try fits(stage.nextModel.resolve()) { return (index + 1, nil) }
    }
    // The store has a version that only a lightweight stage names.
    let apples = metadata["NSStoreModelVersionChecksumKey"] as? String
    for (place, stage) in manager.stages.enumerated() {
      guard let light = stage as? NSLightweightMigrationStage,
        light.versionChecksums.contains(where: { checksums.contains($0) || $0 == apples })
      else { continue }
      return (manager.stages[..<place].filter { $0 is NSCustomMigrationStage }.count, nil)
    }
    throw NSError.coreData(
      NSMigrationError,
      "\(url.nameInMessages) cannot be migrated: it was made for a version of its model that no stage begins with.",
      details: [NSFilePathErrorKey: url.addressInMessages]
    )
  }

  /// - Throws: 134080 if the model does not have the store's configuration.
  private func opening(_ model: NSManagedObjectModel) throws -> StoreOpening {
    StoreOpening(
      url: url, model: model, entityIndices: try model.entityIndices(ofConfiguration: configuration),
      pragmas: migrator.opening.pragmas, timeout: migrator.opening.timeout
    )
  }

  /// Whether a model matches the store. A model without the store's configuration does not.
  private func fits(_ model: NSManagedObjectModel) -> Bool {
    guard let opening = try? self.opening(model) else { return false }
    return ModelMismatch(opening, of: migrator.kind).differences().isEmpty
  }

  private func migrate(to model: NSManagedObjectModel) throws {
    var options = migrator.options
    options.infersMapping = true
    try StoreMigrator(opening: opening(model), kind: migrator.kind, options: options, bundles: []).run()
  }

  private var handlerOptions: [AnyHashable: Any] {
    var options = self.options
    for key in [
      NSPersistentStoreStagedMigrationManagerOptionKey, NSPersistentStoreRemoteChangeNotificationPostOptionKey,
    ] {
      options[key] = nil
    }
    options[NSMigratePersistentStoresAutomaticallyOption] = false
    return options
  }

  private func note(_ phase: Phase, of stage: NSCustomMigrationStage) throws {
    let kind = migrator.kind
    let metadata = try kind.metadata(at: url)
    var dictionary = metadata.dictionary(type: kind.type)
    dictionary[Self.key] = ["phase": phase.rawValue, "stage": try Self.marks(of: stage)[0]]
    try kind.setMetadata(metadata.replaced(by: dictionary, type: kind.type), at: url)
  }

  /// The identifiers of a stage in the store's metadata: the current form, then the forms of earlier versions of this
  /// implementation.
  private static func marks(of stage: NSCustomMigrationStage) throws -> [String] {
    zip(try stage.currentModel.resolve().versionChecksums, try stage.nextModel.resolve().versionChecksums)
      .map { "\($0) \($1)" }
  }

  private static let key = "_NSStagedMigration"
}
