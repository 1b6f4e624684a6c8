import SectionedChanges

/// The primary keys of rows in order, in four bytes each if all of them fit.
///
/// The elements of a list are made from the keys at each access. A million keys take a sixth of the elements' memory.
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

  /// Makes the elements of a range of rows.
  func elements(_ range: Range<Int>, revision: Int) -> ChunkedArray<ListElement<ListedID<Int64>>> {
    ChunkedArray(making: range.count) { ListElement(ListedID(self[range.lowerBound + $0]), revision: revision) }
  }

  /// Makes the elements of all rows.
  func elements(revision: Int) -> ChunkedArray<ListElement<ListedID<Int64>>> {
    elements(0..<count, revision: revision)
  }
}
