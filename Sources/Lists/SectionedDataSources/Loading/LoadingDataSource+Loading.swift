extension LoadingDataSource {
  /// A loading in progress, from the request to its end. It ends once; later calls are ignored.
  public final class Loading {
    /// The request to the loader. For a page before the first one, it is ``LoadingRequest/append(after:)`` with the
    /// cursor of that page.
    public let request: Request
    /// Whether a page before the first one is loaded.
    public let isEarlier: Bool
    /// The phase in which the loading began, to which the list returns if it is cancelled.
    public let sourcePhase: LoadingPhase
    /// The source that loads.
    public private(set) weak var source: LoadingDataSource?
    /// Whether the loading still accepts an outcome: it has neither ended nor been replaced by another one.
    public private(set) var isValid = true

    let ticket: Int?
    let elapsed: () -> Duration
    /// An outcome that arrived before the minimum duration, with the closure that cancels its timer.
    var early: (outcome: Outcome, giveUp: () -> Void)?
    private var droppers: [() -> Void] = []
    /// The closures that wait for the outcome. Their calls keep the source alive, and so the loading.
    var waiters: [(Outcome?) -> Void] = []

    init(_ source: LoadingDataSource, _ request: Request, isEarlier: Bool = false) {
      self.request = request
      self.isEarlier = isEarlier
      self.source = source
      sourcePhase = source.machine.source ?? source.machine.phase
      ticket = source.machine.ticket
      elapsed = source.elapsed()
    }

    /// Passes the outcome to the closures that wait for it.
    func answer(_ outcome: Outcome) { for answer in waiters.takeAll() { answer(outcome) } }

    /// Ends the loading with a page.
    ///
    /// - Returns: whether the loading was in progress.
    @discardableResult
    public func finish(_ page: Page) -> Bool { end(.page(page)) }

    /// Ends the loading with an error.
    ///
    /// - Returns: whether the loading was in progress.
    @discardableResult
    public func fail(_ error: any Error) -> Bool { end(.failed(error)) }

    /// Cancels the loading.
    ///
    /// - Returns: whether the loading was in progress.
    @discardableResult
    public func cancel() -> Bool { end(.cancelled) }

    /// Calls a closure when the loading ends in any way, for example to cancel a task or a request to a server. Calls
    /// it at once if the loading has ended.
    public func whenDropped(_ body: @escaping () -> Void) {
      if isValid { droppers.append(body) } else { body() }
    }

    private func end(_ outcome: Outcome) -> Bool {
      guard isValid else { return false }
      drop()
      source?.end(self, outcome)
      return true
    }

    /// Invalidates the loading.
    func drop() {
      isValid = false
      early?.giveUp()
      early = nil
      for body in droppers.takeAll() { body() }
    }
  }
}
