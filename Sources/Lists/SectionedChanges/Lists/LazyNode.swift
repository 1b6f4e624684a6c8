/// A part of a chunked array whose elements are created on demand and not stored. So a list of millions of elements
/// needs only the memory of the `ElementMaker`.
///
/// It represents a tree of a certain height. An edit replaces it by nodes on the path to the edited elements, and by
/// smaller lazy nodes beside the path.
@usableFromInline
final class LazyNode<Element: Sendable>: ChunkedArrayNode<Element>, @unchecked Sendable {
  @usableFromInline let maker: ElementMaker<Element>
  /// The maker's index of the node's first element.
  @usableFromInline let start: Int
  /// The height of the represented tree; 0 for a leaf.
  @usableFromInline let height: Int

  @inlinable
  init(_ maker: ElementMaker<Element>, start: Int, count: Int, height: Int) {
    (self.maker, self.start, self.height) = (maker, start, height)
    super.init(madeOf: count)
  }

  /// The node for all elements of a maker; nil if there are none.
  @inlinable
  static func root(of maker: ElementMaker<Element>) -> LazyNode? {
    if maker.count == 0 { return nil }
    var (height, room) = (0, chunkSize)
    while room < maker.count { (height, room) = (height + 1, room * childrenLimit) }
    return LazyNode(maker, start: 0, count: maker.count, height: height)
  }

  @inlinable
  func element(at index: Int) -> Element { maker.make(start + index) }

  /// Returns the leaf that contains an element, and the element's index in it. The leaves of one node are contiguous.
  @inlinable
  func leaf(holding index: Int) -> (leaf: ChunkedArrayNode<Element>, index: Int) {
    let first = index - index % Self.chunkSize
    return (Self.leaf(of: maker, start + first..<start + min(first + Self.chunkSize, count)), index - first)
  }

  /// An equivalent node with elements, or with lazy nodes as children.
  @inlinable
  var expanded: ChunkedArrayNode<Element> {
    if height == 0 { return Self.leaf(of: maker, start..<start + count) }
    var room = Self.chunkSize
    for _ in 1..<height { room *= Self.childrenLimit }
    let children = Self.pieces(of: count, atMost: room).map {
      Child(LazyNode(maker, start: start + $0.lowerBound, count: $0.count, height: height - 1))
    }
    return ChunkedArrayNode(ContiguousArray(children))
  }

  @inlinable
  static func leaf(of maker: ElementMaker<Element>, _ range: Range<Int>) -> ChunkedArrayNode<Element> {
    var elements: ContiguousArray<Element> = []
    elements.reserveCapacity(range.count)
    for index in range { elements.append(maker.make(index)) }
    return ChunkedArrayNode(elements)
  }
}

/// Creates the elements of an array one by one.
@usableFromInline
final class ElementMaker<Element: Sendable>: Sendable {
  /// The number of elements.
  @usableFromInline let count: Int
  @usableFromInline let make: @Sendable (Int) -> Element
  /// Returns the size of the element at an index; nil if the element itself is needed for that.
  @usableFromInline let measure: (@Sendable (Int) -> Int)?

  @inlinable
  init(count: Int, measure: (@Sendable (Int) -> Int)?, make: @escaping @Sendable (Int) -> Element) {
    (self.count, self.measure, self.make) = (count, measure, make)
  }
}

extension ChunkedArray {
  /// Creates an array whose elements are created each time that they are read.
  ///
  /// - Parameters:
  ///   - count: the number of elements.
  ///   - measure: returns the size of the element at an index without creating the element.
  ///   - make: creates the element at an index. It must always create an equal one.
  /// - Complexity: O(1).
  @inlinable
  package init(
    making count: Int, measure: (@Sendable (Int) -> Int)? = nil, _ make: @escaping @Sendable (Int) -> Element
  ) {
    self.init(root: LazyNode.root(of: ElementMaker(count: count, measure: measure, make: make)))
  }

  /// Calls a closure with the size of each element in a range. Traps if the range is out of bounds.
  ///
  /// - Parameter size: returns the size of an element. Only called if the array was created without `measure`.
  @usableFromInline
  package func measure(_ range: Range<Int>, by size: (Element) -> Int, _ body: (Int) -> Void) {
    guard let made = root?.made, let measure = made.maker.measure else { return forEach(in: range) { body(size($0)) } }
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "Indices \(range) are outside of the list.")
    for index in range { body(measure(made.start + index)) }
  }
}
