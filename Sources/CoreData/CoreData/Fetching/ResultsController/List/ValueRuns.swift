import Foundation
import OrderedRows

/// The runs of rows with the same value of the first sort term. They serve as sections of a list that is not grouped.
/// There may be as many runs as rows, so a run takes only four bytes, and its value is stored in the smallest form.
package struct ValueRuns: Sendable {
  private var values: PackedValues
  /// The values of runs that were added after the list was fetched. They follow `values` in the numbering.
  private var later: ContiguousArray<Value> = []
  /// The number of each run's value, in `values` followed by `later`. Empty as long as each run's value has the run's
  /// index.
  private var numbers: ContiguousArray<Int32> = []
  /// The index of the first row of each run, ascending. The last element is the number of rows.
  private var starts: ContiguousArray<Int32>
  private let term: CompiledOrder.Term
  private let type: NSAttributeType

  init(_ groups: KeyGroups, by term: CompiledOrder.Term, in model: ModelLayout) {
    self.term = term
    if case .attribute(let type) = term.path.slot(in: model).kind {
      self.type = type
    } else {
      type = .undefinedAttributeType
    }
    values = groups.values
    starts = Self.starts(of: groups.counts)
  }

  private static func starts(of counts: ContiguousArray<Int32>) -> ContiguousArray<Int32> {
    var starts: ContiguousArray<Int32> = []
    starts.reserveCapacity(counts.count + 1)
    var sum: Int32 = 0
    for count in counts {
      starts.append(sum)
      sum += count
    }
    starts.append(sum)
    return starts
  }

  /// The number of runs.
  package var count: Int { starts.count - 1 }
  /// The number of rows in all runs.
  package var rowCount: Int { Int(starts[count]) }

  /// The rows of a run. The index must exist.
  package func rows(at index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

  /// The index of the run that contains a row. The row must exist.
  ///
  /// - Complexity: O(log runs).
  package func index(ofRow row: Int) -> Int { starts.partitionPoint { Int($0) > row } - 1 }

  /// The key of a run. The index must exist.
  package func key(at index: Int) -> SectionKey { SectionKey(value: value(at: index)) }

  /// The index of the run with a key; nil if there is none.
  ///
  /// - Complexity: O(log runs).
  package func index(of key: SectionKey) -> Int? {
    let index = place(of: key.value)
    return index < count && self.key(at: index) == key ? index : nil
  }

  /// The value of a key in the form that `value(forKey:)` returns.
  package func object(of key: SectionKey) -> Any? { key.value.boxed(as: type) }

  private func value(at index: Int) -> Value {
    let number = numbers.isEmpty ? index : Int(numbers[index])
    return number < values.count ? values[number] : later[number - values.count]
  }

  /// The index of the first run whose value does not precede a given value.
  private func place(of value: Value) -> Int {
    (0..<count).partitionPoint { !precedes(self.value(at: $0), value) }
  }

  private func precedes(_ left: Value, _ right: Value) -> Bool {
    left.compared(to: right, by: term.collation) == (term.ascending ? .orderedAscending : .orderedDescending)
  }
}

extension ValueRuns {
  /// Updates the runs to changes of the rows.
  ///
  /// - Parameters:
  ///   - rows: all changes of the rows.
  ///   - count: the number of rows after the changes.
  ///   - value: returns the current value of a row.
  /// - Returns: whether the runs match the rows. False if the rows have more changes.
  /// - Complexity: O(changed · log runs + runs).
  mutating func follow(
    _ rows: ElementChanges<TouchedRow, RowPlace>, count: Int, valueOf value: (RowKey) throws -> Value?
  ) rethrows -> Bool {
    var (added, came): ([Int: Int32], [EqualityKey: (value: Value, count: Int32)]) = ([:], [:])
    var present: [(row: Int, key: SectionKey)] = []
    for row in rows {
      if let old = row.old { added[index(ofRow: old.item), default: 0] -= 1 }
      guard let new = row.new else { continue }
      guard let value = try value(row.name.key) else { return false }
      let key = SectionKey(value: value)
      present.append((new.item, key))
      if let index = index(of: key) {
        added[index, default: 0] += 1
      } else {
        came[EqualityKey(value), default: (value, 0)].count += 1
      }
    }
    edit(added.filter { $0.value != 0 }, came.values.sorted { precedes($0.value, $1.value) })
    return rowCount == count && present.allSatisfy { $0.row < rowCount && key(at: index(ofRow: $0.row)) == $0.key }
  }

  /// Changes the lengths of runs, removes empty ones, and inserts new ones. The new runs must be in order.
  private mutating func edit(_ added: [Int: Int32], _ came: [(value: Value, count: Int32)]) {
    if added.isEmpty, came.isEmpty { return }
    let isEmptied = added.contains { starts[$0.key + 1] - starts[$0.key] + $0.value <= 0 }
    if came.isEmpty, !isEmptied { return stretch(added) }
    let places = came.map { place(of: $0.value) }
    let known = values.count + later.count
    later.append(contentsOf: came.map(\.value))
    var counts: ContiguousArray<Int32> = []
    var numbers: ContiguousArray<Int32> = []
    counts.reserveCapacity(count + came.count)
    numbers.reserveCapacity(count + came.count)
    var next = 0
    for index in 0...count {
      while next < came.count, places[next] == index {
        counts.append(came[next].count)
        numbers.append(Int32(known + next))
        next += 1
      }
      guard index < count else { break }
      var length = starts[index + 1] - starts[index]
      if !added.isEmpty, let more = added[index] { length += more }
      if length <= 0 { continue }
      counts.append(length)
      numbers.append(self.numbers.isEmpty ? Int32(index) : self.numbers[index])
    }
    (self.numbers, starts) = (numbers, Self.starts(of: counts))
  }

  /// Changes the lengths of runs if none is added or removed.
  private mutating func stretch(_ added: [Int: Int32]) {
    let steps = added.sorted { $0.key < $1.key }
    var more: Int32 = 0
    for (step, change) in steps.enumerated() {
      more += change.value
      let end = step + 1 < steps.count ? steps[step + 1].key : count
      if more != 0 { for index in change.key + 1..<end + 1 { starts[index] += more } }
    }
  }

  /// Rebuilds the runs from rows in order.
  ///
  /// - Complexity: O(rows). Each row's value is read separately.
  mutating func gather(_ rows: ContiguousArray<RowKey>, valueOf value: (RowKey) throws -> Value?) rethrows {
    var groups = KeyGroups()
    var last: SectionKey?
    for row in rows {
      let key = SectionKey(value: try value(row) ?? .null)
      if key == last { groups.extend() } else { groups.begin(key.value) }
      last = key
    }
    (values, later, numbers, starts) = (groups.values, [], [], Self.starts(of: groups.counts))
  }
}
