// Edits of a single element. If neither the array nor the nodes on the path to the element are shared, the edit is made
// in place. Copying the path would retain hundreds of elements and children, few of which are in the CPU cache.
// Otherwise the path is copied, and other versions stay unchanged.
extension ChunkedArray {
  /// Inserts an element. Traps if the index is greater than the count.
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

  /// Removes the element at an index. Traps if it is out of bounds.
  ///
  /// - Complexity: O(chunk size + log elements).
  @inlinable
  package mutating func remove(at index: Int) -> Element {
    precondition(index >= 0 && index < count, "Index \(index) is outside of the list of \(count) elements.")
    // Below this size, a chunk would be small and would have to be merged with its neighbour.
    let limit = ChunkedArrayNode<Element>.chunkSize / 4
    let removed = editInPlace(index, growing: -1) { chunk, position in
      chunk.count > limit ? chunk.remove(at: position) : nil
    }
    if let removed { return removed }
    defer { self = editing(removed: [index]) }
    return self[index]
  }

  /// Passes the element at an index to a closure that may change it. Traps if the index is out of bounds.
  ///
  /// - Complexity: O(log elements), plus O(chunk size) if the array is shared.
  @inlinable
  package mutating func change<Result>(at index: Int, _ body: (inout Element) -> Result) -> Result {
    precondition(index >= 0 && index < count, "Index \(index) is outside of the list of \(count) elements.")
    if let result = editInPlace(index, growing: 0, { chunk, position in body(&chunk[position]) }) { return result }
    var element = self[index]
    let result = body(&element)
    self = editing(replaced: [(index, element)])
    return result
  }

  /// Passes a closure the chunk that contains an index or ends at it.
  ///
  /// - Parameters:
  ///   - growth: the number of elements that the edit adds; negative when it removes some.
  ///   - body: edits the chunk; returns nil, without an edit, if the chunk is unsuitable.
  /// - Returns: the closure's result; nil if nothing was edited.
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
      // An element that is inserted after the last element of a child becomes part of that child.
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
