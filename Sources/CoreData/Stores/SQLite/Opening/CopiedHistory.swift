import Foundation

/// The history of a copy that takes the place of a store with the same identity, such as a backup of it.
enum CopiedHistory {
  /// Raises the copy's last transaction number to the store's, so that its next transactions get numbers that the store
  /// has not given: a token of the store would miss transactions with lower ones.
  static func goOn(behind former: StoreFile, in copy: StoreFile) throws {
    // What is damaged can be replaced all the same, and leaves no copy without numbers.
    guard let former = try? Place(former), let place = try? Place(copy), former.identifier == place.identifier,
      former.last > place.last, former.last < 1 << 53
    else { return }
    let connection = try Connection(path: copy.path, mode: .writing, timeout: StoreOpening.defaultTimeout)
    try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_ENT = ?1") {
      try $0.bind(place.entity, former.last)
      try $0.run()
    }
  }

  /// The number of a store's newest transaction, and the store's identity.
  private struct Place {
    let identifier: String
    let entity: Int64
    let last: Int64

    /// - Returns: nil where there is no store, or no history.
    init?(_ file: StoreFile) throws {
      guard FileStamp(file.path)?.isRegularFile == true else { return nil }
      let source = try ReadingSource.choose(file)
      let connection = try Connection(path: source.file.path, mode: source.mode, timeout: 1)
      guard let history = HistorySchema(try FileSchema(file, on: connection), preserved: [:]) else { return nil }
      identifier = try StoreMetadataTable.read(file, on: connection).identifier
      entity = history.number(of: .transaction)
      last = try HistoryReader.lastKey(of: .transaction, history, connection)
    }
  }
}
