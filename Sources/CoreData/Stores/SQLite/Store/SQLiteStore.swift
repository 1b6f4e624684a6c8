import Foundation

/// A store in an SQLite file with Apple's tables.
///
/// Several connections read, each behind its own lock; one writes, opened with the first save. Reading never changes
/// a byte of the file or its log.
final class SQLiteStore: ReadingRowStore {
  let schema: StoreSchema
  let readOnlyReason: ReadOnlyReason?
  let file: StoreFile
  let readers: ReaderPool
  let writer: StoreWriter
  let context: ReadingContext
  let plans: ReadingPlans
  let writers: RowWriters
  /// Nil where the store keeps no history.
  let history: HistorySchema?
  /// Nil where SQLite keeps all primary keys, as in every store that Core Data made.
  private let looseKeys: LooseKeys?
  /// The external changes that were last seen.
  let external = Protected(ExternalChanges())
  let reservedKeys = Protected(ReservedKeys())
  let ownTransactions = OwnTransactions()
  /// The pins that read earlier states of the store.
  let pins = Protected<[WeakPin]>([])
  // Held for as long as connections are open.
  private let openFile: Protected<OpenFiles.Token?>
  private let held: HeldFile?

  struct Parts {
    let file: StoreFile
    let schema: StoreSchema
    let source: ReadingSource
    let writers: RowWriters
    let history: HistorySchema?
    let settings: StoreWriter.Settings
    let memory: ReadingMemory
    let readOnlyReason: ReadOnlyReason?
    /// The connection that created the store, if it was just created.
    var writingConnection: Connection?
    var looseKeys: LooseKeys?
    var views: FormerJoinViews?
  }

  init(_ parts: Parts) throws {
    file = parts.file
    schema = parts.schema
    readOnlyReason = parts.readOnlyReason
    writers = parts.writers
    history = parts.history
    looseKeys = parts.looseKeys
    openFile = Protected(parts.settings.opened.map { OpenFiles.enter($0.identity) })
    held = parts.settings.opened
    readers = ReaderPool(
      source: parts.source, opened: parts.settings.opened, version: parts.settings.version,
      timeout: parts.settings.timeout, memory: parts.memory, views: parts.views)
    writer = try StoreWriter(file: parts.file, settings: parts.settings, connection: parts.writingConnection)
    context = ReadingContext(schema: parts.schema, externalData: ExternalDataFolder(file: parts.file))
    plans = ReadingPlans(context)
  }

  deinit { close() }

  var model: ModelLayout { schema.model }
  var isReadOnly: Bool { readOnlyReason != nil }

  func beginReading() { readers.beginReading() }

  func endReadTransaction() { readers.endReadTransactions() }

  /// The writer comes last: closing it folds the log into the main file, which a reader would keep it from.
  func close() {
    closePins()
    readers.close()
    writer.close()
    openFile.withLock { $0 = nil }
    held?.letGo()
  }

  /// - Throws: 259 when a primary key is no integer or two rows have one, see `LooseKeys`.
  func reading(on connection: Connection) throws -> StoreReading {
    try looseKeys?.check(connection)
    return StoreReading(connection: connection, context: context, plans: plans)
  }
}

/// Why a store is not written.
enum ReadOnlyReason: Sendable {
  /// The program asked for it.
  case asked
  /// The store is synchronized with CloudKit, which relies on what this version does not write.
  case synchronized(tables: [String])

  func error(_ file: StoreFile) -> NSError {
    switch self {
    case .asked:
      .coreData(
        CocoaError.fileWriteNoPermission.rawValue, "\(file.name) was opened for reading only.",
        details: [NSFilePathErrorKey: file.path]
      )
    case .synchronized(let tables):
      .coreData(
        NSPersistentStoreSaveError,
        "\(file.name) is opened for reading only: it is synchronized by the tables "
          + "\(tables.joined(separator: ", ")), which this version does not write.",
        details: [NSFilePathErrorKey: file.path]
      )
    }
  }
}
