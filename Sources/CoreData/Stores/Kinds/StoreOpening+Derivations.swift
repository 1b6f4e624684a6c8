extension StoreOpening {
  /// The derivations that the store computes.
  ///
  /// - Throws: 134020 where an attribute cannot be derived, naming it.
  package var derivations: [Derivation] {
    get throws {
      do {
        return try Derivation.all(of: model.compile(), entities: entityIndices)
      } catch let problem as DerivationProblem {
        throw NSError.coreData(
          NSPersistentStoreIncompatibleSchemaError,
          "\(url?.lastPathComponent ?? "The store") cannot be opened: \(problem.description).")
      }
    }
  }
}
