/// A batch update or a batch deletion, as a store carries it out for all rows at once.
package struct BatchChange {
  enum Rows {
    case matching(RowQuery)
    /// The rows with these keys, as far as they exist.
    case keys([RowKey])
  }

  enum Work {
    /// - Parameters:
    ///   - checked: the slots whose computed values are saved only if they are accepted.
    ///   - accepts: whether such a value may be saved.
    case update([Assignment], checked: SlotSet, accepts: (_ slot: Int, _ value: Value) -> Bool)
    case deletion
  }

  struct Assignment {
    let slot: Int
    /// The new value. It is computed from stored values, all of which are read before anything is set.
    let value: CompiledExpression

    var isConstant: Bool { if case .constant = value { true } else { false } }
  }

  /// The rows' entity, or one above it.
  let entity: EntityLayout
  let rows: Rows
  let work: Work
  let origin: HistoryOrigin
  /// Whether the keys of the rows that are found are wanted, and not their number alone.
  var wantsKeys = false
  /// Whether the versions of the rows that are changed are wanted.
  var wantsVersions = false
}

/// The result of a batch request.
package struct BatchOutcome {
  /// How many rows were found: those that had the values already are among them.
  var count = 0
  /// Their keys, if they were wanted.
  var keys: [RowKey] = []
  /// The rows that were changed and are still there, if they were wanted.
  var written: [RowVersion] = []
}
