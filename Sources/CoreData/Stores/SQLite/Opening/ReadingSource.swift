import Foundation

/// How a store is read so that reading leaves its files byte for byte as they are.
enum ReadingSource: Sendable {
  /// The file itself, with SQLite's locks; what other connections write is seen in the next read transaction.
  case live(StoreFile)
  /// The file itself, without locks: it uses a log and has none, so no connection has it open for writing. Valid while
  /// the file keeps its stamp.
  case immutable(StoreFile, FileStamp)
  /// A private copy of the file and its log, where the log cannot be read in place. Valid while both keep theirs.
  case copy(TemporaryCopy)

  /// Chooses how to read a file, making the copy where it takes one.
  ///
  /// - Parameter isForWriting: whether the file will be written, too, so that an index of its log will be there anyway.
  static func choose(_ file: StoreFile, isForWriting: Bool = false) throws -> ReadingSource {
    guard let stamp = FileStamp(file.path) else { throw StoreOpeningError.missing(file) }
    guard stamp.isRegularFile else { throw StoreOpeningError.notFile(file) }
    guard access(file.path, R_OK) == 0 else {
      throw StoreOpeningError.failed(SQLiteError(code: 3, message: "access permission denied"), file: file)
    }
    if let log = FileStamp(file.log) {
      // Each process that has the file open has the index of the log. A log without one was copied with the file, and
      // reading both in place would make an index beside them.
      let hasIndex = FileStamp(file.sharedMemory) != nil
      let isWritable = FileStamp.isWritable(file.folder) && (!hasIndex || FileStamp.isWritable(file.sharedMemory))
      if !hasIndex, !isForWriting, let copy = TemporaryCopy.inUse(of: file) { return .copy(copy) }
      if isWritable, hasIndex || isForWriting || OpenFiles.contains(file) { return .live(file) }
      // Without writing the index of the log it cannot be read in place. An empty log is as good as none.
      if log.size > 0 {
        do {
          return .copy(try TemporaryCopy.shared(of: file))
        } catch {
          guard isWritable else { throw error }
          // As where there is no room for a copy: a store with an index beside it is better than none.
          return .live(file)
        }
      }
    }
    if let journal = FileStamp(file.rollbackJournal), journal.size > 0, !OpenFiles.contains(file) {
      // Either a connection is writing, or a transaction was cut off and the next connection would undo it in the file.
      return .copy(try TemporaryCopy.shared(of: file))
    }
    // Reading a file that uses a log would make one where there is none.
    return try FileHeader(of: file).usesLog ? .immutable(file, stamp) : .live(file)
  }

  /// The file that connections open.
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
    // The copy is ours alone, and undoing a transaction that was cut off takes writing.
    case .copy: .writing
    }
  }

  /// Whether what was read from it, up to now, was one undisturbed state.
  ///
  /// - Parameter held: the file itself, which need not be at its path any more.
  func isUndisturbed(_ held: HeldFile?) -> Bool {
    switch self {
    case .live, .copy: true
    case .immutable(let file, let stamp): (held?.stamp ?? FileStamp(file.path)) == stamp
    }
  }

  /// Whether it still shows the newest state; if not, choose again.
  var isCurrent: Bool {
    switch self {
    case .live: true
    case .immutable(let file, let stamp):
      FileStamp(file.path) == stamp && (FileStamp(file.log)?.size ?? 0) == 0
    case .copy(let copy): copy.isCurrent
    }
  }
}
