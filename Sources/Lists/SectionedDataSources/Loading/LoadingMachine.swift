/// The state machine of a loading list: the order of phases, the effect of requests in each phase, and the end of
/// loadings. It loads nothing itself.
///
/// ```swift
/// var machine = LoadingMachine()
/// machine.perform(.load)                                 // .begin(.beginLoading); the phase is .loading
/// machine.finish(machine.ticket, with: .complete)        // true; the phase is .loaded, and there may be more
/// machine.finish(machine.ticket, with: .failed)          // false: nothing is being loaded
/// ```
///
/// Its rules are data: ``rules``, ``requestRules`` and ``finishRules``. Combinations that are not listed are ignored.
public struct LoadingMachine: Hashable, Sendable {
  /// The state of loading of the content.
  public private(set) var phase: LoadingPhase = .initial
  /// The phase in which the loading began, and to which the list returns if it is cancelled; nil if nothing is being
  /// loaded. It is unchanged when a loading restarts, or when another loading replaces the one in progress.
  public private(set) var source: LoadingPhase?
  /// The number of the loading in progress; nil if nothing is being loaded. The caller passes it to
  /// ``finish(_:with:)``, so that the machine ignores late and repeated calls.
  public private(set) var ticket: Int?
  /// Whether there may be more content. It is true until a page or a declaration sets it, and is independent of the
  /// phase.
  public private(set) var hasMore = true
  /// Whether the last loading was of a next page, and failed.
  public private(set) var didAppendFail = false
  private var lastTicket = 0

  /// Makes a machine in the phase ``LoadingPhase/initial``.
  public init() {}
}

extension LoadingMachine {
  /// Performs an event.
  ///
  /// - Returns: whether the event may happen in this phase. If not, nothing has changed.
  @discardableResult
  public mutating func fire(_ event: Event) -> Bool {
    guard let target = Self.target(of: event, in: phase) else { return false }
    source = target.isLoading ? (phase.isLoading ? source : phase) : nil
    ticket = target.isLoading ? nextTicket() : nil
    didAppendFail = false
    phase = target
    return true
  }

  /// Returns the effect that a request would have now; nil if it would be ignored.
  public func action(for request: Request) -> Action? {
    guard let action = Self.requestRules[request]?[phase] else { return nil }
    switch request {
    case .append: return hasMore ? action : nil
    case .retry: return phase == .failed || didAppendFail ? action : nil
    default: return action
    }
  }

  /// Performs a request.
  ///
  /// - Returns: the effect; nil if the request is ignored.
  @discardableResult
  public mutating func perform(_ request: Request) -> Action? {
    guard let action = action(for: request) else { return nil }
    switch action {
    case .begin(let event): fire(event)
    case .restart: ticket = nextTicket()
    case .declare(let event):
      fire(event)
      hasMore = event == .declareLoaded
    case .cancel: finish(ticket, with: .cancelled)
    }
    return action
  }

  /// Returns the phase after a result of the loading in progress; nil if nothing is being loaded.
  public func target(of result: Result) -> LoadingPhase? {
    var machine = self
    return machine.finish(ticket, with: result) ? machine.phase : nil
  }

  /// Ends the loading in progress.
  ///
  /// - Parameters:
  ///   - ticket: the number of the loading.
  ///   - result: its result.
  /// - Returns: whether that loading was in progress. If not, nothing has changed.
  @discardableResult
  public mutating func finish(_ ticket: Int?, with result: Result) -> Bool {
    guard let ticket, ticket == self.ticket,
      let rule = Self.finishRules.first(where: { $0.covers(result, phase: phase, source: source) })
    else { return false }
    let didAppendFail = phase == .appending && result == .failed
    for event in rule.events { fire(event) }
    self.didAppendFail = didAppendFail && phase == .loaded
    if let hasMore = result.hasMore { self.hasMore = hasMore }
    return true
  }

  /// Records that the list was emptied or filled by hand: a loaded list becomes empty, an empty one loaded. While
  /// something is being loaded, this changes ``source`` instead of the phase.
  ///
  /// - Returns: whether the phase has changed.
  @discardableResult
  public mutating func contentChanged(isEmpty: Bool) -> Bool {
    if phase.isLoading {
      if isEmpty ? source == .loaded : source == .empty { source = isEmpty ? .empty : .loaded }
      return false
    }
    guard phase == (isEmpty ? .loaded : .empty) else { return false }
    return fire(isEmpty ? .declareEmpty : .declareLoaded)
  }

  /// Adopts the state of an archive, as if a loading had ended with it.
  ///
  /// - Parameters:
  ///   - result: the result that is equivalent to the archive.
  ///   - hasMore: whether there may be more content.
  ///   - refreshes: whether the content is then loaded again; a loading in progress continues as that refresh.
  /// - Returns: whether this is possible in the present phase. If not, nothing has changed.
  @discardableResult
  mutating func restore(_ result: Result, hasMore: Bool, refreshes: Bool) -> Bool {
    var next = self
    if phase == .initial { next.fire(.beginLoading) }
    guard next.finish(next.ticket, with: result) else { return false }
    next.hasMore = hasMore
    if refreshes {
      next.fire(.beginRefreshing)
      if let ticket { next.ticket = ticket }
    }
    self = next
    return true
  }

  private mutating func nextTicket() -> Int {
    lastTicket += 1
    return lastTicket
  }
}
