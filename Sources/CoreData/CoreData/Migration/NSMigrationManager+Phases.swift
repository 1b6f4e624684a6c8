import Foundation

extension NSMigrationManager {
  /// Executes the mappings object by object, in three phases.
  ///
  /// - Parameter place: the address at which the destination is created.
  func migrate(
    _ source: MigrationSource, to destination: MigrationDestination, at place: URL, _ steps: [MigrationStep]
  ) throws {
    try sourceContext.performAndWait {
      try source.check(sourceModel)
      let former = try source.open(sourceContext)
      defer { sourceContext.removeStores() }
      try destinationContext.performAndWait {
        // The new store also tracks history if the former one does, because programs may read it.
        let tracksHistory = try former.rows.historySpan() != nil
        let new = try destination.open(destinationContext, at: place, tracksHistory: tracksHistory)
        defer { destinationContext.removeStores() }
        let own = former.metadata.filter { !StoreMetadata.isOwn($0.key) }
        if !own.isEmpty { new.metadata = new.metadata.merging(own) { $1 } }
        try createObjects(steps)
        try createRelationships(steps)
        try validate(steps)
        try save()
      }
    }
  }

  /// Creates the steps of a mapping model and checks them.
  func steps(_ mappings: NSMappingModel) throws -> [MigrationStep] {
    let steps = try (mappings.entityMappings ?? []).map { try MigrationStep($0, self) }
    let names = Dictionary(grouping: steps.compactMap(\.mapping.name)) { $0 }.values.filter { $0.count > 1 }
    if let twice = names.compactMap(\.first).min() { throw error("two mappings are named \(twice)") }
    return steps
  }

  private func createObjects(_ steps: [MigrationStep]) throws {
    for (index, step) in steps.enumerated() {
      currentStep = step
      try step.policy.begin(step.mapping, with: self)
      let isWanted = step.mapping.destinationEntityName != nil || type(of: step.policy) != NSEntityMigrationPolicy.self
      let sources = isWanted ? try MappingEvaluation.sources(self, step.policy, step.mapping) : []
      for (place, source) in sources.enumerated() {
        try reportStep(0, index, steps.count, place, sources.count)
        try step.policy.createDestinationInstances(forSource: source, in: step.mapping, manager: self)
      }
      try step.policy.endInstanceCreation(forMapping: step.mapping, manager: self)
    }
  }

  private func createRelationships(_ steps: [MigrationStep]) throws {
    for (index, step) in steps.enumerated() {
      currentStep = step
      let objects = destinationInstances(forEntityMappingName: step.mapping.name ?? "", sourceInstances: nil)
      for (place, object) in objects.enumerated() where !object.isDeleted {
        try reportStep(1, index, steps.count, place, objects.count)
        try step.policy.createRelationships(forDestination: object, in: step.mapping, manager: self)
      }
      try step.policy.endRelationshipCreation(forMapping: step.mapping, manager: self)
    }
  }

  private func validate(_ steps: [MigrationStep]) throws {
    for (index, step) in steps.enumerated() {
      currentStep = step
      try reportStep(2, index, steps.count, 0, 1)
      try step.policy.performCustomValidation(forMapping: step.mapping, manager: self)
      try step.policy.end(step.mapping, manager: self)
    }
    currentStep = nil
    try checkNotCancelled()
  }

  private func save() throws {
    do {
      try destinationContext.save()
    } catch let failure as NSError where failure.code == NSManagedObjectConstraintMergeError {
      throw NSError.coreData(
        NSMigrationConstraintViolationError,
        "The migrated objects violate a uniqueness constraint: \(failure.localizedDescription)", underlying: failure
      )
    }
  }

  /// Reports progress. The three phases have equal weight, and so do the mappings in each phase.
  private func reportStep(_ phase: Int, _ step: Int, _ steps: Int, _ place: Int, _ places: Int) throws {
    try checkNotCancelled()
    let done = Float(step) + Float(place) / Float(max(places, 1))
    report((Float(phase) + done / Float(max(steps, 1))) / 3)
  }
}

extension NSManagedObjectContext {
  fileprivate func removeStores() {
    guard let coordinator = persistentStoreCoordinator else { return }
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
  }
}
