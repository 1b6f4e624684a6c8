// What a view does by itself must not be disturbed: while the user drags an item, or the view is just taking over a
// move, a batch or a reload would break it off.
extension ListPresenter {
  /// Shows nothing new in the view until ``release()``; what comes meanwhile is one update then. Calls nest.
  ///
  /// ``userMoved(from:to:)`` may be called meanwhile.
  public func hold() { holds += 1 }

  /// Ends what ``hold()`` began, and shows what came since. Without one nothing happens.
  public func release() {
    guard holds > 0 else { return }
    holds -= 1
    if holds == 0, !isPresenting { showPending() }
  }

  /// Answers what the view asks, or does what it calls for, by the program's closures, which may change the source: a
  /// view that is asking takes no batch, so what comes is shown in the next turn of the main actor.
  ///
  /// Bindings do so for cells, headers and footers. A delegate that changes the source in a method that a view calls
  /// while it lays itself out, such as `tableView(_:willDisplay:forRowAt:)` or `scrollViewDidScroll(_:)`, does so
  /// itself:
  ///
  /// ```swift
  /// binding.presenter.answering { news.append() }
  /// ```
  ///
  /// A change within a batch of the program's own, between `beginUpdates()` and `endUpdates()` or in the closure of
  /// `performBatchUpdates`, needs nothing: it joins the batch, and what cannot comes when that has ended.
  @discardableResult
  public func answering<Answer>(_ body: () -> Answer) -> Answer {
    hold()
    defer {
      // While an update is shown what comes waits for its end anyhow.
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
