#if PostgreSQL
  import Foundation

  /// Moves everything in a store into the tables of another model, in one transaction.
  struct PostgresMigration {
    let address: PostgresAddress
    let opening: StoreOpening
    let mapping: ModelMapping
    let metadata: StoreMetadata

    init(_ address: PostgresAddress, _ opening: StoreOpening, _ mapping: ModelMapping, _ metadata: StoreMetadata) {
      self.address = address
      self.opening = opening
      self.mapping = mapping
      self.metadata = metadata
    }

    func run() throws -> Bool {
      throw NSError.coreData(NSMigrationError, "\(address.name) cannot be migrated.")
    }
  }
#endif
