/// An array in small chunks that versions of it share: copying is O(1), and an edit makes anew only the chunks that it
/// touches and the path to them. An edit of one element is made in place where nothing is shared.
///
/// The chunks are the leaves of a tree. Reading by index costs O(log elements); reading in order looks each chunk up.
/// Chunks are small, 256 bytes, and nodes have few children, 16, because a copy retains each element and each child,
/// of which few are in a cache. Chunks of 128 bytes with eight children are no faster: an edit makes more nodes.
public struct ChunkedArray<Element: Sendable>: Sendable {
  /// nil when there is no element.
  @usableFromInline var root: ChunkedArrayNode<Element>?

  @inlinable
  init(root: ChunkedArrayNode<Element>?) { self.root = root }

  /// Makes an empty array.
  @inlinable
  public init() { root = nil }

  /// Makes an array of elements in order.
  ///
  /// - Complexity: O(elements).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    var leaves: ContiguousArray<ChunkedArrayNode<Element>.Child> = []
    ChunkedArrayNode.append(leavesOf: ContiguousArray(elements), to: &leaves)
    self.init(root: .root(of: leaves))
  }

  /// Makes an array chunk by chunk, so that the elements are never all copied at once.
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
  /// Walks the chunks without looking each index up.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let root: ChunkedArrayNode<Element>?
    @usableFromInline var chunk: ContiguousArray<Element>
    /// The index of the next element in the chunk.
    @usableFromInline var position: Int
    /// The index behind the chunk's last element.
    @usableFromInline var end: Int

    @inlinable
    init(_ root: ChunkedArrayNode<Element>?) {
      self.root = root
      chunk = root?.chunk(holding: 0) ?? []
      position = 0
      end = chunk.count
    }

    /// The next element; nil behind the last one.
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

  /// Reads the elements in order. A chunk is looked up once, in O(log elements).
  @inlinable
  public func makeIterator() -> Iterator { Iterator(root) }
}

extension ChunkedArray: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { count }
  /// The number of elements.
  @inlinable public var count: Int { root?.count ?? 0 }

  /// The element at an index. Traps when there is none.
  ///
  /// - Complexity: O(log elements).
  @inlinable
  public subscript(position: Int) -> Element { withElement(at: position) { $0 } }

  /// Returns the result of a block for the element at an index, without copying the element. Traps when there is none.
  @inlinable
  func withElement<Result>(at position: Int, _ body: (Element) -> Result) -> Result {
    guard let root, position >= 0, position < root.count else {
      fatalError("Index \(position) is outside this list of \(count) elements. Ask count first.")
    }
    return root.withElement(at: position, body)
  }

  /// Calls a block with each element of a range, without copying it. Traps when one of them does not exist.
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
  /// Whether one is a copy of the other. Two that are not may be equal.
  package func isSame(as other: Self) -> Bool { root === other.root }
}

extension ChunkedArray: Equatable where Element: Equatable {
  /// Whether two arrays have equal elements in the same order, whatever their chunks.
  ///
  /// - Complexity: O(elements), and O(1) where one is a copy of the other.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.root === rhs.root || (lhs.count == rhs.count && lhs.elementsEqual(rhs))
  }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
  /// Makes an array of the elements of a literal.
  ///
  /// - Complexity: O(elements).
  @inlinable
  public init(arrayLiteral elements: Element...) { self.init(elements) }
}

extension ChunkedArray: CustomStringConvertible {
  /// `[1, 2]`: the elements in order, as of an array.
  ///
  /// - Complexity: O(elements).
  public var description: String { "[" + map { "\(named: $0)" }.joined(separator: ", ") + "]" }
}
