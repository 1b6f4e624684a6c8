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
    for chunk in chunks {
      let end = start + chunk.count
      while nextInserted < inserted.count, inserted[nextInserted].index == result.count {
        result.write(inserted[nextInserted].element)
        nextInserted += 1
      }
      let isEdited =
        (nextRemoved < removed.count && removed[nextRemoved] < end)
        || (nextReplaced < replaced.count && replaced[nextReplaced].index < end)
        || (nextInserted < inserted.count && inserted[nextInserted].index < result.count + chunk.count)
      guard isEdited else {
        result.share(chunk)
        start = end
        continue
      }
      for (offset, element) in chunk.enumerated() {
        while nextInserted < inserted.count, inserted[nextInserted].index == result.count {
          result.write(inserted[nextInserted].element)
          nextInserted += 1
        }
        let index = start + offset
        if nextRemoved < removed.count, removed[nextRemoved] == index {
          nextRemoved += 1
        } else if nextReplaced < replaced.count, replaced[nextReplaced].index == index {
          result.write(replaced[nextReplaced].element)
          nextReplaced += 1
        } else {
          result.write(element)
        }
      }
      start = end
    }
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

  var count: Int { result.count + pending.count }

  mutating func write(_ element: Element) {
    pending.append(element)
    if pending.count == 2 * ChunkedArray<Element>.chunkSize { writePending() }
  }

  mutating func share(_ chunk: [Element]) {
    if !pending.isEmpty, pending.count + chunk.count <= ChunkedArray<Element>.chunkSize {
      pending += chunk
    } else {
      writePending()
      result.append(chunk: chunk)
    }
  }

  mutating func finished() -> ChunkedArray<Element> {
    writePending()
    return result
  }

  private mutating func writePending() {
    if pending.count > ChunkedArray<Element>.chunkSize {
      let half = pending.count / 2
      result.append(chunk: Array(pending[..<half]))
      result.append(chunk: Array(pending[half...]))
    } else {
      result.append(chunk: pending)
    }
    pending.removeAll()
  }
}
