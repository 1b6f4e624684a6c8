// While the user drags an item, or the view is applying a move, a batch or a reload would interrupt it.
extension ListPresenter {
  /// Suspends updates of the view until ``release()``. The changes until then are combined into one update. Calls nest.
  ///
  /// ``userMoved(from:to:)`` may be called while updates are suspended.
  public func hold() { holds += 1 }

  /// Ends a ``hold()``. When the last one has ended, shows the changes that waited. Does nothing without a hold.
  public func release() {
    guard holds > 0 else { return }
    holds -= 1
    if holds == 0, !isPresenting { showPending() }
  }

  /// Calls a closure of the program, which may change the source, while a view is calling its data source or delegate.
  /// A view cannot perform a batch during such a call, so the changes are shown in the next turn of the main actor.
  ///
  /// Bindings do this for cells, headers and footers. A delegate has to do it if it changes the source in a method that
  /// a view calls during layout, such as `tableView(_:willDisplay:forRowAt:)` or `scrollViewDidScroll(_:)`:
  ///
  /// ```swift
  /// binding.presenter.answering { news.append() }
  /// ```
  ///
  /// It is not needed for a change within a batch update of the program, between `beginUpdates()` and `endUpdates()` or
  /// in the closure of `performBatchUpdates`. Such a change joins the batch, or follows when the batch has ended.
  @discardableResult
  public func answering<Answer>(_ body: () -> Answer) -> Answer {
    hold()
    defer {
      // While an update is shown, changes wait for its end anyway.
      let isBehind = reloadIsWanted || configurationIsWanted || countsAreWanted || mayFindMissing
      if !isPresenting, pending != nil || isBehind {
        Task { [weak self] in self?.release() }
      } else {
        release()
      }
    }
    return body()
  }

  /// Whether the view is held, or an update is being shown.
  var mustWait: Bool { isPresenting || holds > 0 }
}
