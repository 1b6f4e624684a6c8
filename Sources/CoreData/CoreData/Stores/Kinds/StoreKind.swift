import Foundation

/// A kind of store (SQLite, PostgreSQL or in memory). It opens stores, and offers the operations that need no model.
/// `StoreKinds` lists the kinds.
package protocol StoreKind: Sendable {
  /// The type's name, such as `NSSQLiteStoreType`.
  var type: String { get }

  /// Opens a store, creating it if it does not exist.
  ///
  /// - Throws: an error in `NSCocoaErrorDomain`: 134100 if the store was made for another model, naming the entities
  ///   that differ; 134080 if it cannot be opened; 260 (`fileReadNoSuchFile`) if it is opened read-only and does not
  ///   exist.
  func open(_ opening: StoreOpening) throws -> OpenedStore

  /// Prepares reading the store at an address, and keeps the preparation while the result lives. Every read uses it
  /// meanwhile.
  func holdForReading(at url: URL) -> (any Sendable)?

  /// The model that the store at an address contains; nil if it contains none. The store is not changed.
  func embeddedModel(at url: URL) throws -> NSManagedObjectModel?

  /// A model guessed from the tables of the store at an address, for a store that contains no model. Nil if the tables
  /// suggest none, or if the kind has no such stores.
  func guessedModel(at url: URL) throws -> NSManagedObjectModel?

  /// Compares the tables of the store at an address with those that Apple's Core Data creates for a model. This decides
  /// whether the model fits if the store contains no model and its version hashes cannot be compared.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - entities: the indices of the entities that the store holds.
  /// - Returns: a description of the first differences; nil if there are none, or if the kind has no such stores.
  func misfit(of model: CompiledModel, entities: Set<Int>, at url: URL) throws -> String?

  /// The metadata of the store at an address, read without a model and without changing the store.
  func metadata(at url: URL) throws -> StoreMetadata

  /// Replaces the metadata of the store at an address.
  func setMetadata(_ metadata: StoreMetadata, at url: URL) throws

  /// Migrates the store at an address to the tables of another model. When it throws, the store is unchanged.
  ///
  /// - Parameters:
  ///   - opening: the store's address and the options to open it after the migration.
  ///   - mapping: the mapping from the store's entities to those of the new model.
  ///   - metadata: the metadata that the store had when the mapping was inferred.
  /// - Returns: false if the store's metadata has changed since; then nothing was done.
  func migrate(_ opening: StoreOpening, by mapping: ModelMapping, metadata: StoreMetadata) throws -> Bool

  /// Replaces the contents of the store at an address, in one transaction in which no other connection writes.
  ///
  /// - Parameters:
  ///   - metadata: the metadata that the store must have; nil accepts any.
  ///   - timeout: the number of seconds to wait for another process's lock.
  ///   - make: creates the new store at the address it is given. It can still read the store at `url`.
  /// - Returns: false if the store had other metadata; then nothing was done.
  /// - Throws: any error of `make` or of the replacement. The store is then unchanged.
  func rewrite(
    at url: URL, ifStill metadata: StoreMetadata?, timeout: TimeInterval, _ make: (URL) throws -> Void
  ) throws -> Bool

  /// Creates a store at another address, and then replaces the store at the given address, if there is one, with it.
  ///
  /// - Parameters:
  ///   - timeout: the number of seconds to wait for another process's lock.
  ///   - make: creates the store at the address it is given. It can still read the store at `url`.
  /// - Throws: any error of `make` or of the replacement. The store at the address is then unchanged.
  func putStore(at url: URL, timeout: TimeInterval, _ make: (URL) throws -> Void) throws

  /// Empties the store at an address: deletes its external data, and leaves an empty database file. A missing file is
  /// not an error. If the file is not a store, it throws and leaves the file unchanged.
  func destroy(at url: URL) throws

  /// Replaces the store at an address, if there is one, with a copy of another store.
  ///
  /// - Throws: any error of the copying. The destination is then unchanged. If some of its files cannot be moved back,
  ///   the error names the folder that holds them.
  func replace(at destination: URL, withStoreAt source: URL) throws
}

/// A store kind that another library implements. It is a class, so that `StoreKinds` can look it up by its class name.
package protocol LinkedStoreKind: AnyObject, StoreKind {
  init()
}

extension StoreKind {
  package func holdForReading(at url: URL) -> (any Sendable)? { nil }

  package func guessedModel(at url: URL) throws -> NSManagedObjectModel? { nil }

  package func misfit(of model: CompiledModel, entities: Set<Int>, at url: URL) throws -> String? { nil }
}

/// The parameters with which a coordinator opens a store.
package struct StoreOpening: Sendable {
  /// Nil only for an in-memory store.
  package var url: URL?
  /// The model. It is compiled, so it no longer changes.
  package let model: NSManagedObjectModel
  /// The indices of the entities in the store's configuration.
  package let entityIndices: Set<Int>
  package var isReadOnly = false
  /// Whether the store starts to keep a history. A store that has one always continues it.
  var tracksHistory = false
  var pragmas = StorePragmas()
  var memory = ReadingMemory.much
  /// The number of seconds to wait for another process's lock.
  package var timeout = StoreOpening.defaultTimeout
}

extension StoreOpening {
  /// The entities that the store holds.
  var entities: [NSEntityDescription] {
    let compiled = model.compile()
    return entityIndices.map { compiled.entities[$0] }
  }

  /// The slots whose values are preserved on deletion; see `CompiledModel.preservedSlots`.
  package var preservedSlots: [Int: [Int]] { model.compile().preservedSlots }
}

extension CompiledModel {
  /// The slots of the attributes that a history preserves of deleted rows, by entity. Entities without such attributes
  /// are omitted.
  package var preservedSlots: [Int: [Int]] {
    let slots = entities.map { entity in
      (
        entity.layout.index,
        entity.attributesByName.filter { $0.value.preservesValueInHistoryOnDeletion && !$0.value.isTransient }.keys
          .sorted().flatMap { entity.layout.valueSlots(named: [$0]) ?? [] }
      )
    }
    return Dictionary(uniqueKeysWithValues: slots.filter { !$0.1.isEmpty })
  }
}

/// An opened store.
package struct OpenedStore: Sendable {
  package let rows: any RowStore
  package let metadata: StoreMetadata
  /// The property list in the store, if `metadata` is a renewed form of it; otherwise nil.
  var storedList: Data?

  package init(rows: any RowStore, metadata: StoreMetadata, storedList: Data? = nil) {
    self.rows = rows
    self.metadata = metadata
    self.storedList = storedList
  }
}

extension StoreOpening {
  /// The derivations that the store computes.
  ///
  /// - Throws: 134020 if an attribute cannot be derived. The error names it.
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

/// The amount of memory that the reading connections of a store may use, apart from the memory for rows.
enum ReadingMemory: Sendable {
  /// The fastest setting: a page cache of 64 MB for each connection, and a memory-mapped file.
  case much
  /// A page cache of 4 MB for each connection, and no memory map, because its pages would count as the program's
  /// memory.
  case little
}

/// A Boolean option of a store: use little memory for reading (`ReadingMemory.little`).
package let readsInLittleMemoryOption = "CoreDataReadsInLittleMemory"

/// A Boolean option of a store: its model was guessed. The store is opened read-only, and its model is compared only
/// with its tables.
package let guessedModelOption = "CoreDataGuessedModel"
