/// A request to a loader.
public enum LoadingRequest<Cursor> {
  /// Requests the first content.
  case load
  /// Requests the content again. The answer replaces the whole list, including appended pages and manual edits. To keep
  /// the length of the list, answer with as many items as it shows.
  case refresh
  /// Requests the next page.
  ///
  /// - Parameter after: the cursor of the previous page; nil if that page had none.
  case append(after: Cursor?)
}

extension LoadingRequest: Equatable where Cursor: Equatable {}
extension LoadingRequest: Hashable where Cursor: Hashable {}
extension LoadingRequest: Sendable where Cursor: Sendable {}

/// The answer of a loader: content, and the cursor of the next page. In a page before the first one, ``cursor`` is the
/// cursor of the page before it.
///
/// The types need no conformances. The page is `Sendable` if they are, so that a loader may get it from another actor.
public struct LoadedPage<Section, Item, Cursor> {
  /// The content of a page.
  public enum Content {
    /// Sections with items. As the answer to `load` or `refresh` they replace the list. As the answer to `append`,
    /// their items are merged into the sections that are in the list, and other sections are appended. An item that a
    /// page repeats is in the list once, unless the source merges by ``MergeStrategy/additive``.
    case sections([SectionContent<Section, Item>])
    /// Items of the last section of the list. As the answer to `load` or `refresh` they replace its items; as the
    /// answer to `append` they are merged into them.
    case items([Item])
  }

  /// The content of the page.
  public var content: Content
  /// The cursor that the loader gets with the request for the next page.
  public var cursor: Cursor?
  /// Whether there may be a next page.
  public var hasMore: Bool
  /// The cursor of the first request to the loader of earlier pages. It counts only in the first content.
  public var earlierCursor: Cursor?
  /// Whether there may be a page before this one. It counts only in the first content.
  public var hasEarlier: Bool

  /// Makes a page of sections with items.
  ///
  /// - Parameters:
  ///   - sections: the sections.
  ///   - cursor: the cursor that the loader gets with the request for the next page.
  ///   - hasMore: whether there may be a next page; if nil, this is so when there is a `cursor`.
  ///   - earlier: the cursor of the page before this one, if this is the first content.
  ///   - hasEarlier: whether there may be such a page; if nil, this is so when there is a cursor `earlier`.
  public init(
    _ sections: [SectionContent<Section, Item>], cursor: Cursor? = nil, hasMore: Bool? = nil, earlier: Cursor? = nil,
    hasEarlier: Bool? = nil
  ) {
    content = .sections(sections)
    self.cursor = cursor
    self.hasMore = hasMore ?? (cursor != nil)
    earlierCursor = earlier
    self.hasEarlier = hasEarlier ?? (earlier != nil)
  }

  /// Makes a page of items for a list that already has sections.
  ///
  /// - Parameters:
  ///   - items: the items.
  ///   - cursor: the cursor that the loader gets with the request for the next page.
  ///   - hasMore: whether there may be a next page; if nil, this is so when there is a `cursor`.
  ///   - earlier: the cursor of the page before this one, if this is the first content.
  ///   - hasEarlier: whether there may be such a page; if nil, this is so when there is a cursor `earlier`.
  public init(
    items: [Item], cursor: Cursor? = nil, hasMore: Bool? = nil, earlier: Cursor? = nil,
    hasEarlier: Bool? = nil
  ) {
    content = .items(items)
    self.cursor = cursor
    self.hasMore = hasMore ?? (cursor != nil)
    earlierCursor = earlier
    self.hasEarlier = hasEarlier ?? (earlier != nil)
  }

  /// Whether the page has no items.
  public var isEmpty: Bool {
    switch content {
    case .sections(let sections): sections.allSatisfy { $0.items.isEmpty }
    case .items(let items): items.isEmpty
    }
  }

  /// The result of a loading that ends with this page. A page without items counts as content if there may be more.
  public var result: LoadingMachine.Result { hasMore ? .complete : isEmpty ? .empty : .partial }
}

extension LoadedPage.Content: Sendable where Section: Sendable, Item: Sendable {}
extension LoadedPage: Sendable where Section: Sendable, Item: Sendable, Cursor: Sendable {}

/// The outcome of a loading. It is `Sendable` if the types of its page are.
public enum LoadingOutcome<Section, Item, Cursor> {
  /// The loading ended with a page.
  case page(LoadedPage<Section, Item, Cursor>)
  /// The loading failed with an error.
  case failed(any Error)
  /// The loading was cancelled.
  case cancelled

  /// The outcome without its page or error.
  public var result: LoadingMachine.Result {
    switch self {
    case .page(let page): page.result
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// The page of a loading that ended with one; nil for other outcomes.
  public var page: LoadedPage<Section, Item, Cursor>? {
    if case .page(let page) = self { page } else { nil }
  }

  /// The error of a failed loading; nil for other outcomes.
  public var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension LoadingOutcome: Sendable where Section: Sendable, Item: Sendable, Cursor: Sendable {}
