/// How loading goes on: which phase follows which, what a request does in each phase, and how a loading ends. It loads
/// nothing itself.
///
/// ```swift
/// var machine = LoadingMachine()
/// machine.perform(.load)                                 // .begin(.beginLoading); the phase is .loading
/// machine.finish(machine.ticket, with: .complete)        // true; the phase is .loaded, and there may be more
/// machine.finish(machine.ticket, with: .failed)          // false: nothing is being loaded
/// ```
///
/// All of it is data: ``rules``, ``requestRules`` and ``finishRules``. What they do not name is ignored.
public struct LoadingMachine: Hashable, Sendable {
  /// How far the content is loaded.
  public private(set) var phase: LoadingPhase = .initial
  /// The phase in which the loading began, to which a cancelled one returns; nil when nothing is being loaded. A restart
  /// keeps it, and so does a loading that takes the place of another one.
  public private(set) var source: LoadingPhase?
  /// Names the loading under way; nil when nothing is being loaded. Who finishes names it, so that a late finish, or a
  /// second one, is known.
  public private(set) var ticket: Int?
  /// Whether there may be more behind what is loaded: true until a page, or a declaration, says otherwise. It says
  /// nothing about the phase.
  public private(set) var hasMore = true
  /// Whether the last loading appended, and failed.
  public private(set) var didAppendFail = false
  private var lastTicket = 0

  /// Makes a machine in the phase ``LoadingPhase/initial``.
  public init() {}
}

extension LoadingMachine {
  /// Lets an event happen.
  ///
  /// - Returns: whether it may happen in this phase. If not, nothing has changed.
  @discardableResult
  public mutating func fire(_ event: Event) -> Bool {
    guard let target = Self.target(of: event, in: phase) else { return false }
    source = target.isLoading ? (phase.isLoading ? source : phase) : nil
    ticket = target.isLoading ? nextTicket() : nil
    didAppendFail = false
    phase = target
    return true
  }

  /// What a request would do now.
  public func action(for request: Request) -> Action? {
    guard let action = Self.requestRules[request]?[phase] else { return nil }
    switch request {
    case .append: return hasMore ? action : nil
    case .retry: return phase == .failed || didAppendFail ? action : nil
    default: return action
    }
  }

  /// Does what a request asks for.
  ///
  /// - Returns: what was done; nil when the request is ignored.
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

  /// The phase to which a loading would lead that ends now; nil when nothing is being loaded.
  public func target(of result: Result) -> LoadingPhase? {
    var machine = self
    return machine.finish(ticket, with: result) ? machine.phase : nil
  }

  /// Ends the loading under way.
  ///
  /// - Parameters:
  ///   - ticket: what names the loading.
  ///   - result: how it ended.
  /// - Returns: whether the loading was under way. If not, nothing has changed.
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

  /// Notes that the list was emptied, or filled, by hand: what is loaded is empty then, or loaded again. While something
  /// is being loaded this holds for the phase to return to.
  ///
  /// - Returns: whether the phase is another one now.
  @discardableResult
  public mutating func contentChanged(isEmpty: Bool) -> Bool {
    if phase.isLoading {
      if isEmpty ? source == .loaded : source == .empty { source = isEmpty ? .empty : .loaded }
      return false
    }
    guard phase == (isEmpty ? .loaded : .empty) else { return false }
    return fire(isEmpty ? .declareEmpty : .declareLoaded)
  }

  /// Takes the content of an archive over, as a loading does that ends with it.
  ///
  /// - Parameters:
  ///   - result: what the archive comes up to.
  ///   - hasMore: whether there may be more behind it.
  ///   - refreshes: whether it is loaded again from here; a loading under way goes on as that.
  /// - Returns: whether that can be in this phase. If not, nothing has changed.
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
