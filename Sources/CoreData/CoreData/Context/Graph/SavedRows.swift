import Foundation

/// The current stored rows of the keys that a merge looks up.
struct SavedRows {
  private var rows: [RowKey: Row] = [:]
  private var gone: Set<RowKey> = []
  private var unreadable: Set<RowKey> = []

  enum Answer {
    case row(Row)
    case gone
    /// The store cannot be read. The caller keeps the row that it has.
    case unreadable
  }

  /// The result for a key; nil if its row was not read.
  func answer(for key: RowKey) -> Answer? {
    if let row = rows[key] { return .row(row) }
    return gone.contains(key) ? .gone : unreadable.contains(key) ? .unreadable : nil
  }

  fileprivate mutating func add(_ found: [Row?], for keys: [RowKey]) {
    for (key, row) in zip(keys, found) {
      if let row { rows[key] = row } else { gone.insert(key) }
    }
  }

  fileprivate mutating func addUnreadable(_ keys: [RowKey]) { unreadable.formUnion(keys) }
}

extension ObjectGraph {
  /// Reads the rows of several keys together, with one read for each root entity. Read errors are logged.
  func savedRows(for keys: [RowKey]) -> SavedRows {
    var saved = SavedRows()
    for keys in Dictionary(grouping: keys, by: { model[$0].root }).values {
      do {
        saved.add(try requireRows(holding: Int(keys[0].entity)).rows(for: keys), for: keys)
      } catch {
        saved.addUnreadable(keys)
        logLine("rows of \(model[keys[0]].name) could not be read for a merge: \(error)")
      }
    }
    return saved
  }

  /// Looks up a key among rows that were read together. If it is not there, reads its row.
  func answer(for key: RowKey, among saved: SavedRows) -> SavedRows.Answer {
    if let answer = saved.answer(for: key) { return answer }
    do {
      return try savedRow(key).map { .row($0) } ?? .gone
    } catch {
      return .unreadable
    }
  }

  /// The row of a key as it is stored now. Nil if it is gone; the given row if the store cannot be read.
  func newestRow(_ row: Row, among saved: SavedRows) -> Row? {
    switch answer(for: row.key, among: saved) {
    case .row(let saved): saved
    case .gone: nil
    case .unreadable: row
    }
  }
}

/// The number of a coordinator's write up to which all writes were reported to the owner (see
/// `NSPersistentStoreCoordinator.saveNumber`).
struct SaveCursor {
  private(set) var seen: Int
  /// Numbers that were reported before some lower ones, because merges may come in another order than the saves.
  private var ahead: Set<Int> = []

  init(at number: Int = 0) { seen = number }

  /// Records the numbers of the writes that an event reports.
  mutating func note(_ numbers: [Int]) {
    for number in numbers where number > seen { ahead.insert(number) }
    while ahead.remove(seen + 1) != nil { seen += 1 }
    // A failed save and most batch requests are never reported, so the gap before these numbers may stay forever.
    if ahead.count > 256 { ahead = [] }
  }
}
