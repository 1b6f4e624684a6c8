/// The changes by other coordinators and processes that a store last saw in its file.
struct ExternalChanges {
  var count = 0
  fileprivate var readersSaw: ExternalVersion?
  fileprivate var writerSaw: Int64?
}

extension SQLiteStore {
  func externalVersion() throws -> Int {
    try StoreFailure.reporting(file) { try noteExternalChanges() }
  }

  /// Checks whether a connection of another store changed the file. Called before the writing connection is opened too,
  /// after which the reading ones no longer distinguish such changes from this store's.
  ///
  /// - Returns: how many such changes were noticed, as of this look: another thread that looks at the same time may
  ///   have noticed more.
  @discardableResult
  func noteExternalChanges() throws -> Int {
    let writer = try writer.dataVersion()
    let version = writer == nil ? try readers.dataVersion() : nil
    return external.withLock { state in
      let isChanged =
        if let writer {
          (state.writerSaw ?? writer.atOpening) != writer.now
        } else {
          state.readersSaw.map { $0 != version } ?? false
        }
      state.writerSaw = writer?.now
      state.readersSaw = version
      if isChanged {
        state.count += 1
        // A fetch that follows must not read in a transaction from before the change, on whichever thread.
        readers.noteWrite()
      }
      return state.count
    }
  }
}
