import Foundation

/// A kind of store (SQLite, PostgreSQL or in memory): how one is opened, and what can be done with it without a model.
/// `StoreKinds` lists them.
package protocol StoreKind: Sendable {
  /// The type's name, such as `NSSQLiteStoreType`.
  var type: String { get }

  /// Opens a store, creating it where there is none.
  ///
  /// - Throws: an error in `NSCocoaErrorDomain`: 134100 when the store was made for another model, naming the entities
  ///   that differ; 134080 when it cannot be opened; 260 (`fileReadNoSuchFile`) when it is read only and not there.
  func open(_ opening: StoreOpening) throws -> OpenedStore

  /// Holds what reading the store at an address takes time to prepare. While the result lives, each reading uses it.
  func holdForReading(at url: URL) -> (any Sendable)?

  /// The model that the store at an address carries; nil when it carries none. Nothing of the store changes.
  func embeddedModel(at url: URL) throws -> NSManagedObjectModel?

  /// A model of the store at an address as its tables suggest it, for reading a store that carries none; nil where they
  /// suggest nothing, or the kind has no such stores.
  func guessedModel(at url: URL) throws -> NSManagedObjectModel?

  /// How the tables of the store at an address differ from those that Apple's Core Data makes for a model: what decides
  /// where the store carries no model, and its version hashes cannot be compared.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - entities: the indices of the entities that the store holds.
  /// - Returns: the first differences, in words; nil when there are none, or the kind has no such stores.
  func misfit(of model: CompiledModel, entities: Set<Int>, at url: URL) throws -> String?

  /// The metadata of the store at an address, read without a model and without changing the store.
  func metadata(at url: URL) throws -> StoreMetadata

  /// Replaces the metadata of the store at an address.
  func setMetadata(_ metadata: StoreMetadata, at url: URL) throws

  /// Moves everything in the store at an address into the tables of another model: all of it or, when it throws,
  /// nothing.
  ///
  /// - Parameters:
  ///   - opening: where the store is and how it is to be opened then.
  ///   - mapping: what the store's entities become.
  ///   - metadata: the metadata that the store had when the mapping was inferred.
  /// - Returns: false when the store has other metadata by now; then nothing was done.
  func migrate(_ opening: StoreOpening, by mapping: ModelMapping, metadata: StoreMetadata) throws -> Bool

  /// Replaces the contents of the store at an address, in one transaction in which no other connection writes.
  ///
  /// - Parameters:
  ///   - metadata: the metadata that the store is to have before; nil for any.
  ///   - timeout: how long to wait for another process's lock, in seconds.
  ///   - make: makes the new store at another address. What is at the first can be read meanwhile.
  /// - Returns: false when it had other metadata; then nothing was done.
  /// - Throws: what failed; the store is then as before.
  func rewrite(
    at url: URL, ifStill metadata: StoreMetadata?, timeout: TimeInterval, _ make: (URL) throws -> Void
  ) throws -> Bool

  /// Makes a store at another place, and replaces the store at an address, if there is one, with it.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for another process's lock, in seconds.
  ///   - make: makes the store at the other place. What is at the first can be read meanwhile.
  /// - Throws: what failed; what was at the address is then as before.
  func putStore(at url: URL, timeout: TimeInterval, _ make: (URL) throws -> Void) throws

  /// Empties the store at an address: its external data goes, and an empty database is left of its file. It is no error
  /// when nothing is there. It is one when something is there that is no store, which stays as it is.
  func destroy(at url: URL) throws

  /// Replaces a store, if there is one, with a copy of another.
  ///
  /// - Throws: what failed; the destination is then as before. Where its files cannot all be put back, the error names
  ///   the folder that they are in.
  func replace(at destination: URL, withStoreAt source: URL) throws
}

/// A kind of store in another library. It is a class, so that `StoreKinds` can look it up by its name.
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
  /// Nil only for a store in memory.
  package var url: URL?
  /// Compiled: it no longer changes.
  package let model: NSManagedObjectModel
  /// The indices of the entities that the store holds, in the model's layout: those of its configuration.
  package let entityIndices: Set<Int>
  package var isReadOnly = false
  /// Whether a history is kept from now on. Where a store has one, it is kept anyhow.
  var tracksHistory = false
  var pragmas = StorePragmas()
  var memory = ReadingMemory.much
  /// How long to wait for another process's lock, in seconds.
  package var timeout = StoreOpening.defaultTimeout
}

extension StoreOpening {
  /// The entities that the store holds.
  var entities: [NSEntityDescription] {
    let compiled = model.compile()
    return entityIndices.map { compiled.entities[$0] }
  }

  /// See `CompiledModel.preservedSlots`.
  package var preservedSlots: [Int: [Int]] { model.compile().preservedSlots }
}

extension CompiledModel {
  /// The attributes whose values a history keeps of deleted rows: their slots, by name, of each entity that has some.
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

/// A store that was opened.
package struct OpenedStore: Sendable {
  package let rows: any RowStore
  package let metadata: StoreMetadata
  /// The property list that the store has, where the metadata is a newer form of it; nil where it is the same.
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

/// How much memory the reading connections of a store may take besides the memory for rows.
enum ReadingMemory: Sendable {
  /// The fastest setting: 64 MB of cache for each connection, and the file mapped.
  case much
  /// 4 MB of cache each. A mapped file counts as the program's memory as far as it was read.
  case little
}

/// Option of a store: a Boolean, whether it is read in little memory.
package let readsInLittleMemoryOption = "CoreDataReadsInLittleMemory"

/// Option of a store: a Boolean, whether its model was guessed. Such a store is opened for reading only, and its model
/// is compared with its tables alone.
package let guessedModelOption = "CoreDataGuessedModel"
