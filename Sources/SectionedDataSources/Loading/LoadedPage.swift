/// A request to a loader.
public enum LoadingRequest<Cursor> {
  /// Requests the first content.
  case load
  /// Requests the content again. The answer replaces the whole list, with the pages that were appended and the edits
  /// that were made by hand. To keep as many items as are shown, answer with that many.
  case refresh
  /// Requests the next page.
  ///
  /// - Parameter after: the cursor of the previous page; nil where it had none.
  case append(after: Cursor?)
}

extension LoadingRequest: Equatable where Cursor: Equatable {}
extension LoadingRequest: Hashable where Cursor: Hashable {}
extension LoadingRequest: Sendable where Cursor: Sendable {}

/// The answer of a loader: content, and the cursor of the next page. A page before the first one names the page before it
/// by its ``cursor``.
///
/// The types may be any. A page is `Sendable` where they are, so that a loader may get it from another actor.
public struct LoadedPage<Section, Item, Cursor> {
  /// The content of a page.
  public enum Content {
    /// Sections with items. When loaded, they are the whole list. When appended, the items of a section that is in the
    /// list are merged into it, and other sections are appended. An item that a page repeats is in the list once,
    /// unless the source merges by ``MergeStrategy/additive``.
    case sections([SectionContent<Section, Item>])
    /// Items of the last section of the list. When loaded, they are all its items. When appended, they are merged into
    /// it.
    case items([Item])
  }

  /// The content of the page.
  public var content: Content
  /// The cursor that the loader gets with the request for the next page.
  public var cursor: Cursor?
  /// Whether there may be a next page.
  public var hasMore: Bool
  /// The cursor that the loader of earlier pages gets first, if this page is the first content.
  public var earlierCursor: Cursor?
  /// Whether there may be a page before this one, if it is the first content.
  public var hasEarlier: Bool

  /// Makes a page of sections with items.
  ///
  /// - Parameters:
  ///   - sections: the sections.
  ///   - cursor: the cursor that the loader gets with the request for the next page.
  ///   - hasMore: whether there may be a next page; nil: there is one if there is a cursor.
  ///   - earlier: the cursor of the page before this one, if this is the first content.
  ///   - hasEarlier: whether there may be such a page; nil: there is one if there is a cursor of it.
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
  ///   - hasMore: whether there may be a next page; nil: there is one if there is a cursor.
  ///   - earlier: the cursor of the page before this one, if this is the first content.
  ///   - hasEarlier: whether there may be such a page; nil: there is one if there is a cursor of it.
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

  /// Whether there is no item on the page.
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

/// The outcome of a loading. It is `Sendable` where the types of its page are.
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

  /// The page of a loading that ended with one; nil of other outcomes.
  public var page: LoadedPage<Section, Item, Cursor>? {
    if case .page(let page) = self { page } else { nil }
  }

  /// The error of a failed loading; nil of other outcomes.
  public var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}

extension LoadingOutcome: Sendable where Section: Sendable, Item: Sendable, Cursor: Sendable {}
