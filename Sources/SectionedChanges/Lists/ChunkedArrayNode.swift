/// A node of a chunked array: a leaf with elements, which is a chunk, a node with children of one height, or a
/// `LazyNode` with neither. A node that versions share never changes. No node is empty.
///
/// Unchecked, since a node that a single array owns is edited in place: only its owner refers to it then.
@usableFromInline
class ChunkedArrayNode<Element: Sendable>: @unchecked Sendable {
  @usableFromInline
  struct Child: Sendable {
    @usableFromInline var node: ChunkedArrayNode
    /// The node's count, kept here so that a search does not read each node.
    @usableFromInline var count: Int

    @inlinable
    init(_ node: ChunkedArrayNode) { (self.node, count) = (node, node.count) }
  }

  // Exclusive access is not checked on each step of a search: only unshared nodes are edited, by `edit` alone.

  /// The elements of a leaf.
  @exclusivity(unchecked)
  @usableFromInline final var elements: ContiguousArray<Element>
  /// The children; empty in a leaf.
  @exclusivity(unchecked)
  @usableFromInline final var children: ContiguousArray<Child>
  /// The number of elements.
  @exclusivity(unchecked)
  @usableFromInline final var count: Int

  @inlinable
  init(_ elements: ContiguousArray<Element>) {
    self.elements = elements
    children = []
    count = elements.count
  }

  /// - Parameter children: of one height.
  @inlinable
  init(_ children: ContiguousArray<Child>) {
    elements = []
    self.children = children
    var count = 0
    for index in children.indices { count += children[index].count }
    self.count = count
  }

  /// Makes a node whose elements are made on demand.
  @inlinable
  init(madeOf count: Int) {
    (elements, children) = ([], [])
    self.count = count
  }

  /// The node itself, if its elements are made when they are asked for.
  @inlinable final var made: LazyNode<Element>? {
    elements.isEmpty && children.isEmpty ? unsafeDowncast(self, to: LazyNode<Element>.self) : nil
  }

  /// The node with its elements or its children.
  @inlinable final var solid: ChunkedArrayNode { made?.expanded ?? self }

  /// The greatest number of elements of a leaf; twice as many when it is edited in place.
  @inlinable static var chunkSize: Int { Swift.max(8, 256 / Swift.max(1, MemoryLayout<Element>.stride)) }
  /// The greatest number of children of a node.
  @inlinable static var childrenLimit: Int { 16 }

  @inlinable final var isLeaf: Bool { children.isEmpty }

  /// Whether the node is less than a quarter full, so that it joins a neighbour if it fits.
  @inlinable final var isSmall: Bool {
    isLeaf ? elements.count < Self.chunkSize / 4 : children.count < Self.childrenLimit / 4
  }

  /// Returns the result of a block for the element at an index, which must exist. The element is not copied.
  @inlinable
  final func withElement<Result>(at index: Int, _ body: (Element) -> Result) -> Result {
    if let made { return body(made.element(at: index)) }
    let (leaf, index) = place(of: index)
    return leaf.elements.withUnsafeBufferPointer { body($0[index]) }
  }

  /// The elements of the leaf that holds an index, which must exist.
  @inlinable
  final func chunk(holding index: Int) -> ContiguousArray<Element> { place(of: index).leaf.elements }

  @inlinable
  final func place(of index: Int) -> (leaf: ChunkedArrayNode, index: Int) {
    // Not retained on the way: each node is held by the one above it, and this one by the caller.
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
  /// Appends leaves with some elements in order.
  @inlinable
  static func append(leavesOf elements: ContiguousArray<Element>, to result: inout ContiguousArray<Child>) {
    append(elements, atMost: chunkSize, to: &result) { ChunkedArrayNode($0) }
  }

  /// Appends parents of some nodes of one height, in order.
  @inlinable
  static func append(parentsOf nodes: ContiguousArray<Child>, to result: inout ContiguousArray<Child>) {
    append(nodes, atMost: childrenLimit, to: &result) { ChunkedArrayNode($0) }
  }

  /// Appends the fewest nodes that hold some parts, elements or children, in order.
  @inlinable
  static func append<Part>(
    _ parts: ContiguousArray<Part>, atMost limit: Int, to result: inout ContiguousArray<Child>,
    make: (ContiguousArray<Part>) -> ChunkedArrayNode
  ) {
    if parts.isEmpty { return }
    if parts.count <= limit { return result.append(Child(make(parts))) }
    for piece in pieces(of: parts.count, atMost: limit) { result.append(Child(make(ContiguousArray(parts[piece])))) }
  }

  /// The root above nodes of one height; nil when there are none.
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

  /// Returns this node and another one of the same height as one; nil when they do not fit in one node.
  @inlinable
  final func joined(with next: ChunkedArrayNode) -> ChunkedArrayNode? {
    if made != nil || next.made != nil { return solid.joined(with: next.solid) }
    if isLeaf {
      return elements.count + next.elements.count <= Self.chunkSize ? ChunkedArrayNode(elements + next.elements) : nil
    }
    return children.count + next.children.count <= Self.childrenLimit
      ? ChunkedArrayNode(children + next.children) : nil
  }

  /// Ranges that divide a count into the fewest pieces, as equal in size as can be.
  @inlinable
  static func pieces(of count: Int, atMost limit: Int) -> [Range<Int>] {
    let pieces = (count + limit - 1) / limit
    return (0..<pieces).map { $0 * count / pieces..<($0 + 1) * count / pieces }
  }
}
