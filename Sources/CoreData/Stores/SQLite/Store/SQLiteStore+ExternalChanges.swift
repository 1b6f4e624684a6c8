/// What a store last saw of the changes that other coordinators and processes made to its file.
struct ExternalChanges {
  var count = 0
  fileprivate var readersSaw: ExternalVersion?
  fileprivate var writerSaw: Int64?
}

extension SQLiteStore {
  func externalVersion() throws -> Int {
    try StoreFailure.reporting(file) { try noteExternalChanges() }
    return external.withLock { $0.count }
  }

  /// Checks whether a connection of another store changed the file. Called before the writing connection is opened too,
  /// after which the reading ones no longer distinguish such changes from this store's.
  func noteExternalChanges() throws {
    let writer = try writer.dataVersion()
    let readers = writer == nil ? try readers.dataVersion() : nil
    let isChanged = external.withLock { state in
      let isChanged =
        if let writer {
          (state.writerSaw ?? writer.atOpening) != writer.now
        } else {
          state.readersSaw.map { $0 != readers } ?? false
        }
      if isChanged { state.count += 1 }
      state.writerSaw = writer?.now
      state.readersSaw = readers
      return isChanged
    }
    // A fetch that follows must not read in a transaction from before the change.
    if isChanged { self.readers.noteWrite() }
  }
}
