extension LoadingDataSource: LoadingState {
  public var hasMore: Bool { machine.hasMore }

  /// Requests the content, or requests it again if it was loaded, found empty, or could not be loaded. If a loading is
  /// in progress, a new one replaces it, because the newer request wins; this holds for a page that is being appended,
  /// too.
  ///
  /// The answer replaces the whole list, including appended pages and manual edits. ``outcome(of:)`` waits for the
  /// answer.
  public func load() { ask(.load) }

  /// Does the same as ``load()``, under the name of the user's action.
  public func refresh() { ask(.refresh) }

  /// Requests the next page. Ignored unless the content is loaded and there may be more. Also ignored if another
  /// request of the same turn has an effect.
  ///
  /// ``outcome(of:)`` waits for the page.
  public func append() { ask(.append) }

  /// Retries the failed loading of the content or of a next page. Ignored if none failed.
  public func retry() { ask(.retry) }

  /// Declares the present content as loaded. Ignored while something is being loaded.
  public func declareLoaded() { ask(.declareLoaded) }

  /// Declares that there is no content to load. Ignored while something is being loaded.
  public func declareEmpty() { ask(.declareEmpty) }

  /// Cancels the requests of this turn and the loadings in progress, including those of a page before the first one.
  /// Unlike the requests, it acts at once.
  ///
  /// The phase becomes that in which the loading began, which may be ``LoadingPhase/initial``.
  public func cancel() {
    for request in asked.takeAll() { request.answer?(.cancelled) }
    cancelAskedEarlier()
    dropRetry()
    // A retry that a request of this turn replaced is not scheduled again.
    hasDroppedRetry = false
    handle { [self] in
      if let current { end(current, with: .cancelled) }
      if let loading = earlier.current { endEarlier(loading, .cancelled) }
    }
  }

  /// Requests the content if it was never requested, for example when a list appears on the screen.
  public func loadIfNeeded() {
    // A request without effect, such as one for the next page, requests no content.
    guard machine.phase == .initial, !asked.contains(where: { hasEffect($0.request) }) else { return }
    load()
  }

  /// Calls a closure once, when the content is loaded, found empty, or could not be loaded. Calls it at once if this is
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
  /// The request is performed as by ``load()``, ``refresh()``, ``append()`` or ``retry()``. When this method returns,
  /// the list has the page, and observers have been notified. Waiting keeps the source alive. Cancelling the waiting
  /// task does not cancel the loading; ``cancel()`` does.
  ///
  /// ```swift
  /// await list.outcome(of: .load)
  /// let page = await list.outcome(of: .append)?.page
  /// ```
  ///
  /// - Parameter request: the request.
  /// - Returns: the outcome, which is `cancelled` if another request replaced the loading; nil if the request begins no
  ///   loading, because it is ignored or another request of the same turn is performed instead. A load and a refresh
  ///   count as the same request.
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
    // A request without effect, such as that of a row that asks for more, does not cancel a scheduled retry.
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

  /// Performs one of the requests of a turn: the last one that is not for the next page, if it has an effect, or else
  /// the request for the next page. So a row that asks for more when it becomes visible does not replace a request of
  /// the program, such as the first load.
  private func perform(_ requests: [Asked]) {
    let last = requests.last { $0.request != .append }?.request
    let next = requests.first { $0.request == .append }?.request
    let performed = last.map(hasEffect) == true ? last : next
    let before = current
    // A request that cancelled a retry may have been replaced by a request without effect. Then the retry is scheduled.
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

  /// Handles an event after all events that wait already.
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
  /// Whether another request has the same effects, as `load` and `refresh` have.
  fileprivate func isAlike(_ other: Self) -> Bool {
    LoadingMachine.requestRules[self] == LoadingMachine.requestRules[other]
  }
}
