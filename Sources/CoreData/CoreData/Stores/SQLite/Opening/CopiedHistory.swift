import Foundation

/// The history of a copy that replaces a store with the same UUID, such as a backup of it.
enum CopiedHistory {
  /// Raises the copy's last transaction number to that of the store, so that no number is used again. With a history
  /// token of the store, a program would otherwise miss new transactions with lower numbers.
  static func goOn(behind former: StoreFile, in copy: StoreFile) throws {
    // A damaged store can still be replaced, but its numbers are unknown.
    guard let former = try? Place(former), let place = try? Place(copy), former.identifier == place.identifier,
      former.last > place.last, former.last < 1 << 53
    else { return }
    let connection = try Connection(path: copy.path, mode: .writing, timeout: StoreOpening.defaultTimeout)
    try connection.withStatement("UPDATE Z_PRIMARYKEY SET Z_MAX = ?2 WHERE Z_ENT = ?1") {
      try $0.bind(place.entity, former.last)
      try $0.run()
    }
  }

  /// A store's UUID and the number of its newest transaction.
  private struct Place {
    let identifier: String
    let entity: Int64
    let last: Int64

    /// - Returns: nil if there is no store, or if it has no history.
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
