/// An array of row tokens. It stores four bytes for each while all of them are small numbers, otherwise the tokens
/// themselves.
///
/// Primary keys begin at 1 and are dense, so four bytes are usual. The first token that does not fit converts the whole
/// array, O(count), and no later change converts it back. All other operations cost as much as on an array.
package struct PackedRows<Token: RowToken>: Sendable {
  private enum Storage: Sendable {
    case narrow(ContiguousArray<Int32>)
    case wide(ContiguousArray<Token>)
  }

  private var storage: Storage

  package init(_ tokens: some Collection<Token>) {
    var narrow: ContiguousArray<Int32> = []
    narrow.reserveCapacity(tokens.count)
    for token in tokens {
      guard let number = token.narrow else {
        storage = .wide(ContiguousArray(tokens))
        return
      }
      narrow.append(number)
    }
    storage = .narrow(narrow)
  }

  /// Makes an array of tokens that are small numbers.
  init(narrow: ContiguousArray<Int32>) { storage = .narrow(narrow) }

  package var count: Int {
    switch storage {
    case .narrow(let rows): rows.count
    case .wide(let rows): rows.count
    }
  }

  package subscript(index: Int) -> Token {
    switch storage {
    case .narrow(let rows): .widened(rows[index])
    case .wide(let rows): rows[index]
    }
  }

  package func firstIndex(of token: Token) -> Int? {
    switch storage {
    case .narrow(let rows): token.narrow.flatMap { rows.firstIndex(of: $0) }
    case .wide(let rows): rows.firstIndex(of: token)
    }
  }

  /// Appends the rows of a range of indices, in order, to an array.
  package func append(_ range: Range<Int>, to result: inout ContiguousArray<Token>) {
    switch storage {
    case .narrow(let rows): for row in rows[range] { result.append(.widened(row)) }
    case .wide(let rows): result.append(contentsOf: rows[range])
    }
  }

  package mutating func insert(_ token: Token, at index: Int) {
    edit(token) {
      $0.insert($1, at: index)
    } wide: {
      $0.insert(token, at: index)
    }
  }

  package mutating func replace(at index: Int, with token: Token) {
    edit(token) {
      $0[index] = $1
    } wide: {
      $0[index] = token
    }
  }

  package mutating func remove(at index: Int) {
    edit(nil) { rows, _ in
      rows.remove(at: index)
    } wide: {
      $0.remove(at: index)
    }
  }

  /// Removes the rows from an index on, and returns them.
  package mutating func split(at index: Int) -> PackedRows {
    var rest = self
    edit(nil) { rows, _ in
      rows.removeSubrange(index...)
    } wide: {
      $0.removeSubrange(index...)
    }
    rest.edit(nil) { rows, _ in
      rows.removeSubrange(..<index)
    } wide: {
      $0.removeSubrange(..<index)
    }
    return rest
  }

  /// Edits the array in place, and converts it first if the new token does not fit.
  ///
  /// - Parameter token: the new token; nil when there is none.
  @inline(__always)
  private mutating func edit(
    _ token: Token?, narrow: (inout ContiguousArray<Int32>, Int32) -> Void,
    wide: (inout ContiguousArray<Token>) -> Void
  ) {
    // Moved out of the storage first, so that the array has one owner while it is edited.
    let taken = storage
    storage = .narrow([])
    switch consume taken {
    case .wide(var rows):
      wide(&rows)
      storage = .wide(rows)
    case .narrow(var rows):
      if let number = token.map({ $0.narrow }) ?? 0 {
        narrow(&rows, number)
        storage = .narrow(rows)
      } else {
        var widened = ContiguousArray(rows.map { Token.widened($0) })
        wide(&widened)
        storage = .wide(widened)
      }
    }
  }
}
