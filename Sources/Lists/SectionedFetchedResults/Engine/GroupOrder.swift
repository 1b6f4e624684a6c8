/// The groups of the inner list in order, by number, and their indices.
///
/// Inserting and removing shift the integers after the place. `index(of:)` detects an outdated index, and then
/// renumbers all groups.
struct GroupOrder: Sendable {
  private var numbers: ContiguousArray<Int32> = []
  /// Indices by group number. An index is valid only if `numbers` has the group there.
  private var indices: ContiguousArray<Int32> = []

  init() {}

  /// Makes groups with the numbers 0, 1 and so on, each at the index equal to its number.
  init(count: Int) {
    numbers = ContiguousArray(0..<Int32(count))
    indices = numbers
  }

  var count: Int { numbers.count }

  subscript(index: Int) -> Int32 { numbers[index] }

  mutating func insert(_ group: Int32, at index: Int) {
    while indices.count <= Int(group) { indices.append(-1) }
    numbers.insert(group, at: index)
    indices[Int(group)] = Int32(index)
  }

  mutating func remove(at index: Int) {
    indices[Int(numbers.remove(at: index))] = -1
  }

  /// The index of a group of the list. O(1), but O(groups) once after groups were inserted or removed.
  mutating func index(of group: Int32) -> Int {
    let index = Int(indices[Int(group)])
    if index >= 0, index < numbers.count, numbers[index] == group { return index }
    for (index, number) in numbers.enumerated() { indices[Int(number)] = Int32(index) }
    return Int(indices[Int(group)])
  }
}
