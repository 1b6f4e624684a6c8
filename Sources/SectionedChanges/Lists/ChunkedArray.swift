/// An array cut into chunks that versions of it share: copying is O(1), and an edited copy makes anew only the chunks
/// that an edit touches.
///
/// Reading by index costs O(log chunks); reading in order costs what an array costs. A chunk holds about a kilobyte.
public struct ChunkedArray<Element: Sendable>: Sendable {
  /// The chunks in order, none empty.
  @usableFromInline var chunks: [[Element]]
  /// For each chunk, the index after its last element.
  @usableFromInline var ends: [Int]

  /// Large elements, as sections are, stand in smaller chunks: an edit copies one, and copying costs by reference.
  @usableFromInline static var chunkSize: Int { Swift.max(16, 1_024 / Swift.max(1, MemoryLayout<Element>.stride)) }

  /// Makes an empty array.
  @inlinable
  public init() {
    chunks = []
    ends = []
  }

  /// Makes an array of elements in order.
  ///
  /// - Complexity: O(elements).
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    let all = Array(elements)
    self.init()
    if all.count <= Self.chunkSize {
      append(chunk: all)
    } else {
      for start in stride(from: 0, to: all.count, by: Self.chunkSize) {
        append(chunk: Array(all[start..<Swift.min(start + Self.chunkSize, all.count)]))
      }
    }
  }

  @inlinable
  mutating func append(chunk: [Element]) {
    guard !chunk.isEmpty else { return }
    ends.append(count + chunk.count)
    chunks.append(chunk)
  }

  /// Takes over some chunks of another list, which both share from then on.
  mutating func append(chunksOf list: ChunkedArray, _ range: Range<Int>) {
    let shift = count - (range.lowerBound == 0 ? 0 : list.ends[range.lowerBound - 1])
    chunks += list.chunks[range]
    ends.reserveCapacity(ends.count + range.count)
    for end in list.ends[range] { ends.append(end + shift) }
  }

  /// The number of the chunk that holds `index`.
  @inlinable
  func chunk(holding index: Int) -> Int {
    var low = 0
    var high = ends.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ChunkedArray: Sequence {
  /// Walks the chunks without looking each index up.
  @frozen
  public struct Iterator: IteratorProtocol {
    @usableFromInline let chunks: [[Element]]
    @usableFromInline var chunk: [Element]
    @usableFromInline var nextChunk: Int
    @usableFromInline var position: Int

    @inlinable
    init(_ chunks: [[Element]]) {
      self.chunks = chunks
      chunk = chunks.first ?? []
      nextChunk = 1
      position = 0
    }

    /// The next element; nil behind the last one.
    @inlinable
    public mutating func next() -> Element? {
      if position == chunk.count {
        guard nextChunk < chunks.count else { return nil }
        chunk = chunks[nextChunk]
        nextChunk += 1
        position = 0
      }
      defer { position += 1 }
      return chunk[position]
    }
  }

  /// Reads the elements in order, each in O(1).
  @inlinable
  public func makeIterator() -> Iterator { Iterator(chunks) }
}

extension ChunkedArray: RandomAccessCollection {
  /// Zero.
  @inlinable public var startIndex: Int { 0 }
  /// The number of elements.
  @inlinable public var endIndex: Int { ends.last ?? 0 }
  /// The number of elements.
  @inlinable public var count: Int { ends.last ?? 0 }

  /// The element at an index. Traps when there is none.
  ///
  /// - Complexity: O(log chunks).
  @inlinable
  public subscript(position: Int) -> Element {
    guard position >= 0, position < count else {
      fatalError("Index \(position) is outside this list of \(count) elements. Ask count first.")
    }
    let chunk = chunk(holding: position)
    return chunks[chunk][position - (chunk == 0 ? 0 : ends[chunk - 1])]
  }
}

extension ChunkedArray: Equatable where Element: Equatable {
  /// Equal elements in the same order, however they are cut.
  ///
  /// - Complexity: O(elements).
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.count == rhs.count && lhs.elementsEqual(rhs)
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
  public var description: String { "[" + map { "\($0)" }.joined(separator: ", ") + "]" }
}
