extension ChunkedArray {
  /// Returns a version with elements removed, replaced and inserted. It shares all chunks that no edit changes.
  ///
  /// - Parameters:
  ///   - removed: indices in this version, sorted.
  ///   - replaced: indices in this version with new elements, sorted. None of them may be removed.
  ///   - inserted: indices in the *result* with new elements, sorted.
  /// - Complexity: O(edits · (chunk size + log elements)).
  @inlinable
  package func editing(
    removed: [Int] = [], replaced: [(index: Int, element: Element)] = [],
    inserted: [(index: Int, element: Element)] = []
  ) -> Self {
    if removed.isEmpty, replaced.isEmpty, inserted.isEmpty { return self }
    guard let root else { return ChunkedArray(inserted.map { $0.element }) }
    var edits = ChunkedArrayEdits(removed: removed, replaced: replaced, inserted: inserted)
    var nodes: ContiguousArray<ChunkedArrayNode<Element>.Child> = []
    edits.edit(root, isLast: true, into: &nodes)
    return ChunkedArray(root: .root(of: nodes))
  }
}

/// The edits of a chunked array, applied from its beginning to its end.
@usableFromInline
struct ChunkedArrayEdits<Element: Sendable> {
  @usableFromInline typealias Node = ChunkedArrayNode<Element>

  @usableFromInline let removed: [Int]
  @usableFromInline let replaced: [(index: Int, element: Element)]
  @usableFromInline let inserted: [(index: Int, element: Element)]
  @usableFromInline var nextRemoved = 0
  @usableFromInline var nextReplaced = 0
  @usableFromInline var nextInserted = 0
  /// The number of old elements that were processed so far, and the number of elements in the new version so far.
  @usableFromInline var oldCount = 0
  @usableFromInline var newCount = 0

  @inlinable
  init(
    removed: [Int], replaced: [(index: Int, element: Element)], inserted: [(index: Int, element: Element)]
  ) {
    self.removed = removed
    self.replaced = replaced
    self.inserted = inserted
  }

  /// Whether an edit changes the next elements of the old version.
  ///
  /// - Parameter isLast: whether these are the last elements of the old version.
  @inlinable
  func touch(next count: Int, isLast: Bool) -> Bool {
    let end = oldCount + count
    if nextRemoved < removed.count, removed[nextRemoved] < end { return true }
    if nextReplaced < replaced.count, replaced[nextReplaced].index < end { return true }
    guard nextInserted < inserted.count else { return false }
    return isLast || inserted[nextInserted].index < newCount + count
  }

  /// Appends the edited nodes that replace a node. They have the same height. There are none if all elements were
  /// removed.
  @inlinable
  mutating func edit(_ node: Node, isLast: Bool, into result: inout ContiguousArray<Node.Child>) {
    if let made = node.made { return edit(made.expanded, isLast: isLast, into: &result) }
    if node.isLeaf { return Node.append(leavesOf: edited(node.elements, isLast: isLast), to: &result) }
    var children: ContiguousArray<Node.Child> = []
    children.reserveCapacity(node.children.count + 1)
    /// The range of the children that were edited.
    var made = 0..<0
    for index in node.children.indices {
      let count = node.children[index].count
      let isLast = isLast && index == node.children.count - 1
      if touch(next: count, isLast: isLast) {
        let first = children.count
        edit(node.children[index].node, isLast: isLast, into: &children)
        made = (made.isEmpty ? first : made.lowerBound)..<children.count
      } else {
        oldCount += count
        newCount += count
        children.append(node.children[index])
      }
    }
    join(&children, in: made)
    Node.append(parentsOf: children, to: &result)
  }

  /// Merges small nodes in a range with their neighbours.
  @inlinable
  func join(_ nodes: inout ContiguousArray<Node.Child>, in range: Range<Int>) {
    var (index, end) = (range.lowerBound, range.upperBound)
    while index < end {
      guard nodes[index].node.isSmall else {
        index += 1
        continue
      }
      if index > 0, let joined = nodes[index - 1].node.joined(with: nodes[index].node) {
        nodes[index - 1] = Node.Child(joined)
        nodes.remove(at: index)
        end -= 1
      } else if index + 1 < nodes.count, let joined = nodes[index].node.joined(with: nodes[index + 1].node) {
        nodes[index] = Node.Child(joined)
        nodes.remove(at: index + 1)
        end = Swift.min(end, nodes.count)
      } else {
        index += 1
      }
    }
  }

  /// Returns the edited elements of a leaf.
  @inlinable
  mutating func edited(_ old: ContiguousArray<Element>, isLast: Bool) -> ContiguousArray<Element> {
    var new: ContiguousArray<Element> = []
    new.reserveCapacity(old.count + 1)
    let start = newCount
    var offset = 0
    while true {
      let index = start + new.count
      if nextInserted < inserted.count, inserted[nextInserted].index == index || (isLast && offset == old.count) {
        new.append(inserted[nextInserted].element)
        nextInserted += 1
      } else if offset == old.count {
        break
      } else if nextRemoved < removed.count, removed[nextRemoved] == oldCount + offset {
        nextRemoved += 1
        offset += 1
      } else if nextReplaced < replaced.count, replaced[nextReplaced].index == oldCount + offset {
        new.append(replaced[nextReplaced].element)
        nextReplaced += 1
        offset += 1
      } else {
        // Copy the elements up to the next edit in a loop. Appending a slice would call the runtime, which looks up for
        // each element how to copy its type.
        var stop = old.count
        if nextRemoved < removed.count { stop = Swift.min(stop, removed[nextRemoved] - oldCount) }
        if nextReplaced < replaced.count { stop = Swift.min(stop, replaced[nextReplaced].index - oldCount) }
        if nextInserted < inserted.count { stop = Swift.min(stop, offset + inserted[nextInserted].index - index) }
        while offset < stop {
          new.append(old[offset])
          offset += 1
        }
      }
    }
    oldCount += old.count
    newCount = start + new.count
    return new
  }
}
