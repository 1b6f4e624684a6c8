import Foundation

extension NSMigrationManager {
  /// Carries out the mappings by objects, in three phases.
  func migrate(_ source: MigrationSource, to destination: MigrationDestination, _ mappings: NSMappingModel) throws {
    let steps = try (mappings.entityMappings ?? []).map { try MigrationStep($0, self) }
    let names = Dictionary(grouping: steps.compactMap(\.mapping.name)) { $0 }.values.filter { $0.count > 1 }
    if let twice = names.compactMap(\.first).min() { throw error("two mappings are named \(twice)") }
    try sourceContext.performAndWait {
      try source.check(sourceModel)
      try source.open(sourceContext)
      defer { source.close(sourceContext) }
      try destination.write { temporary in
        try destinationContext.performAndWait {
          try destination.open(destinationContext, at: temporary)
          defer { source.close(destinationContext) }
          try createObjects(steps)
          try createRelationships(steps)
          try validate(steps)
          try save()
        }
      }
    }
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

  /// The three phases count alike, and so do the mappings of each.
  private func reportStep(_ phase: Int, _ step: Int, _ steps: Int, _ place: Int, _ places: Int) throws {
    try checkNotCancelled()
    let done = Float(step) + Float(place) / Float(max(places, 1))
    report((Float(phase) + done / Float(max(steps, 1))) / 3)
  }
}
