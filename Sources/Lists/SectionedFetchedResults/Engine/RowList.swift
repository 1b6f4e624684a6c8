/// The rows of one group in order, in chunks of at most 512 rows, which versions share.
///
/// Reading a row costs O(log chunks), inserting or removing one O(chunk + chunks). Copying is O(1). The first change of
/// a copy copies one chunk and the directory. Memory is that of the tokens and the unused capacity of the chunks.
package struct RowList<Token: RowToken>: Sendable {
  private static var chunkSize: Int { 512 }
  /// The number of rows in a newly built chunk, low enough that the first insertion does not split it.
  private static var builtSize: Int { 448 }

  private struct Chunk: Sendable {
    var tokens: PackedRows<Token>
    /// The index after the chunk's last row, in the whole list.
    var end: Int
  }

  /// The chunks in order; none is empty. The only stored property, because a page of lists is copied whole.
  private var chunks: ContiguousArray<Chunk> = []

  init() {}

  package init(_ tokens: ContiguousArray<Token>) {
    self.init(tokens, whole: { PackedRows($0) }, part: { PackedRows($0) })
  }

  /// Makes a list of tokens that are small numbers.
  package init(narrow: ContiguousArray<Int32>) {
    self.init(narrow, whole: { PackedRows(narrow: $0) }, part: { PackedRows(narrow: ContiguousArray($0)) })
  }

  private init<Name>(
    _ names: ContiguousArray<Name>, whole: (ContiguousArray<Name>) -> PackedRows<Token>,
    part: (ArraySlice<Name>) -> PackedRows<Token>
  ) {
    guard names.count > Self.chunkSize else {
      if !names.isEmpty { chunks = [Chunk(tokens: whole(names), end: names.count)] }
      return
    }
    chunks.reserveCapacity((names.count + Self.builtSize - 1) / Self.builtSize)
    for start in stride(from: 0, to: names.count, by: Self.builtSize) {
      let end = min(start + Self.builtSize, names.count)
      chunks.append(Chunk(tokens: part(names[start..<end]), end: end))
    }
  }

  var count: Int { chunks.last?.end ?? 0 }

  /// The row at an index below `count`.
  subscript(index: Int) -> Token {
    let chunk = chunk(holding: index)
    return chunks[chunk].tokens[index - start(of: chunk)]
  }

  /// The rows of a range of indices, in order.
  func tokens(in range: Range<Int>) -> ContiguousArray<Token> {
    var result: ContiguousArray<Token> = []
    result.reserveCapacity(range.count)
    guard !range.isEmpty else { return result }
    for chunk in chunk(holding: range.lowerBound)..<chunks.count {
      let start = start(of: chunk)
      let part = range.clamped(to: start..<chunks[chunk].end)
      if part.isEmpty { break }
      chunks[chunk].tokens.append(part.lowerBound - start..<part.upperBound - start, to: &result)
    }
    return result
  }

  /// The index of a row, found by linear search.
  func firstIndex(of token: Token) -> Int? {
    for chunk in chunks.indices {
      if let index = chunks[chunk].tokens.firstIndex(of: token) { return start(of: chunk) + index }
    }
    return nil
  }

  mutating func insert(_ token: Token, at index: Int) {
    guard !chunks.isEmpty else {
      chunks = [Chunk(tokens: PackedRows(CollectionOfOne(token)), end: 1)]
      return
    }
    let chunk = index == count ? chunks.count - 1 : chunk(holding: index)
    chunks[chunk].tokens.insert(token, at: index - start(of: chunk))
    for later in chunk..<chunks.count { chunks[later].end += 1 }
    if chunks[chunk].tokens.count > Self.chunkSize { split(chunk) }
  }

  mutating func remove(at index: Int) {
    let chunk = chunk(holding: index)
    chunks[chunk].tokens.remove(at: index - start(of: chunk))
    for later in chunk..<chunks.count { chunks[later].end -= 1 }
    if chunks[chunk].tokens.count == 0 { chunks.remove(at: chunk) }
  }

  mutating func replace(at index: Int, with token: Token) {
    let chunk = chunk(holding: index)
    chunks[chunk].tokens.replace(at: index - start(of: chunk), with: token)
  }

  private mutating func split(_ chunk: Int) {
    let half = chunks[chunk].tokens.count / 2
    let second = Chunk(tokens: chunks[chunk].tokens.split(at: half), end: chunks[chunk].end)
    chunks[chunk].end -= second.tokens.count
    chunks.insert(second, at: chunk + 1)
  }

  private func start(of chunk: Int) -> Int { chunk == 0 ? 0 : chunks[chunk - 1].end }

  private func chunk(holding index: Int) -> Int {
    var low = 0
    var high = chunks.count
    while low < high {
      let middle = (low + high) / 2
      if chunks[middle].end <= index { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
