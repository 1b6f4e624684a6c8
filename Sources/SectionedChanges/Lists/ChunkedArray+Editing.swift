extension ChunkedArray {
  /// A version with elements taken out, replaced and put in, which shares every chunk that no edit touches.
  ///
  /// - Parameters:
  ///   - removed: indices in this version, ascending.
  ///   - replaced: indices in this version, ascending, none of them removed, with what stands there instead.
  ///   - inserted: indices in the *result*, ascending, with what stands there.
  /// - Complexity: O(chunks + edits · chunk size).
  func editing(
    removed: [Int], replaced: [(index: Int, element: Element)], inserted: [(index: Int, element: Element)]
  ) -> Self {
    if removed.isEmpty, replaced.isEmpty, inserted.isEmpty { return self }
    var result = ChunkWriter<Element>()
    var nextRemoved = 0
    var nextReplaced = 0
    var nextInserted = 0
    var start = 0
    /// The first of the chunks before this one that no edit touches.
    var untouched = 0
    for (number, end) in ends.enumerated() {
      defer { start = end }
      let isEdited =
        (nextRemoved < removed.count && removed[nextRemoved] < end)
        || (nextReplaced < replaced.count && replaced[nextReplaced].index < end)
        || (nextInserted < inserted.count
          && inserted[nextInserted].index < result.count + end - (untouched == 0 ? 0 : ends[untouched - 1]))
      guard isEdited else { continue }
      result.share(self, untouched..<number)
      untouched = number + 1
      let chunk = chunks[number]
      var offset = 0
      while offset < chunk.count {
        let isInserting = nextInserted < inserted.count
        if isInserting, inserted[nextInserted].index == result.count {
          result.write(inserted[nextInserted].element)
          nextInserted += 1
        } else if nextRemoved < removed.count, removed[nextRemoved] == start + offset {
          nextRemoved += 1
          offset += 1
        } else if nextReplaced < replaced.count, replaced[nextReplaced].index == start + offset {
          result.write(replaced[nextReplaced].element)
          nextReplaced += 1
          offset += 1
        } else {
          // All up to the next edit are copied together.
          var stop = chunk.count
          if nextRemoved < removed.count { stop = Swift.min(stop, removed[nextRemoved] - start) }
          if nextReplaced < replaced.count { stop = Swift.min(stop, replaced[nextReplaced].index - start) }
          if isInserting { stop = Swift.min(stop, offset + inserted[nextInserted].index - result.count) }
          result.write(chunk[offset..<stop])
          offset = stop
        }
      }
    }
    result.share(self, untouched..<chunks.count)
    while nextInserted < inserted.count {
      result.write(inserted[nextInserted].element)
      nextInserted += 1
    }
    return result.finished()
  }
}

/// Writes a chunked array from shared chunks and single elements, without letting chunks grow small.
private struct ChunkWriter<Element: Sendable> {
  private var result = ChunkedArray<Element>()
  /// Elements not yet in a chunk.
  private var pending: [Element] = []

  private static var chunkSize: Int { ChunkedArray<Element>.chunkSize }

  var count: Int { result.count + pending.count }

  mutating func write(_ element: Element) {
    pending.append(element)
    if pending.count == 2 * Self.chunkSize { writePending() }
  }

  /// - Parameter elements: no more than a chunk has.
  mutating func write(_ elements: ArraySlice<Element>) {
    pending += elements
    if pending.count >= 2 * Self.chunkSize { writePending() }
  }

  /// Takes chunks of a list as they are; a small first one joins what is not yet in a chunk.
  mutating func share(_ list: ChunkedArray<Element>, _ chunks: Range<Int>) {
    guard var first = chunks.first else { return }
    if !pending.isEmpty, pending.count + list.chunks[first].count <= Self.chunkSize {
      pending += list.chunks[first]
      first += 1
    }
    if first == chunks.upperBound { return }
    writePending()
    result.append(chunksOf: list, first..<chunks.upperBound)
  }

  mutating func finished() -> ChunkedArray<Element> {
    writePending()
    return result
  }

  private mutating func writePending() {
    var rest = pending[...]
    var pieces = (rest.count + Self.chunkSize - 1) / Self.chunkSize
    while pieces > 1 {
      let piece = rest.count / pieces
      result.append(chunk: Array(rest.prefix(piece)))
      rest = rest.dropFirst(piece)
      pieces -= 1
    }
    result.append(chunk: rest.count == pending.count ? pending : Array(rest))
    pending = []
  }
}
