// An edit of one element. Where nobody else has the array, nor a part of it on the way to the element, the edit is made in
// place: a copy of the way retains hundreds of elements and children, few of which are in a cache. Where somebody has, the
// others' version stays as it is, and this one gets a way of its own.
extension ChunkedArray {
  /// Puts an element in. Traps when the index is behind the end.
  ///
  /// - Complexity: O(chunk size + log elements).
  @inlinable
  package mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "Index \(index) is outside of the list of \(count) elements.")
    let limit = 2 * ChunkedArrayNode<Element>.chunkSize
    let isDone = editInPlace(index, growing: 1) { chunk, position -> Bool? in
      if chunk.count >= limit { return nil }
      chunk.insert(element, at: position)
      return true
    }
    if isDone == nil { self = editing(inserted: [(index, element)]) }
  }

  /// Takes an element out. Traps when there is none.
  ///
  /// - Complexity: O(chunk size + log elements).
  @inlinable
  package mutating func remove(at index: Int) -> Element {
    precondition(index >= 0 && index < count, "Index \(index) is outside of the list of \(count) elements.")
    // With less a chunk would be small, and has to join its neighbour.
    let limit = ChunkedArrayNode<Element>.chunkSize / 4
    let removed = editInPlace(index, growing: -1) { chunk, position in
      chunk.count > limit ? chunk.remove(at: position) : nil
    }
    if let removed { return removed }
    defer { self = editing(removed: [index]) }
    return self[index]
  }

  /// Has a block change an element. Traps when there is none.
  ///
  /// - Complexity: O(log elements), and O(chunk size) where the array is shared.
  @inlinable
  package mutating func change<Result>(at index: Int, _ body: (inout Element) -> Result) -> Result {
    precondition(index >= 0 && index < count, "Index \(index) is outside of the list of \(count) elements.")
    if let result = editInPlace(index, growing: 0, { chunk, position in body(&chunk[position]) }) { return result }
    var element = self[index]
    let result = body(&element)
    self = editing(replaced: [(index, element)])
    return result
  }

  /// Has a block edit the chunk that holds an index, or ends at it.
  ///
  /// - Parameters:
  ///   - growth: how many elements more there are then.
  ///   - body: nil where the chunk is no place for the edit, which it has not made.
  /// - Returns: what the block returned; nil where nothing is edited.
  @inlinable
  mutating func editInPlace<Result>(
    _ index: Int, growing growth: Int, _ body: (inout ContiguousArray<Element>, Int) -> Result?
  ) -> Result? {
    root == nil ? nil : ChunkedArrayNode.edit(&root!, at: index, growing: growth, body)
  }
}

extension ChunkedArrayNode {
  @inlinable
  static func edit<Result>(
    _ node: inout ChunkedArrayNode, at index: Int, growing growth: Int,
    _ body: (inout ContiguousArray<Element>, Int) -> Result?
  ) -> Result? {
    guard isKnownUniquelyReferenced(&node), node.made == nil else { return nil }
    let result: Result?
    if node.isLeaf {
      result = body(&node.elements, index)
    } else {
      var (child, index) = (0, index)
      // What is put in behind the last element of a child is the child's.
      while index > node.children[child].count || (growth <= 0 && index == node.children[child].count) {
        index -= node.children[child].count
        child += 1
      }
      result = edit(&node.children[child].node, at: index, growing: growth, body)
      if result != nil { node.children[child].count += growth }
    }
    if result != nil { node.count += growth }
    return result
  }
}
