/// A batch update or batch deletion that a store carries out for all rows at once.
package struct BatchChange {
  enum Rows {
    case matching(RowQuery)
    /// The rows with these keys. Keys without a row are ignored.
    case keys([RowKey])
  }

  enum Work {
    /// - Parameters:
    ///   - checked: the slots whose computed values must pass `accepts` before they are saved.
    ///   - accepts: returns whether a computed value may be saved.
    case update([Assignment], checked: SlotSet, accepts: (_ slot: Int, _ value: Value) -> Bool)
    case deletion
  }

  struct Assignment {
    let slot: Int
    /// The new value. The store reads all values that it is computed from before it sets any.
    let value: CompiledExpression

    var isConstant: Bool { if case .constant = value { true } else { false } }
  }

  /// The entity of the rows, or a superentity of it.
  let entity: EntityLayout
  let rows: Rows
  let work: Work
  let origin: HistoryOrigin
  /// Whether the result includes the keys of the found rows, and not only their number.
  var wantsKeys = false
  /// Whether the result includes the versions of the changed rows.
  var wantsVersions = false
}

/// The result of a batch request.
package struct BatchOutcome {
  /// The number of rows found, including rows that already had the new values.
  var count = 0
  /// Their keys; empty unless `wantsKeys` was set.
  var keys: [RowKey] = []
  /// The changed rows that still exist; empty unless `wantsVersions` was set.
  var written: [RowVersion] = []
}
