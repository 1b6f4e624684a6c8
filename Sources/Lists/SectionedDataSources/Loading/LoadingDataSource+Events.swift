// The handling of events. They are handled one at a time.
extension LoadingDataSource {
  func perform(_ request: LoadingMachine.Request) {
    guard let action = machine.action(for: request) else { return }
    switch action {
    case .begin(let event):
      guard hasLoader(request), let target = LoadingMachine.target(of: event, in: machine.phase) else { return }
      transition(to: target) { [self] in
        machine.perform(request)
      } then: { [self] in
        beginLoading()
      }
    case .restart:
      guard hasLoader(request) else { return }
      machine.perform(request)
      beginLoading()
    case .declare(let event):
      guard let target = LoadingMachine.target(of: event, in: machine.phase) else { return }
      transition(to: target) { [self] in
        machine.perform(request)
        (error, failures) = (nil, 0)
      }
    case .cancel:
      if let current { end(current, with: .cancelled) }
    }
  }

  private func hasLoader(_ request: LoadingMachine.Request) -> Bool {
    if start != nil { return true }
    anomalies.report(.init(.noLoader, "\(request): this source has nothing that loads."))
    return false
  }

  /// Changes the phase.
  ///
  /// - Parameters:
  ///   - target: the new phase.
  ///   - change: changes the machine and the content, all as one update.
  ///   - next: called after the update and before ``didTransition``.
  func transition(to target: LoadingPhase, _ change: () -> Void, then next: () -> Void = {}) {
    let old = machine.phase
    if target != old { willTransition?(target) }
    // The content is the outer call, so that its own observers find the new phase, too.
    content.performTogether {
      core.perform {
        appendError = nil
        change()
        core.setNeedsSettling()
      }
    }
    notifyLoading()
    next()
    if target != old { didTransition?(old) }
  }

  func notifyLoading() {
    var last = 0
    while let next = notifiers.first(where: { $0.number > last }) {
      last = next.number
      next.notify()
    }
  }

  /// Passes the loading that the machine has begun to the loader.
  func beginLoading() {
    current?.drop()
    current?.answer(.cancelled)
    // An earlier page would be inserted into a list that this loading replaces.
    if machine.phase != .appending { dropEarlier() }
    dropRetry()
    let request: Request =
      switch machine.phase {
      case .loading: .load
      case .appending: .append(after: cursor)
      default: .refresh
      }
    let loading = Loading(self, request)
    current = loading
    willLoad?(loading)
    if let timeout = timing.timeout {
      let cancel = timer.after(timeout) { [weak loading] in loading?.fail(LoadingTimeout(timeout)) }
      loading.whenDropped(cancel)
    }
    // `willLoad` may have removed the loader.
    if let start { start(loading) } else { loading.cancel() }
  }

  /// Ends a loading with an outcome, when the loading has been shown for the minimum duration.
  func end(_ loading: Loading, _ outcome: Outcome) {
    if loading.isEarlier { return handle { [self] in endEarlier(loading, outcome) } }
    if let minimum = timing.minimumDuration, outcome.result != .cancelled {
      let rest = minimum - loading.elapsed()
      if rest > .zero {
        let giveUp = timer.after(rest) { [weak self, weak loading] in
          guard let self, let loading, let early = loading.early else { return }
          handle { [self] in end(loading, with: early.outcome) }
        }
        loading.early = (outcome, giveUp)
        return
      }
    }
    handle { [self] in end(loading, with: outcome) }
  }

  /// Ends a loading, if it is the current one.
  func end(_ loading: Loading, with outcome: Outcome) {
    guard loading === current, loading.ticket == machine.ticket else { return }
    loading.drop()
    let outcome = checked(outcome)
    let result = outcome.result
    guard let target = machine.target(of: result) else { return }
    transition(to: target) { [self] in
      let isAppending = machine.phase == .appending
      if case .page(let page) = outcome { apply(page, isAppending: isAppending) }
      machine.finish(loading.ticket, with: result)
      if result == .failed {
        // If the list was emptied by hand meanwhile, no row can offer a retry.
        if machine.didAppendFail { appendError = outcome.error }
        if !isAppending { error = outcome.error }
        failures += 1
      } else if result != .cancelled {
        if !isAppending { error = nil }
        failures = 0
      }
      current = nil
    }
    // Before `didLoad`, so that a request made there replaces the retry.
    if result == .failed { planRetry() }
    didLoad?(loading, outcome)
    loading.answer(outcome)
  }

  /// Returns the outcome of a loading, or a failure if its page cannot be shown.
  func checked(_ outcome: Outcome) -> Outcome {
    guard case .page(let page) = outcome, case .items = page.content, content.numberOfSections == 0 else {
      return outcome
    }
    let anomaly = DataSourceAnomaly(.sectionOutOfBounds, "A page of items came for a list that has no section.")
    anomalies.report(anomaly)
    return .failed(anomaly)
  }

  private func apply(_ page: Page, isAppending: Bool) {
    cursor = page.cursor
    if !isAppending { earlier.follow(page.earlierCursor, hasMore: page.hasEarlier) }
    putIn {
      switch page.content {
      case .sections(let sections):
        if isAppending { content.merge(sections, by: strategy) } else { content.set(merged(sections)) }
      case .items(let items):
        let section = content.numberOfSections - 1
        if isAppending {
          try? content.merge(items, intoSection: section, by: strategy)
        } else {
          let merged =
            strategy == .additive ? items : strategy.merging(items, into: [], identifiedBy: content.identifyItem)
          try? content.setItems(merged, inSection: section)
        }
      }
    }
  }

  /// Removes the repetitions of items from a first page, by merging it into an empty list. The strategy `additive`
  /// keeps them.
  private func merged(_ sections: [SectionContent<Section, Item>]) -> [SectionContent<Section, Item>] {
    guard strategy != .additive else { return sections }
    return strategy.merging(
      sections, into: [], sectionID: content.identifySection, itemID: content.identifyItem)
  }

  /// Changes the content on behalf of a loader. The machine then determines the phase, and not the edit.
  func putIn(_ change: () -> Void) {
    isApplying = true
    change()
    wasEmpty = content.numberOfItems == 0
  }
}
