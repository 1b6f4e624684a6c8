extension LoadingMachine {
  /// An event that changes the phase.
  public enum Event: String, Hashable, Sendable, CaseIterable {
    /// The loading of the first content begins.
    case beginLoading
    /// The loading of the content begins again; a page that is being appended is dropped.
    case beginRefreshing
    /// The loading of the next page begins.
    case beginAppending
    /// The loaded content is shown.
    case displayLoaded
    /// The list is shown as empty.
    case displayEmpty
    /// The failure of the loading is shown.
    case displayFailed
    /// The program declares that there is content.
    case declareLoaded
    /// The program declares that there is no content.
    case declareEmpty
    /// The first loading is cancelled, as if nothing had been requested.
    case withdraw
  }

  /// A transition: the phases in which an event may happen, and the phase after it.
  public struct Rule: Hashable, Sendable {
    /// The event.
    public let event: Event
    /// The phases in which it may happen.
    public let sources: [LoadingPhase]
    /// The phase that follows.
    public let target: LoadingPhase

    init(_ event: Event, from sources: [LoadingPhase], to target: LoadingPhase) {
      self.event = event
      self.sources = sources
      self.target = target
    }
  }

  /// The transitions of all events.
  public static let rules = [
    Rule(.beginLoading, from: [.initial], to: .loading),
    Rule(.beginRefreshing, from: [.loaded, .empty, .failed, .appending], to: .refreshing),
    Rule(.beginAppending, from: [.loaded], to: .appending),
    Rule(.displayLoaded, from: [.loading, .refreshing, .appending], to: .loaded),
    Rule(.displayEmpty, from: [.loading, .refreshing], to: .empty),
    Rule(.displayFailed, from: [.loading, .refreshing], to: .failed),
    Rule(.declareLoaded, from: [.initial, .empty, .failed], to: .loaded),
    Rule(.declareEmpty, from: [.initial, .loaded, .failed], to: .empty),
    Rule(.withdraw, from: [.loading], to: .initial),
  ]

  /// Returns the phase after an event; nil if the event may not happen in a phase.
  public static func target(of event: Event, in phase: LoadingPhase) -> LoadingPhase? {
    rules.first { $0.event == event && $0.sources.contains(phase) }?.target
  }
}

extension LoadingMachine {
  /// A request of the program.
  public enum Request: String, Hashable, Sendable, CaseIterable {
    /// Loads the content, or loads it again.
    case load
    /// Does the same as ``load``, under the name of the user's action.
    case refresh
    /// Loads the next page.
    case append
    /// Retries the loading that failed.
    case retry
    /// Cancels the loading in progress.
    case cancel
    /// Declares the present content as loaded.
    case declareLoaded
    /// Declares that there is no content to load.
    case declareEmpty
  }

  /// The effect of a request.
  public enum Action: Hashable, Sendable {
    /// A loading begins.
    case begin(Event)
    /// The loading begins again in the same phase; the one in progress is dropped.
    case restart
    /// A phase is declared.
    case declare(Event)
    /// The loading in progress is cancelled.
    case cancel
  }

  /// The effect of each request in each phase. Combinations that are not listed are ignored. ``Request/append`` needs
  /// ``hasMore``, and ``Request/retry`` a failure.
  public static let requestRules: [Request: [LoadingPhase: Action]] = [
    .load: loadRules,
    .refresh: loadRules,
    .append: [.loaded: .begin(.beginAppending)],
    .retry: [.failed: .begin(.beginRefreshing), .loaded: .begin(.beginAppending)],
    .cancel: [.loading: .cancel, .refreshing: .cancel, .appending: .cancel],
    .declareLoaded: [
      .initial: .declare(.declareLoaded), .empty: .declare(.declareLoaded), .failed: .declare(.declareLoaded),
    ],
    .declareEmpty: [
      .initial: .declare(.declareEmpty), .loaded: .declare(.declareEmpty), .failed: .declare(.declareEmpty),
    ],
  ]

  private static let loadRules: [LoadingPhase: Action] = [
    .initial: .begin(.beginLoading), .loading: .restart, .refreshing: .restart, .loaded: .begin(.beginRefreshing),
    .empty: .begin(.beginRefreshing), .failed: .begin(.beginRefreshing),
    // The newer request wins: the page would be appended to a list that the new loading replaces.
    .appending: .begin(.beginRefreshing),
  ]
}

extension LoadingMachine {
  /// The result of a loading.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// The loading ended with content, and there may be more.
    case complete
    /// The loading ended with content, and there is no more.
    case partial
    /// The loading ended without content, and there is none.
    case empty
    /// The loading ended with an error.
    case failed
    /// The loading was cancelled.
    case cancelled

    /// Whether there may be more; nil if the result does not determine this.
    var hasMore: Bool? {
      switch self {
      case .complete: true
      case .partial, .empty: false
      case .failed, .cancelled: nil
      }
    }
  }

  /// A rule for the end of a loading.
  public struct FinishRule: Hashable, Sendable {
    /// The results of the loading to which the rule applies.
    public let results: [Result]
    /// The phases in which the loading may end.
    public let phases: [LoadingPhase]
    /// The phase in which it began; nil for any.
    public let source: LoadingPhase?
    /// The events that happen, in order.
    public let events: [Event]

    init(_ results: [Result], in phases: [LoadingPhase], from source: LoadingPhase? = nil, _ events: [Event]) {
      self.results = results
      self.phases = phases
      self.source = source
      self.events = events
    }

    func covers(_ result: Result, phase: LoadingPhase, source: LoadingPhase?) -> Bool {
      results.contains(result) && phases.contains(phase) && (self.source == nil || self.source == source)
    }
  }

  /// The events for each result in each phase. The first rule that applies is used.
  ///
  /// The loading of a next page ends in ``LoadingPhase/loaded`` even if it failed, unless the list was emptied by hand
  /// meanwhile and the loading brought no items.
  public static let finishRules = [
    FinishRule([.complete, .partial], in: [.loading, .refreshing, .appending], [.displayLoaded]),
    FinishRule([.empty], in: [.loading, .refreshing], [.displayEmpty]),
    FinishRule([.failed], in: [.loading, .refreshing], [.displayFailed]),
    FinishRule([.empty, .failed, .cancelled], in: [.appending], from: .empty, [.displayLoaded, .declareEmpty]),
    FinishRule([.empty, .failed, .cancelled], in: [.appending], [.displayLoaded]),
    FinishRule([.cancelled], in: [.loading], from: .initial, [.withdraw]),
    FinishRule([.cancelled], in: [.refreshing], from: .loaded, [.displayLoaded]),
    FinishRule([.cancelled], in: [.refreshing], from: .empty, [.displayEmpty]),
    FinishRule([.cancelled], in: [.refreshing], from: .failed, [.displayFailed]),
  ]
}
