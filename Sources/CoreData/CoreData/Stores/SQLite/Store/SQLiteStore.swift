import Foundation

/// A store in a SQLite file with Apple's table layout.
///
/// Several connections read, each protected by its own lock. One connection writes; the first save opens it. Reading
/// never changes the file or its WAL.
final class SQLiteStore: ReadingRowStore {
  let schema: StoreSchema
  let readOnlyReason: ReadOnlyReason?
  let file: StoreFile
  let readers: ReaderPool
  let writer: StoreWriter
  let context: ReadingContext
  let plans: ReadingPlans
  let writers: RowWriters
  /// Nil if the store keeps no history.
  let history: HistorySchema?
  /// Nil if SQLite ensures unique integer keys, as in every store that Core Data created.
  private let looseKeys: LooseKeys?
  /// The last external changes that were noticed.
  let external = Protected(ExternalChanges())
  let reservedKeys = Protected(ReservedKeys())
  let ownTransactions = OwnTransactions()
  /// The pins that read earlier states of the store.
  let pins = Protected<[WeakPin]>([])
  // Registers the file in `OpenFiles` while connections are open.
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
    /// The connection that created the store; nil for an existing store.
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

  /// The writer closes last, because closing it checkpoints the WAL, which an open reader would prevent.
  func close() {
    closePins()
    readers.close()
    writer.close()
    openFile.withLock { $0 = nil }
    held?.letGo()
  }

  /// - Throws: 259 if a primary key is not an integer or occurs twice, see `LooseKeys`.
  func reading(on connection: Connection) throws -> StoreReading {
    try looseKeys?.check(connection)
    return StoreReading(connection: connection, context: context, plans: plans)
  }
}

/// The reason why a store is read-only.
enum ReadOnlyReason: Sendable {
  /// The program opened it read-only.
  case asked
  /// The store is synchronized with CloudKit, which needs tables that this package does not write.
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
