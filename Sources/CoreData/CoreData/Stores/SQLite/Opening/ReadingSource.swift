import Foundation

/// The way in which a store is read, so that reading does not change its files.
enum ReadingSource: Sendable {
  /// The file itself, with SQLite's locks. Each read transaction sees what other connections have written before it.
  case live(StoreFile)
  /// The file itself, without locks. It uses a WAL but has none now, so no connection has it open for writing. Valid
  /// while the file's stamp does not change.
  case immutable(StoreFile, FileStamp)
  /// A private copy of the file and its WAL, because the WAL cannot be read in place. Valid while both stamps do not
  /// change.
  case copy(TemporaryCopy)

  /// Chooses how to read a file, and makes a copy if necessary.
  ///
  /// - Parameter isForWriting: whether the file will also be written, which creates a WAL index anyway.
  static func choose(_ file: StoreFile, isForWriting: Bool = false) throws -> ReadingSource {
    guard let stamp = FileStamp(file.path) else { throw StoreOpeningError.missing(file) }
    guard stamp.isRegularFile else { throw StoreOpeningError.notFile(file) }
    guard access(file.path, R_OK) == 0 else {
      throw StoreOpeningError.failed(SQLiteError(code: 3, message: "access permission denied"), file: file)
    }
    if let log = FileStamp(file.log) {
      // Every process that has the file open has a WAL index. A WAL without an index was copied together with the file,
      // and reading both in place would create an index.
      let hasIndex = FileStamp(file.sharedMemory) != nil
      let isWritable = FileStamp.isWritable(file.folder) && (!hasIndex || FileStamp.isWritable(file.sharedMemory))
      if !hasIndex, !isForWriting, let copy = TemporaryCopy.inUse(of: file) { return .copy(copy) }
      if isWritable, hasIndex || isForWriting || OpenFiles.contains(file) { return .live(file) }
      // The WAL cannot be read in place if its index cannot be written. An empty WAL can be ignored.
      if log.size > 0 {
        do {
          return .copy(try TemporaryCopy.shared(of: file))
        } catch {
          guard isWritable else { throw error }
          // A copy may fail because the disk is full. Reading in place creates an index file, but is better than
          // failing.
          return .live(file)
        }
      }
    }
    if let journal = FileStamp(file.rollbackJournal), journal.size > 0, !OpenFiles.contains(file) {
      // Another connection is writing, or a transaction was interrupted. A connection to the file itself would roll it
      // back.
      return .copy(try TemporaryCopy.shared(of: file))
    }
    // Reading in place would create a WAL if the file uses one.
    return try FileHeader(of: file).usesLog ? .immutable(file, stamp) : .live(file)
  }

  /// The file that connections open: the store's file or the copy.
  var file: StoreFile {
    switch self {
    case .live(let file), .immutable(let file, _): file
    case .copy(let copy): copy.file
    }
  }

  /// The store's own file.
  var original: StoreFile {
    switch self {
    case .live(let file), .immutable(let file, _): file
    case .copy(let copy): copy.original
    }
  }

  var mode: Connection.Mode {
    switch self {
    case .live: .reading
    case .immutable: .readingImmutable
    // The copy is private. Rolling back an interrupted transaction requires writing.
    case .copy: .writing
    }
  }

  /// Whether everything read up to now came from one unchanged state.
  ///
  /// - Parameter held: the original file, which may have been moved.
  func isUndisturbed(_ held: HeldFile?) -> Bool {
    switch self {
    case .live, .copy: true
    case .immutable(let file, let stamp): (held?.stamp ?? FileStamp(file.path)) == stamp
    }
  }

  /// Whether the source still shows the newest state. If not, choose again.
  var isCurrent: Bool {
    switch self {
    case .live: true
    case .immutable(let file, let stamp):
      FileStamp(file.path) == stamp && (FileStamp(file.log)?.size ?? 0) == 0
    case .copy(let copy): copy.isCurrent
    }
  }
}
