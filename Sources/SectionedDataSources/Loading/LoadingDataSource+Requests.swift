extension LoadingDataSource: LoadingState {
  public var hasMore: Bool { machine.hasMore }

  /// Requests the content, or, if it was loaded or is known to be empty, requests it again. If content is being loaded,
  /// the loading begins again. A page that is being appended is dropped: the newer request wins.
  ///
  /// A list that was loaded before is replaced as a whole by the answer, with the pages that were appended and the
  /// edits that were made by hand. ``outcome(of:)`` waits for the answer.
  public func load() { ask(.load) }

  /// Does the same as ``load()``, under the name of the user's action.
  public func refresh() { ask(.refresh) }

  /// Requests the next page. Ignored unless the content is loaded and there may be more.
  ///
  /// ``outcome(of:)`` waits for the page.
  public func append() { ask(.append) }

  /// Retries the loading that failed, of the content or of a next page. Ignored if none failed.
  public func retry() { ask(.retry) }

  /// Declares the present content as loaded. Ignored while something is being loaded.
  public func declareLoaded() { ask(.declareLoaded) }

  /// Declares that there is no content to load. Ignored while something is being loaded.
  public func declareEmpty() { ask(.declareEmpty) }

  /// Cancels the request made in this turn, and the loading in progress. Unlike the other requests it does not wait for
  /// the next turn.
  ///
  /// The phase returns to the one in which the loading began, which may be ``LoadingPhase/initial``.
  public func cancel() {
    asked = nil
    answerWaiters(.cancelled)
    dropRetry()
    handle { [self] in
      if let current { end(current, with: .cancelled) }
    }
  }

  /// Requests the content if it was never requested, as a list does when it appears on the screen.
  public func loadIfNeeded() { if machine.phase == .initial, asked == nil { load() } }

  /// Calls a closure once when the content is loaded, is known to be empty, or could not be loaded: at once if this is
  /// the case already.
  public func whenLoaded(_ body: @escaping () -> Void) {
    handle { [self] in waitingForContent.append(body) }
  }

  public func observeLoading(_ notify: @escaping () -> Void) -> ObservationToken {
    lastNotifier += 1
    let number = lastNotifier
    notifiers.append((number, notify))
    return ObservationToken { [weak self] in
      let gone = self?.notifiers.takeFirst { $0.number == number }
      withExtendedLifetime(gone) {}
    }
  }
}

extension LoadingDataSource {
  /// Makes a request, and waits for the end of the loading that it begins.
  ///
  /// The request is performed as by ``load()``, ``refresh()``, ``append()`` or ``retry()``. When this returns, the list
  /// has the page, and observers have been notified. Cancelling the task that waits leaves the loading alone; to cancel
  /// that, call ``cancel()``.
  ///
  /// ```swift
  /// await list.outcome(of: .load)
  /// let page = await list.outcome(of: .append)?.page
  /// ```
  ///
  /// - Parameter request: the request.
  /// - Returns: the outcome, also `cancelled` where another request has dropped the loading; nil where the request
  ///   begins no loading, as when it is ignored, or another request takes its place in the same turn.
  @discardableResult
  public nonisolated(nonsending) func outcome(of request: LoadingMachine.Request) async -> Outcome? {
    var outcome: Outcome?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      ask(request) {
        outcome = $0
        continuation.resume()
      }
    }
    return outcome
  }

  /// - Parameter answer: called once, with the outcome of the loading that the request begins, or nil.
  private func ask(_ request: LoadingMachine.Request, answer: ((Outcome?) -> Void)? = nil) {
    // A row that asks for the next page when it is seen does not undo what the program requested, as the first load.
    if let asked, asked != request, request == .append {
      answer?(nil)
      return
    }
    if asked != request { answerWaiters(nil) }
    asked = request
    if let answer { waiters.append(answer) }
    dropRetry()
    guard !isScheduled else { return }
    isScheduled = true
    scheduler.schedule { [weak self] in
      guard let self else { return }
      isScheduled = false
      guard let request = asked else { return }
      asked = nil
      let waiters = waiters
      self.waiters = []
      handle { [self] in
        let before = current
        perform(request)
        if let current, current !== before {
          current.waiters += waiters
        } else {
          for answer in waiters { answer(nil) }
        }
      }
    }
  }

  /// Passes an outcome to the closures that wait for the request made in this turn.
  private func answerWaiters(_ outcome: Outcome?) {
    let waiters = waiters
    self.waiters = []
    for answer in waiters { answer(outcome) }
  }

  /// Handles an event after those that are being handled.
  func handle(_ event: @escaping () -> Void) {
    waiting.append(event)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while true {
      if !waiting.isEmpty {
        waiting.removeFirst()()
      } else if !machine.phase.isLoading, machine.phase != .initial, !waitingForContent.isEmpty {
        waitingForContent.removeFirst()()
      } else {
        return
      }
    }
  }

  /// Schedules a retry after a failure, if the timing allows another one.
  func planRetry() {
    guard failures > 0, failures <= timing.retryDelays.count, cancelRetry == nil else { return }
    cancelRetry = timer.after(timing.retryDelays[failures - 1]) { [weak self] in
      guard let self else { return }
      cancelRetry = nil
      handle { [self] in perform(.retry) }
    }
  }

  func dropRetry() {
    cancelRetry?()
    cancelRetry = nil
  }
}
