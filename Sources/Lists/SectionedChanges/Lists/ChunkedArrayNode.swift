/// A node of a chunked array: a leaf with elements (a chunk), an inner node whose children have equal heights, or a
/// `LazyNode`, which has neither. Nodes that versions share never change. No node is empty.
///
/// Unchecked `Sendable`, because a node is edited in place only if a single array refers to it.
@usableFromInline
class ChunkedArrayNode<Element: Sendable>: @unchecked Sendable {
  @usableFromInline
  struct Child: Sendable {
    @usableFromInline var node: ChunkedArrayNode
    /// The count of the node, stored here so that a search need not read each node.
    @usableFromInline var count: Int

    @inlinable
    init(_ node: ChunkedArrayNode) { (self.node, count) = (node, node.count) }
  }

  // Exclusivity is not checked dynamically, to speed up searches. Only `edit` changes nodes, and only unshared ones.

  /// The elements of a leaf; empty in any other node.
  @exclusivity(unchecked)
  @usableFromInline final var elements: ContiguousArray<Element>
  /// The children of an inner node; empty in any other node.
  @exclusivity(unchecked)
  @usableFromInline final var children: ContiguousArray<Child>
  /// The number of elements in the subtree.
  @exclusivity(unchecked)
  @usableFromInline final var count: Int

  @inlinable
  init(_ elements: ContiguousArray<Element>) {
    self.elements = elements
    children = []
    count = elements.count
  }

  /// - Parameter children: nodes of equal height.
  @inlinable
  init(_ children: ContiguousArray<Child>) {
    elements = []
    self.children = children
    var count = 0
    for index in children.indices { count += children[index].count }
    self.count = count
  }

  /// Creates a node whose elements are created on demand.
  @inlinable
  init(madeOf count: Int) {
    (elements, children) = ([], [])
    self.count = count
  }

  /// This node as a lazy node; nil if it is not lazy.
  @inlinable final var made: LazyNode<Element>? {
    elements.isEmpty && children.isEmpty ? unsafeDowncast(self, to: LazyNode<Element>.self) : nil
  }

  /// This node or, if it is lazy, the expanded node with elements or children.
  @inlinable final var solid: ChunkedArrayNode { made?.expanded ?? self }

  /// The greatest number of elements in a new leaf. In-place edits may grow a leaf to twice as many.
  @inlinable static var chunkSize: Int { Swift.max(8, 256 / Swift.max(1, MemoryLayout<Element>.stride)) }
  /// The greatest number of children.
  @inlinable static var childrenLimit: Int { 16 }

  @inlinable final var isLeaf: Bool { children.isEmpty }

  /// Whether the node is less than a quarter full. It is then merged with a neighbour if both fit into one node.
  @inlinable final var isSmall: Bool {
    isLeaf ? elements.count < Self.chunkSize / 4 : children.count < Self.childrenLimit / 4
  }

  /// Passes the element at an index, which must exist, to a closure without copying it.
  @inlinable
  final func withElement<Result>(at index: Int, _ body: (Element) -> Result) -> Result {
    if let made { return body(made.element(at: index)) }
    let (leaf, index) = place(of: index)
    return leaf.elements.withUnsafeBufferPointer { body($0[index]) }
  }

  /// The elements of the leaf that contains an index, which must exist.
  @inlinable
  final func chunk(holding index: Int) -> ContiguousArray<Element> { place(of: index).leaf.elements }

  @inlinable
  final func place(of index: Int) -> (leaf: ChunkedArrayNode, index: Int) {
    // Unretained references are safe, because the caller owns this node, and each node owns its children.
    unowned(unsafe) var node = self
    var index = index
    while !node.isLeaf {
      node = node.children.withUnsafeBufferPointer { children in
        var child = 0
        while index >= children[child].count {
          index -= children[child].count
          child += 1
        }
        return children[child].node
      }
    }
    if let made = node.made { return made.leaf(holding: index) }
    return (node, index)
  }
}

extension ChunkedArrayNode {
  /// Appends leaves with the given elements in order.
  @inlinable
  static func append(leavesOf elements: ContiguousArray<Element>, to result: inout ContiguousArray<Child>) {
    append(elements, atMost: chunkSize, to: &result) { ChunkedArrayNode($0) }
  }

  /// Appends parents of nodes of equal height, in order.
  @inlinable
  static func append(parentsOf nodes: ContiguousArray<Child>, to result: inout ContiguousArray<Child>) {
    append(nodes, atMost: childrenLimit, to: &result) { ChunkedArrayNode($0) }
  }

  /// Appends as few nodes as possible that contain the given elements or children in order.
  @inlinable
  static func append<Part>(
    _ parts: ContiguousArray<Part>, atMost limit: Int, to result: inout ContiguousArray<Child>,
    make: (ContiguousArray<Part>) -> ChunkedArrayNode
  ) {
    if parts.isEmpty { return }
    if parts.count <= limit { return result.append(Child(make(parts))) }
    for piece in pieces(of: parts.count, atMost: limit) { result.append(Child(make(ContiguousArray(parts[piece])))) }
  }

  /// The root of a tree over nodes of equal height; nil if there are none.
  @inlinable
  static func root(of nodes: ContiguousArray<Child>) -> ChunkedArrayNode? {
    var nodes = nodes
    while nodes.count > 1 {
      var parents: ContiguousArray<Child> = []
      append(parentsOf: nodes, to: &parents)
      nodes = parents
    }
    guard var root = nodes.first?.node else { return nil }
    while root.children.count == 1 { root = root.children[0].node }
    return root
  }

  /// Merges this node and another one of the same height; returns nil if they do not fit into one node.
  @inlinable
  final func joined(with next: ChunkedArrayNode) -> ChunkedArrayNode? {
    if made != nil || next.made != nil { return solid.joined(with: next.solid) }
    if isLeaf {
      return elements.count + next.elements.count <= Self.chunkSize ? ChunkedArrayNode(elements + next.elements) : nil
    }
    return children.count + next.children.count <= Self.childrenLimit
      ? ChunkedArrayNode(children + next.children) : nil
  }

  /// The ranges that divide a count into as few pieces as possible, of nearly equal size.
  @inlinable
  static func pieces(of count: Int, atMost limit: Int) -> [Range<Int>] {
    let pieces = (count + limit - 1) / limit
    return (0..<pieces).map { $0 * count / pieces..<($0 + 1) * count / pieces }
  }
}
