/// A question of a search that is answered later: the question which of some items match a query.
///
/// Answer it once, on the actor or queue on which the source is used. The answer to a question that is no longer
/// current is ignored.
public final class SearchQuestion<ItemID: Hashable & Sendable> {
  /// The query.
  public let query: SearchQuery
  /// The items in question, in the order of the base: all items, or, when the base changes during a search, the changed
  /// ones.
  public let candidates: [ListedID<ItemID>]
  /// Whether the question is about all items of the base.
  public let isWhole: Bool
  /// A closure that is called when the question is cancelled before it was answered.
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

  /// Whether the question has neither been answered nor cancelled.
  @inlinable
  public var isCurrent: Bool { take != nil }

  /// Answers the question. Does nothing if the question is no longer current.
  ///
  /// - Parameter matches: the candidates that match. Other identifiers are ignored.
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
