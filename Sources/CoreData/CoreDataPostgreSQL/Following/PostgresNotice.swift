import CoreData

/// The notification of a save: its number and, if they are few, the written rows, so that followers read these together
/// with the history.
///
/// It is only a hint, because any program can send notifications. What was committed is read from the history.
struct PostgresNotice {
  /// A row: the number of its entity in the store, and its primary key.
  struct RowHint: Hashable, Sendable {
    let entity: Int64
    let primaryKey: Int64
  }

  let number: Int64
  let rows: [RowHint]

  /// The maximum number of rows in a notice. Followers read more rows separately.
  static let rowLimit = 8

  /// - Parameter payload: the number, then entity numbers with primary keys: `51 3:301 3:302`.
  init?(_ payload: String) {
    let parts = payload.split(separator: " ")
    guard let first = parts.first, let number = Int64(first) else { return nil }
    self.number = number
    rows = parts.dropFirst().prefix(Self.rowLimit).compactMap { part in
      let numbers = part.split(separator: ":")
      guard numbers.count == 2, let entity = Int64(numbers[0]), let key = Int64(numbers[1]) else { return nil }
      return RowHint(entity: entity, primaryKey: key)
    }
  }

  /// The text after the number, for the notice of some changes; empty if there are too many or an entity has data.
  static func text(of changes: [HistoryChange], in schema: StoreSchema) throws -> String {
    let written = changes.filter { $0.kind != .delete }
    guard written.count <= rowLimit, written.allSatisfy({ schema.model[$0.key].isLight }) else { return "" }
    return try written.map { " \(try schema.stored(Int($0.key.entity)).number):\($0.key.primaryKey)" }.joined()
  }
}

extension EntityLayout {
  /// Whether the entity has no binary data attributes, whose size is unknown.
  fileprivate var isLight: Bool {
    slots.allSatisfy { slot in
      guard case .attribute(let type) = slot.kind else { return true }
      return type != .binaryDataAttributeType && type != .transformableAttributeType
    }
  }
}
