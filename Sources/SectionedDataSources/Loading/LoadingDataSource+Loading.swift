extension LoadingDataSource {
  /// One loading under way, from the request to its end. It ends once: what comes later is ignored.
  public final class Loading {
    /// What is asked for.
    public let request: Request
    /// The phase in which the loading began, to which a cancelled one returns.
    public let sourcePhase: LoadingPhase
    /// The source that loads.
    public private(set) weak var source: LoadingDataSource?
    /// Whether it has not ended, and was not dropped for another.
    public private(set) var isValid = true

    let ticket: Int?
    let elapsed: () -> Duration
    /// What came sooner than it may.
    var early: (outcome: Outcome, giveUp: () -> Void)?
    private var droppers: [() -> Void] = []

    init(_ source: LoadingDataSource, _ request: Request) {
      self.request = request
      self.source = source
      sourcePhase = source.machine.source ?? source.machine.phase
      ticket = source.machine.ticket
      elapsed = source.elapsed()
    }

    /// Ends the loading with a page.
    ///
    /// - Returns: whether it had not ended.
    @discardableResult
    public func finish(_ page: Page) -> Bool { end(.page(page)) }

    /// Ends the loading with an error.
    ///
    /// - Returns: whether it had not ended.
    @discardableResult
    public func fail(_ error: any Error) -> Bool { end(.failed(error)) }

    /// Ends the loading: it is given up.
    ///
    /// - Returns: whether it had not ended.
    @discardableResult
    public func cancel() -> Bool { end(.cancelled) }

    /// Calls a closure when the loading has ended in whatever way: where a task, or a request to a server, is to be
    /// cancelled. At once where it has.
    public func whenDropped(_ body: @escaping () -> Void) {
      if isValid { droppers.append(body) } else { body() }
    }

    private func end(_ outcome: Outcome) -> Bool {
      guard isValid else { return false }
      drop()
      source?.end(self, outcome)
      return true
    }

    /// Makes it invalid.
    func drop() {
      isValid = false
      early?.giveUp()
      early = nil
      let droppers = droppers
      self.droppers = []
      for body in droppers { body() }
    }
  }
}
