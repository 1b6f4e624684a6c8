/// What a loader is asked for.
public enum LoadingRequest<Cursor> {
  /// The first content.
  case load
  /// The content anew.
  case refresh
  /// What follows.
  ///
  /// - Parameter after: the cursor of the page before; nil where that had none.
  case append(after: Cursor?)
}

extension LoadingRequest: Equatable where Cursor: Equatable {}
extension LoadingRequest: Hashable where Cursor: Hashable {}
extension LoadingRequest: Sendable where Cursor: Sendable {}

/// What a loader answers: content, and where the next page begins.
public struct LoadedPage<Section, Item, Cursor> {
  /// What is on a page.
  public enum Content {
    /// Sections with items. Loaded, they are the whole list. Appended, the items of a section that is in the list are
    /// merged into it, and other sections come behind. What a page repeats is there once, unless the source merges by
    /// ``MergeStrategy/additive``.
    case sections([SectionContent<Section, Item>])
    /// Items of the last section of the list. Loaded, they are all its items. Appended, they are merged into it.
    case items([Item])
  }

  /// What is on the page.
  public var content: Content
  /// Given to the loader with the request for the next page.
  public var cursor: Cursor?
  /// Whether there may be a next page.
  public var hasMore: Bool

  /// Makes a page of sections with items.
  ///
  /// - Parameters:
  ///   - sections: the sections.
  ///   - cursor: given to the loader with the request for the next page.
  ///   - hasMore: whether there may be a next page; nil if there is one where there is a cursor.
  public init(_ sections: [SectionContent<Section, Item>], cursor: Cursor? = nil, hasMore: Bool? = nil) {
    content = .sections(sections)
    self.cursor = cursor
    self.hasMore = hasMore ?? (cursor != nil)
  }

  /// Makes a page of items for a list whose sections are there.
  ///
  /// - Parameters:
  ///   - items: the items.
  ///   - cursor: given to the loader with the request for the next page.
  ///   - hasMore: whether there may be a next page; nil if there is one where there is a cursor.
  public init(items: [Item], cursor: Cursor? = nil, hasMore: Bool? = nil) {
    content = .items(items)
    self.cursor = cursor
    self.hasMore = hasMore ?? (cursor != nil)
  }

  /// Whether there is no item on the page.
  public var isEmpty: Bool {
    switch content {
    case .sections(let sections): sections.allSatisfy { $0.items.isEmpty }
    case .items(let items): items.isEmpty
    }
  }

  /// What a loading comes up to that ends with this page. A page without items that others follow is content, too.
  public var result: LoadingMachine.Result { hasMore ? .complete : isEmpty ? .empty : .partial }
}

extension LoadedPage.Content: Sendable where Section: Sendable, Item: Sendable {}
extension LoadedPage: Sendable where Section: Sendable, Item: Sendable, Cursor: Sendable {}

/// How a loading ended, and with what.
public enum LoadingOutcome<Section, Item, Cursor> {
  /// With a page.
  case page(LoadedPage<Section, Item, Cursor>)
  /// With an error.
  case failed(any Error)
  /// It was given up.
  case cancelled

  /// How it ended.
  public var result: LoadingMachine.Result {
    switch self {
    case .page(let page): page.result
    case .failed: .failed
    case .cancelled: .cancelled
    }
  }

  /// The error with which it ended; nil where there was none.
  public var error: (any Error)? {
    if case .failed(let error) = self { error } else { nil }
  }
}
