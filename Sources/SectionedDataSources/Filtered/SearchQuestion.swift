/// A question that a search answers later: which of some items match a query.
///
/// It is answered where the source is used, once. An answer to a question that is no longer current is dropped.
public final class SearchQuestion<ItemID: Hashable & Sendable> {
  /// What is searched for.
  public let query: SearchQuery
  /// The items that are asked about, in the order of the base: all, or, where the base changed since, those that did.
  public let candidates: [ListedID<ItemID>]
  /// Whether all items of the base are asked about.
  public let isWhole: Bool
  /// Called when the answer is not awaited any more, before it came.
  public var onCancel: (() -> Void)?

  @usableFromInline
  let number: Int
  @usableFromInline
  var take: ((SearchQuestion, Set<ListedID<ItemID>>) -> Void)?

  @inlinable
  init(
    number: Int, query: SearchQuery, candidates: [ListedID<ItemID>], isWhole: Bool,
    take: @escaping (SearchQuestion, Set<ListedID<ItemID>>) -> Void
  ) {
    self.number = number
    self.query = query
    self.candidates = candidates
    self.isWhole = isWhole
    self.take = take
  }

  /// Whether the answer is awaited.
  @inlinable
  public var isCurrent: Bool { take != nil }

  /// Answers. A second answer, and one to a question that is not current, is dropped.
  ///
  /// - Parameter matches: which of the candidates match; others are ignored.
  @inlinable
  public func answer(_ matches: Set<ListedID<ItemID>>) {
    guard let take else { return }
    self.take = nil
    onCancel = nil
    take(self, matches)
  }

  @inlinable
  func cancel() {
    guard take != nil else { return }
    take = nil
    let notify = onCancel
    onCancel = nil
    notify?()
  }
}
