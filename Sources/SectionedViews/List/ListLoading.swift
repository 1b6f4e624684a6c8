import SectionedDataSources

/// What a view asks of what loads its list: more, when the row for more is seen or touched, and to try again.
@MainActor
public struct ListLoading {
  /// Loads the content, where nothing was asked for yet. Called when the view is there.
  public var begin: (() -> Void)?
  /// Loads what follows. Called when the row for more is seen, and when it is touched.
  public var append: (() -> Void)?
  /// Does again what failed. Called when a row that says so is touched.
  public var retry: (() -> Void)?

  /// Makes one that asks nothing.
  public init() {}

  /// Makes one that asks a source.
  ///
  /// - Parameter source: what loads the list, kept alive.
  public init<Section, SectionID, Item, ItemID, Cursor>(
    _ source: LoadingDataSource<Section, SectionID, Item, ItemID, Cursor>
  ) {
    begin = { source.loadIfNeeded() }
    append = { source.append() }
    retry = { source.retry() }
  }
}

extension ListLoading {
  /// Records that a row is seen. Nothing is asked where that failed before: a user touches the row then.
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
    guard ListRules.model(model, as: Placeholder.self)?.canRetry == true, let retry else { return false }
    retry()
    return true
  }
}
