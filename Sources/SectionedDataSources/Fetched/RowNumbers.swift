import SectionedChanges

/// The primary keys of rows in order, in four bytes each where all of them fit.
///
/// The elements of a list are made of them when they are asked for: a million take a sixth of what they take by
/// themselves.
enum RowNumbers: Sendable {
  case short(ContiguousArray<Int32>)
  case long(ContiguousArray<Int64>)

  init(_ numbers: ContiguousArray<Int64>) {
    let areShort = numbers.allSatisfy { Int32(exactly: $0) != nil }
    self = areShort ? .short(ContiguousArray(numbers.lazy.map { Int32(truncatingIfNeeded: $0) })) : .long(numbers)
  }

  var count: Int {
    switch self {
    case .short(let numbers): numbers.count
    case .long(let numbers): numbers.count
    }
  }

  subscript(index: Int) -> Int64 {
    switch self {
    case .short(let numbers): Int64(numbers[index])
    case .long(let numbers): numbers[index]
    }
  }

  /// The elements of some of the rows.
  func elements(_ range: Range<Int>, revision: Int) -> ChunkedArray<ListElement<ListedID<Int64>>> {
    ChunkedArray(making: range.count) { ListElement(ListedID(self[range.lowerBound + $0]), revision: revision) }
  }

  /// The elements of all of them.
  func elements(revision: Int) -> ChunkedArray<ListElement<ListedID<Int64>>> {
    elements(0..<count, revision: revision)
  }
}
