import SectionedDataSources

/// The closures that a view calls to load its list: at the beginning, when the row for more is seen or touched, and to
/// retry after a failure. A further one shows more items of a section.
@MainActor
public struct ListLoading {
  /// Loads the content, if no load has begun yet. Called when the view is set.
  public var begin: (() -> Void)?
  /// Loads the next items. Called when the row for more is seen, and when it is touched.
  public var append: (() -> Void)?
  /// Repeats the failed request. Called when a row that reports the failure is touched.
  public var retry: (() -> Void)?
  /// Shows more items of a section that does not show all of them. Called when the section's row for more is touched.
  public var showMore: ((MoreRow) -> Void)?

  /// Makes a value that loads nothing.
  public init() {}

  /// Makes a value by which a view loads the content of a source.
  ///
  /// - Parameter source: the source that loads the list, which is retained.
  public init<Section, SectionID, Item, ItemID, Cursor>(
    _ source: LoadingDataSource<Section, SectionID, Item, ItemID, Cursor>
  ) {
    begin = { source.loadIfNeeded() }
    append = { source.append() }
    retry = { source.retry() }
  }

  /// Makes a value that shows more items of a section when its row for more is touched, and loads nothing.
  ///
  /// - Parameter source: the source with such rows, which is retained.
  public init<Base: LimitedDataSource>(_ source: MoreRowDataSource<Base>) {
    showMore = { source.showMore($0) }
  }
}

extension ListLoading {
  /// Loads the next items if a row for more is seen. A row that reports a failure loads nothing until the user touches
  /// it.
  package func noteSeen(_ model: Any?) {
    guard let append, let row = ListRules.model(model, as: AppendRow.self) else { return }
    if row.failure == nil, !row.showsActivity { append() }
  }

  /// Calls the closure for a row that was touched, if there is one.
  ///
  /// - Returns: whether a closure was called.
  package func noteTouched(_ model: Any?) -> Bool {
    if let row = ListRules.model(model, as: AppendRow.self) {
      if row.showsActivity { return false }
      guard let ask = row.failure == nil ? append : retry else { return false }
      ask()
      return true
    }
    if let row = ListRules.model(model, as: MoreRow.self) {
      showMore?(row)
      return showMore != nil
    }
    guard ListRules.model(model, as: Placeholder.self)?.canRetry == true, let retry else { return false }
    retry()
    return true
  }
}
