// Pages before the first one. They have a loader of their own, and are loaded independently of all other pages.
extension LoadingDataSource {
  /// The state of the pages before the first one.
  struct EarlierPages {
    /// The cursor of the next earlier page to load.
    private(set) var cursor: Cursor?
    /// Whether there may be such a page.
    private(set) var hasMore = false
    /// The error of the last loading.
    var error: (any Error)?
    /// The loading in progress.
    var current: Loading?
    /// Whether the page was requested in this turn.
    var isAsked = false
    /// Whether the next turn performs such a request. It is still true when the request was cancelled.
    var isScheduled = false
    /// The closures that wait for the outcome of that request.
    var waiters: [(Outcome?) -> Void] = []

    /// Sets the cursor of the next earlier page, as given by the page after it.
    mutating func follow(_ cursor: Cursor?, hasMore: Bool) {
      (self.cursor, self.hasMore, error) = (cursor, hasMore, nil)
    }
  }
}

extension LoadingDataSource {
  /// Loads a page before the first one by its cursor. It runs on the actor that made the source, and is cancelled with
  /// its loading.
  public typealias EarlierLoader = nonisolated(nonsending) (Cursor?) async throws -> Page

  /// Whether there may be a page before the first one. The last earlier page determines this, or, without one, the
  /// first content.
  public var hasEarlier: Bool { earlier.hasMore }

  /// Whether a page before the first one is being loaded. The phase does not show this, because a next page may be
  /// loaded at the same time.
  public var isPrepending: Bool { earlier.current != nil }

  /// The error of the last loading of a page before the first one; nil if it did not fail. To load the page again, call
  /// ``prepend()``; ``retry()`` does not do so.
  public var prependError: (any Error)? { earlier.error }

  /// Sets the loader of pages before the first one, such as the older messages of a chat.
  ///
  /// The first content gives the cursor of the page before it as `LoadedPage(…, earlier:)`, and each earlier page as
  /// its `cursor`. The items are merged by the source's ``strategy``: new items are inserted before the first item of
  /// their section, and new sections before the first section. Items of `LoadedPage(items:)` belong to the first
  /// section.
  ///
  /// ```swift
  /// list.setEarlierLoader(isolation: #isolation) { before in
  ///   let messages = try await server.messages(before: before)
  ///   return LoadedPage(items: messages, cursor: messages.first?.id)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: the actor on which the source is used.
  ///   - loader: called for each page, on that actor, with the cursor of the page.
  public func setEarlierLoader(
    isolation: isolated (any Actor)?, _ loader: @escaping EarlierLoader
  ) {
    startEarlier = { loading in
      requireActor(isolation)
      let cursor = if case .append(let before) = loading.request { before } else { nil as Cursor? }
      let task = Task {
        _ = isolation
        do {
          loading.finish(try await loader(cursor))
        } catch is CancellationError {
          loading.cancel()
        } catch {
          loading.fail(error)
        }
      }
      loading.whenDropped { task.cancel() }
    }
  }

  /// Declares whether there may be a page before the content, for example if the content did not come from a loader.
  /// Cancels a loading of an earlier page.
  ///
  /// - Parameters:
  ///   - cursor: the cursor of that page.
  ///   - hasEarlier: whether there may be one.
  public func declareEarlier(_ cursor: Cursor?, hasEarlier: Bool = true) {
    handle { [self] in
      dropEarlier()
      earlier.follow(cursor, hasMore: hasEarlier)
      notifyLoading()
    }
  }

  /// Requests the page before the first one, in the next turn. Ignored unless the content is loaded, there may be such
  /// a page, and none is being loaded.
  ///
  /// A next page may be loaded at the same time. Any other loading cancels this one, because its answer replaces the
  /// list. Of ``timing``, only the timeout applies.
  public func prepend() { askEarlier() }

  /// Requests the page before the first one, and waits for the end of its loading.
  ///
  /// - Returns: the outcome, which is `cancelled` if another loading replaced this one or ``cancel()`` was called; nil if
  ///   the request was ignored.
  /// - Complexity: O(1), besides the loading and the update with its page.
  @discardableResult
  public nonisolated(nonsending) func outcomeOfPrepend() async -> Outcome? {
    var outcome: Outcome?
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      askEarlier {
        outcome = $0
        continuation.resume()
      }
    }
    return outcome
  }

  private func askEarlier(answer: ((Outcome?) -> Void)? = nil) {
    earlier.isAsked = true
    if let answer { earlier.waiters.append(answer) }
    guard !earlier.isScheduled else { return }
    earlier.isScheduled = true
    scheduler.schedule { [weak self] in
      guard let self else { return }
      earlier.isScheduled = false
      guard earlier.isAsked else { return }
      earlier.isAsked = false
      let waiters = earlier.waiters.takeAll()
      handle { [self] in beginEarlier(waiters) }
    }
  }

  /// Cancels the request of this turn for the page before the first one.
  func cancelAskedEarlier() {
    earlier.isAsked = false
    answer(earlier.waiters.takeAll(), .cancelled)
  }

  private func beginEarlier(_ waiters: [(Outcome?) -> Void]) {
    let isLoaded = machine.phase == .loaded || machine.phase == .appending
    guard isLoaded, hasEarlier, !isPrepending else { return answer(waiters, nil) }
    guard let startEarlier else {
      anomalies.report(.init(.noLoader, "prepend: this source has nothing that loads earlier pages."))
      return answer(waiters, nil)
    }
    let loading = Loading(self, .append(after: earlier.cursor), isEarlier: true)
    loading.waiters = waiters
    (earlier.current, earlier.error) = (loading, nil)
    notifyLoading()
    willLoad?(loading)
    if let timeout = timing.timeout {
      loading.whenDropped(timer.after(timeout) { [weak loading] in loading?.fail(LoadingTimeout(timeout)) })
    }
    startEarlier(loading)
  }

  private func answer(_ waiters: [(Outcome?) -> Void], _ outcome: Outcome?) {
    for waiter in waiters { waiter(outcome) }
  }

  /// Ends the loading of an earlier page, if it is the current one.
  func endEarlier(_ loading: Loading, _ outcome: Outcome) {
    guard loading === earlier.current else { return }
    loading.drop()
    let outcome = checked(outcome)
    earlier.current = nil
    switch outcome {
    case .page(let page):
      earlier.follow(page.cursor, hasMore: page.hasMore)
      isApplying = true
      content.performTogether { merge(page) }
      isApplying = false
    case .failed(let error): earlier.error = error
    case .cancelled: break
    }
    notifyLoading()
    didLoad?(loading, outcome)
    loading.answer(outcome)
  }

  private func merge(_ page: Page) {
    switch page.content {
    case .sections(let sections): content.mergeEarlier(sections, by: strategy)
    case .items(let items): try? content.mergeEarlier(items, intoSection: 0, by: strategy)
    }
  }

  /// Cancels the loading of an earlier page.
  func dropEarlier() {
    guard let loading = earlier.current else { return }
    earlier.current = nil
    loading.drop()
    notifyLoading()
    loading.answer(.cancelled)
  }
}
