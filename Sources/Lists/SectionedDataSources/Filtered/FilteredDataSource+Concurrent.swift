import Dispatch

extension FilteredDataSource where Base.Item: Sendable {
  /// Makes a source that shows the matches of a query, and tests items on several threads at once when all of them have
  /// to be tested, as for a new text.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without a match are shown during a search.
  ///   - keepsEmptySectionsAtRest: whether sections without an item are shown while there is no search.
  ///   - matching: whether an item matches. It is called only during a search, on any thread.
  /// - Returns: the source.
  /// - Complexity: O(rows), divided among the processors.
  public static func concurrent(
    _ base: Base, keepsEmptySections: Bool = false, keepsEmptySectionsAtRest: Bool = true,
    matching: @escaping @Sendable (Item, SearchQuery) -> Bool
  ) -> FilteredDataSource {
    let rules = FilterRules(base)
    rules.keepsEmptySections = keepsEmptySections
    rules.keepsEmptySectionsAtRest = keepsEmptySectionsAtRest
    rules.matching = matching
    rules.matchingAll = { concurrentAnswers(about: $0, $1, matching) }
    return FilteredDataSource(rules)
  }
}

/// Tests items on several threads, in parts of 2048.
private func concurrentAnswers<Item: Sendable>(
  about items: [Item], _ query: SearchQuery, _ matching: @Sendable (Item, SearchQuery) -> Bool
) -> [Bool] {
  let size = 2048
  guard items.count > size else { return items.map { matching($0, query) } }
  return [Bool](unsafeUninitializedCapacity: items.count) { buffer, count in
    let answers = Answers(buffer: buffer)
    DispatchQueue.concurrentPerform(iterations: (items.count + size - 1) / size) { part in
      for index in part * size..<min(items.count, (part + 1) * size) {
        answers.buffer.initializeElement(at: index, to: matching(items[index], query))
      }
    }
    count = items.count
  }
}

/// A buffer to which several threads write. Unchecked, because each thread writes to its own part.
private struct Answers: @unchecked Sendable {
  let buffer: UnsafeMutableBufferPointer<Bool>
}
