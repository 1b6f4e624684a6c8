import Foundation

extension CompiledOrder {
  /// The paths whose values determine an object's position, one for each sort term.
  package var paths: [CompiledPath] { terms.map(\.path) }

  /// The sort values of an object, one for each term.
  func values(of key: RowKey, in reader: some PropertyReader) throws -> [Value] {
    try terms.map { try $0.path.value(from: key, in: reader) }
  }

  /// Compares two objects by their sort values, and by identity if these are equal. Never returns `orderedSame` for
  /// two different objects of one root entity.
  ///
  /// - Parameters:
  ///   - left: the sort values of one object, one for each term.
  ///   - leftKey: its key.
  ///   - right: the sort values of the other object.
  ///   - rightKey: its key.
  func compare<Values: RandomAccessCollection<Value>>(
    _ left: Values, _ leftKey: RowKey, _ right: Values, _ rightKey: RowKey
  ) -> ComparisonResult where Values.Index == Int {
    let result = compareValues(left, right)
    if result != .orderedSame || leftKey.primaryKey == rightKey.primaryKey { return result }
    return leftKey.precedesByIdentity(rightKey) ? .orderedAscending : .orderedDescending
  }

  /// Compares two objects only by their sort values.
  func compareValues<Values: RandomAccessCollection<Value>>(_ left: Values, _ right: Values) -> ComparisonResult
  where Values.Index == Int {
    for (index, term) in terms.enumerated() {
      let result = left[left.startIndex + index].compared(to: right[right.startIndex + index], by: term.collation)
      if result != .orderedSame { return term.ascending ? result : result.reversed }
    }
    return .orderedSame
  }

  /// Whether an object comes before another, according to `compare`.
  func precedes<Values: RandomAccessCollection<Value>>(
    _ left: Values, _ leftKey: RowKey, _ right: Values, _ rightKey: RowKey
  ) -> Bool where Values.Index == Int {
    compare(left, leftKey, right, rightKey) == .orderedAscending
  }

  /// Returns the keys in order. Each string is folded once instead of in every comparison.
  ///
  /// - Complexity: O(*n* log *n*) comparisons, and *n* reads of each path.
  package func sorted(_ keys: [RowKey], in reader: some PropertyReader) throws -> [RowKey] {
    if terms.isEmpty { return keys.sorted { $0.precedesByIdentity($1) } }
    let folded = CompiledOrder(terms: terms.map { $0.collation.folding == nil ? $0 : $0.withBinaryCollation })
    let rows = try keys.map { key in
      (key: key, values: ContiguousArray(zip(terms, try values(of: key, in: reader)).map { $0.folding($1) }))
    }
    return rows.sorted { folded.precedes($0.values, $0.key, $1.values, $1.key) }.map(\.key)
  }
}

extension CompiledOrder.Term {
  fileprivate var withBinaryCollation: Self { Self(path: path, ascending: ascending, collation: .binary) }

  /// The value in the form that `withBinaryCollation` compares: folded, if the collation folds.
  fileprivate func folding(_ value: Value) -> Value {
    guard let folding = collation.folding, !folding.isEmpty, case .string(let text) = value else { return value }
    return .string(text.folded(folding))
  }
}
