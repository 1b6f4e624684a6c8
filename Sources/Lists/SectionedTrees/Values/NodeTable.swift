import SectionedChanges

/// The identifiers and revisions of nodes, by number. Numbers of removed nodes are reused.
struct NodeTable<ID: Hashable & Sendable>: Sendable {
  private var elements: ContiguousArray<ListElement<ID>?> = []
  private var numbers: [ID: Int32] = [:]
  private var free: [Int32] = []

  /// The number of a node; nil when the table does not have it.
  func number(of id: ID) -> Int32? { numbers[id] }

  /// The identifier and the revision of a node. Traps if the table has no such number.
  subscript(number: Int32) -> ListElement<ID> {
    guard let element = elements[Int(number)] else {
      fatalError("A tree has no node \(number). This is a fault of SectionedTrees; report it.")
    }
    return element
  }

  /// Adds a node that the table does not have.
  ///
  /// - Returns: its number.
  mutating func add(_ element: ListElement<ID>) -> Int32 {
    let number: Int32
    if let last = free.popLast() {
      elements[Int(last)] = element
      number = last
    } else {
      number = Int32(elements.count)
      elements.append(element)
    }
    numbers[element.id] = number
    return number
  }

  mutating func remove(_ number: Int32) {
    numbers[self[number].id] = nil
    elements[Int(number)] = nil
    free.append(number)
  }

  mutating func setRevision(_ revision: Int, of number: Int32) { elements[Int(number)]?.revision = revision }

  mutating func reserveCapacity(_ capacity: Int) {
    elements.reserveCapacity(capacity)
    numbers.reserveCapacity(capacity)
  }
}
