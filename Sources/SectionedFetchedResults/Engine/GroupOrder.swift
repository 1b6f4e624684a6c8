/// The groups of the inner list in its order, by number, and their indices.
///
/// Inserting and removing move integers behind the place. An index that no longer holds is found out when it is asked
/// for, and all groups are numbered again.
struct GroupOrder: Sendable {
  private var numbers: ContiguousArray<Int32> = []
  /// By number; true where `numbers` agrees.
  private var indices: ContiguousArray<Int32> = []

  init() {}

  /// The groups from 0 on, each at the index that is its number.
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

  /// The index of a group of the list. O(1), once after groups came or went O(groups).
  mutating func index(of group: Int32) -> Int {
    let index = Int(indices[Int(group)])
    if index >= 0, index < numbers.count, numbers[index] == group { return index }
    for (index, number) in numbers.enumerated() { indices[Int(number)] = Int32(index) }
    return Int(indices[Int(group)])
  }
}
