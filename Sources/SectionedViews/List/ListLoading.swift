import SectionedDataSources

/// The calls by which a view has its list loaded: at the beginning, when the row for more is seen or touched, and to
/// retry after a failure; and by which it shows more items of a section.
@MainActor
public struct ListLoading {
  /// Loads the content, if nothing was asked for yet. Called when the view is set.
  public var begin: (() -> Void)?
  /// Loads what follows. Called when the row for more is seen, and when it is touched.
  public var append: (() -> Void)?
  /// Repeats what failed. Called when a row that reports the failure is touched.
  public var retry: (() -> Void)?
  /// Shows more items of a section that does not show all of them. Called when the row that says so is touched.
  public var showMore: ((MoreRow) -> Void)?

  /// Makes a value that loads nothing.
  public init() {}

  /// Makes a value that has a source load its content.
  ///
  /// - Parameter source: what loads the list, kept alive.
  public init<Section, SectionID, Item, ItemID, Cursor>(
    _ source: LoadingDataSource<Section, SectionID, Item, ItemID, Cursor>
  ) {
    begin = { source.loadIfNeeded() }
    append = { source.append() }
    retry = { source.retry() }
  }

  /// Makes a value that shows more items of a section when its last row is touched, and loads nothing.
  ///
  /// - Parameter source: what has such rows, kept alive.
  public init<Base: LimitedDataSource>(_ source: MoreRowDataSource<Base>) {
    showMore = { source.showMore($0) }
  }
}

extension ListLoading {
  /// Records that a row is seen. A row whose last request failed asks for nothing, because the user touches it to try
  /// again.
  package func noteSeen(_ model: Any?) {
    guard let append, let row = ListRules.model(model, as: AppendRow.self) else { return }
    if row.failure == nil, !row.showsActivity { append() }
  }

  /// Records that a row is touched.
  ///
  /// - Returns: whether something is asked for.
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
