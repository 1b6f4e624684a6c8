/// A comparison of two arrays of identifiers: the lower bound of the cost of any difference of two lists.
final class IdentifierArrays {
  private let old: ContiguousArray<Int64>
  private let new: ContiguousArray<Int64>

  init(count: Int) {
    old = ContiguousArray(0..<Int64(count))
    new = old.withUnsafeBufferPointer { ContiguousArray($0) }
  }

  /// Compares the arrays from beginning to end.
  func compare() throws -> Duration {
    let (duration, differences) = timed {
      old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in
          var differences = 0
          for index in 0..<old.count where old[index] != new[index] { differences += 1 }
          return differences
        }
      }
    }
    guard differences == 0 else { throw BenchmarkError("Equal arrays differ.") }
    return duration
  }
}
