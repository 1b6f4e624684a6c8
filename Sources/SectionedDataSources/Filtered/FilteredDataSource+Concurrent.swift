import Dispatch

extension FilteredDataSource where Base.Item: Sendable {
  /// Makes a source that shows what matches a query. Where all items are asked about, as for another text, the closure is
  /// called on several threads at once: a list of a million rows is searched in the time of as many rows as one processor has
  /// of them.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without a match are shown while something is searched for.
  ///   - keepsEmptySectionsAtRest: whether sections without an item are shown while nothing is.
  ///   - matching: whether an item matches. It is asked while something is searched for only.
  /// - Returns: the source.
  /// - Complexity: O(rows).
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

/// Asks about items on several threads, some thousand on one at a time.
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

/// The answers that several threads write. Unchecked: each thread writes a part of its own.
private struct Answers: @unchecked Sendable {
  let buffer: UnsafeMutableBufferPointer<Bool>
}
