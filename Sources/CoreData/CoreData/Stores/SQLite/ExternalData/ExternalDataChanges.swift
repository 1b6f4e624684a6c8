import Foundation

/// The external files that one save writes, and those that it makes superfluous.
///
/// New files are written and synced before the transaction commits. Old files are removed only after the commit is on
/// disk. So every name in the store leads to a file, even after a power cut.
final class ExternalDataChanges {
  private let folder: ExternalDataFolder
  private var directory: Directory?
  private var written: [String] = []
  private var replaced: [String] = []
  private var removal = SharedFileNames.Removal()

  init(_ folder: ExternalDataFolder) {
    self.folder = folder
  }

  /// Writes data to a new file.
  ///
  /// - Returns: the file's name.
  func write(_ data: Data) throws -> String {
    let name = UUID().uuidString
    do {
      let directory = try openDirectory()
      let descriptor = openat(
        directory.descriptor, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644
      )
      guard descriptor >= 0 else { throw ExternalDataProblem.unreadable(name, errno) }
      written.append(name)
      let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try handle.write(contentsOf: data)
      try handle.synchronize()
    } catch {
      let cause = (error as? ExternalDataProblem)?.underlying ?? error as NSError
      throw NSError.coreData(
        Self.saysNoRoom(cause) ? CocoaError.fileWriteOutOfSpace.rawValue : NSPersistentStoreSaveError,
        "Data of \(data.count) bytes could not be written to a file in \(folder.file.externalDataFolder).",
        underlying: cause
      )
    }
    return name
  }

  /// Whether an error of the system or of Foundation means that the disk is full.
  private static func saysNoRoom(_ error: NSError) -> Bool {
    switch error.domain {
    case NSCocoaErrorDomain: error.code == CocoaError.fileWriteOutOfSpace.rawValue
    case NSPOSIXErrorDomain: [Int(ENOSPC), Int(EDQUOT)].contains(error.code)
    default: false
    }
  }

  /// Records that a column no longer refers to its file.
  func replace(_ stored: Data) {
    if let name = ExternalDataFolder.fileName(stored) { replaced.append(name) }
  }

  /// Syncs the folder, so that the new files survive a power cut. Call it before the commit.
  func prepareCommit() {
    if let directory, !written.isEmpty { fsync(directory.descriptor) }
  }

  /// Finds the replaced files that no column refers to any more. Call it in the transaction, after all writes.
  func findSuperfluous(in schema: StoreSchema, on connection: Connection) throws {
    guard !replaced.isEmpty else { return }
    removal = try folder.shared.withLock { try $0.removal(of: replaced, in: schema, on: connection) }
  }

  /// Removes files that no column refers to any more, for a change that replaced no other files.
  func remove(_ names: some Sequence<String>) {
    removal.names += names
    didCommit()
  }

  /// Removes the files that no column refers to any more. If another store uses the same folder, the files stay,
  /// because its columns may refer to them.
  func didCommit() {
    folder.shared.withLock { $0.didCommit(removal) }
    guard !removal.names.isEmpty, (try? StoreRemoval.sharesExternalData(folder.file)) == false,
      let directory = try? directory ?? Directory(externalDataOf: folder.file), syncLog()
    else { return }
    for name in removal.names { unlinkat(directory.descriptor, name, 0) }
  }

  func didRollBack() {
    guard let directory else { return }
    for name in written { unlinkat(directory.descriptor, name, 0) }
  }

  /// Waits until the commit is on disk. A commit with `synchronous=NORMAL` does not wait.
  ///
  /// The WAL can be opened and closed here without losing a POSIX lock, because SQLite locks only the main file and the
  /// WAL index.
  ///
  /// - Returns: whether the commit is on disk. Without a WAL, the commit itself has waited.
  private func syncLog() -> Bool {
    let log = open(folder.file.log, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard log >= 0 else { return errno == ENOENT }
    defer { close(log) }
    let place = open(folder.file.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return false }
    defer { close(place) }
    return fsync(log) == 0 && fsync(place) == 0
  }

  private func openDirectory() throws -> Directory {
    if let directory { return directory }
    let made = try Directory(makingExternalDataOf: folder.file)
    directory = made
    return made
  }
}

extension StoreSaving {
  /// Records the files that a row's columns refer to, before the row is updated or deleted.
  func noteReplacedData(of key: RowKey, plan: RowWriters.Plan) throws {
    guard !plan.externalNames.isEmpty else { return }
    let table = plan.stored.table.quotedIdentifier
    let sql = "SELECT \(plan.externalNames.joined(separator: ", ")) FROM \(table) WHERE Z_PK = ?1"
    try connection.withStatement(sql) { statement in
      try statement.bind(key.primaryKey, at: 1)
      guard try statement.step() else { return }
      for column in plan.externalNames.indices { externalData.replace(statement.data(at: Int32(column))) }
    }
  }
}
