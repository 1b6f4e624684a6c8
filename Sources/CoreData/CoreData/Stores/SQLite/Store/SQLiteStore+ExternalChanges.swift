/// The last changes by other coordinators and processes that a store noticed.
struct ExternalChanges {
  var count = 0
  fileprivate var readersSaw: ExternalVersion?
  fileprivate var writerSaw: Int64?
}

extension SQLiteStore {
  func externalVersion() throws -> Int {
    try StoreFailure.reporting(file) { try noteExternalChanges() }
  }

  /// Checks whether another store or process changed the file. It must also be called before the writing connection is
  /// opened, because from then on the reading connections cannot distinguish other writes from this store's own.
  ///
  /// - Returns: the number of noticed changes at the time of this check. Another thread may already have noticed more.
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
        // Later fetches on any thread must not use a read transaction from before the change.
        readers.noteWrite()
      }
      return state.count
    }
  }
}
