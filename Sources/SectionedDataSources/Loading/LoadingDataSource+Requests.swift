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

  /// Requests the next page. Ignored unless the content is loaded and there may be more. Gives way to any other request
  /// of the turn that has an effect.
  ///
  /// ``outcome(of:)`` waits for the page.
  public func append() { ask(.append) }

  /// Retries the loading that failed, of the content or of a next page. Ignored if none failed.
  public func retry() { ask(.retry) }

  /// Declares the present content as loaded. Ignored while something is being loaded.
  public func declareLoaded() { ask(.declareLoaded) }

  /// Declares that there is no content to load. Ignored while something is being loaded.
  public func declareEmpty() { ask(.declareEmpty) }

  /// Cancels the request made in this turn, and the loading in progress, that of a page before the first one included. Unlike the other requests it does not wait for
  /// the next turn.
  ///
  /// The phase returns to the one in which the loading began, which may be ``LoadingPhase/initial``.
  public func cancel() {
    for request in asked.takeAll() { request.answer?(.cancelled) }
    dropRetry()
    // What this turn's requests ended is not taken up again.
    hasDroppedRetry = false
    handle { [self] in
      if let current { end(current, with: .cancelled) }
      if let loading = earlier.current { endEarlier(loading, .cancelled) }
    }
  }

  /// Requests the content if it was never requested, as a list does when it appears on the screen.
  public func loadIfNeeded() {
    // A request that is ignored, as one for the next page, requests no content.
    guard machine.phase == .initial, !asked.contains(where: { hasEffect($0.request) }) else { return }
    load()
  }

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
  /// has the page, and observers have been notified. Waiting keeps the source alive. Cancelling the task that waits
  /// leaves the loading alone; to cancel that, call ``cancel()``.
  ///
  /// ```swift
  /// await list.outcome(of: .load)
  /// let page = await list.outcome(of: .append)?.page
  /// ```
  ///
  /// - Parameter request: the request.
  /// - Returns: the outcome, also `cancelled` where another request has dropped the loading; nil where the request
  ///   begins no loading, as when it is ignored, or another request takes its place in the same turn. A load and a
  ///   refresh are one request.
  /// - Complexity: O(1), besides the loading and the update with its page.
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

  /// A request that waits for the next turn.
  struct Asked {
    let request: LoadingMachine.Request
    /// Called once, with the outcome of the loading that the request begins, or nil.
    let answer: ((Outcome?) -> Void)?
  }

  private func ask(_ request: LoadingMachine.Request, answer: ((Outcome?) -> Void)? = nil) {
    asked.append(Asked(request: request, answer: answer))
    // A request that is ignored, as of a row that asks for more, ends no planned retry.
    if hasEffect(request), cancelRetry != nil {
      dropRetry()
      hasDroppedRetry = true
    }
    guard !isScheduled else { return }
    isScheduled = true
    scheduler.schedule { [weak self] in
      guard let self else { return }
      isScheduled = false
      let requests = asked.takeAll()
      if !requests.isEmpty { handle { [self] in perform(requests) } }
    }
  }

  /// Performs the request of a turn that counts: the last one. One for the next page gives way to one that has an
  /// effect: a row that asks for more when it is seen does not undo what the program requested, as the first load.
  private func perform(_ requests: [Asked]) {
    let last = requests.last { $0.request != .append }?.request
    let next = requests.first { $0.request == .append }?.request
    let performed = last.map(hasEffect) == true ? last : next
    let before = current
    // What had an effect when it was asked for may have given way to what has none.
    if hasDroppedRetry, performed.map(hasEffect) != true { planRetry() }
    hasDroppedRetry = false
    if let performed { perform(performed) }
    let begun = current === before ? nil : current
    for one in requests {
      guard let answer = one.answer else { continue }
      if let begun, performed?.isAlike(one.request) == true { begun.waiters.append(answer) } else { answer(nil) }
    }
  }

  private func hasEffect(_ request: LoadingMachine.Request) -> Bool { machine.action(for: request) != nil }

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

extension LoadingMachine.Request {
  /// Whether another request has the same effects, as a load and a refresh have.
  fileprivate func isAlike(_ other: Self) -> Bool {
    LoadingMachine.requestRules[self] == LoadingMachine.requestRules[other]
  }
}
