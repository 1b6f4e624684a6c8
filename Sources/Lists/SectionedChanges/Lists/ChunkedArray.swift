/// An array in small chunks that its versions share. Copying is O(1). An edit copies only the chunks that it changes
/// and the path to them. An edit of one element is made in place if nothing is shared.
///
/// The chunks are the leaves of a tree. Access by index takes O(log elements), and iteration looks up each chunk once.
/// Chunks have only 256 bytes and nodes only 16 children, because a copy retains each element and child, few of which
/// are in the CPU cache. Chunks of 128 bytes and nodes with eight children are not faster, because an edit then creates
/// more nodes.
public struct ChunkedArray<Element: Sendable>: Sendable {
  /// The root node; nil if the array is empty.
  @usableFromInline var root: ChunkedArrayNode<Element>?

  @inlinable
  init(root: ChunkedArrayNode<Element>?) { self.root = root }

  /// Creates an empty array.
  @inlinable
  public init() { root = nil }

  /// Creates an array from elements in order.
  ///
  /// - Complexity: O(elements).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    var leaves: ContiguousArray<ChunkedArrayNode<Element>.Child> = []
    ChunkedArrayNode.append(leavesOf: ContiguousArray(elements), to: &leaves)
    self.init(root: .root(of: leaves))
  }

  /// Creates an array chunk by chunk, so that the elements are never all copied at once.
  ///
  /// - Complexity: O(elements).
  @inlinable
  package init(byChunks elements: some RandomAccessCollection<Element>) {
    var leaves: ContiguousArray<ChunkedArrayNode<Element>.Child> = []
    if !elements.isEmpty {
      for piece in ChunkedArrayNode<Element>.pieces(of: elements.count, atMost: ChunkedArrayNode<Element>.chunkSize) {
        let start = elements.index(elements.startIndex, offsetBy: piece.lowerBound)
        let chunk = elements[start..<elements.index(start, offsetBy: piece.count)]
        leaves.append(ChunkedArrayNode<Element>.Child(ChunkedArrayNode(ContiguousArray(chunk))))
      }
    }
    self.init(root: .root(of: leaves))
  }
}

extension ChunkedArray: Sequence {
  /// Iterates over the chunks without looking up each index.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let root: ChunkedArrayNode<Element>?
    @usableFromInline var chunk: ContiguousArray<Element>
    /// The index of the next element in the chunk.
    @usableFromInline var position: Int
    /// The index in the array after the chunk's last element.
    @usableFromInline var end: Int

    @inlinable
    init(_ root: ChunkedArrayNode<Element>?) {
      self.root = root
      chunk = root?.chunk(holding: 0) ?? []
      position = 0
      end = chunk.count
    }

    /// The next element; nil after the last one.
    @inlinable
    public mutating func next() -> Element? {
      if position == chunk.count {
        guard let root, end < root.count else { return nil }
        chunk = root.chunk(holding: end)
        end += chunk.count
        position = 0
      }
      defer { position += 1 }
      return chunk[position]
    }
  }

  /// Returns an iterator. It looks up each chunk once, in O(log elements).
  @inlinable
  public func makeIterator() -> Iterator { Iterator(root) }
}

extension ChunkedArray: RandomAccessCollection {
  /// The index of the first element, 0.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last element.
  @inlinable public var endIndex: Int { count }
  /// The number of elements.
  @inlinable public var count: Int { root?.count ?? 0 }

  /// The element at an index. Traps if it is out of bounds.
  ///
  /// - Complexity: O(log elements).
  @inlinable
  public subscript(position: Int) -> Element { withElement(at: position) { $0 } }

  /// Passes the element at an index to a closure without copying it, and returns the closure's result. Traps if the
  /// index is out of bounds.
  @inlinable
  func withElement<Result>(at position: Int, _ body: (Element) -> Result) -> Result {
    guard let root, position >= 0, position < root.count else {
      fatalError("Index \(position) is outside this list of \(count) elements. Ask count first.")
    }
    return root.withElement(at: position, body)
  }

  /// Calls a closure with each element in a range, without copying it. Traps if the range is out of bounds.
  ///
  /// - Complexity: O(log elements) for each chunk.
  func forEach(in range: Range<Int>, _ body: (Element) -> Void) {
    guard let root, range.lowerBound >= 0, range.upperBound <= root.count else {
      precondition(range.isEmpty, "Indices \(range) are outside this list of \(count) elements. Ask count first.")
      return
    }
    var index = range.lowerBound
    while index < range.upperBound {
      let (leaf, start) = root.place(of: index)
      let end = Swift.min(leaf.count, start + range.upperBound - index)
      leaf.elements.withUnsafeBufferPointer { for place in start..<end { body($0[place]) } }
      index += end - start
    }
  }
}

extension ChunkedArray {
  /// Whether one array is an unchanged copy of the other. If it is not, the arrays may still be equal.
  package func isSame(as other: Self) -> Bool { root === other.root }
}

extension ChunkedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order. Their chunks may differ.
  ///
  /// - Complexity: O(elements); O(1) if one array is an unchanged copy of the other.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.root === rhs.root || (lhs.count == rhs.count && lhs.elementsEqual(rhs))
  }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
  /// Creates an array from a literal.
  ///
  /// - Complexity: O(elements).
  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ChunkedArray: CustomStringConvertible {
  /// The elements as text, such as `[1, 2]`.
  ///
  /// - Complexity: O(elements).
  public var description: String { "[" + map { "\(named: $0)" }.joined(separator: ", ") + "]" }
}
