extension LoadingMachine {
  /// What leads from one phase to another.
  public enum Event: String, Hashable, Sendable, CaseIterable {
    /// The first content begins to be loaded.
    case beginLoading
    /// It begins to be loaded again; a page that is being appended is dropped.
    case beginRefreshing
    /// More begins to be loaded.
    case beginAppending
    /// What was loaded is shown.
    case displayLoaded
    /// It is shown that there is none.
    case displayEmpty
    /// It is shown that loading failed.
    case displayFailed
    /// The program says that there is content.
    case declareLoaded
    /// The program says that there is none.
    case declareEmpty
    /// The first loading is given up: it is as if nothing was asked for.
    case withdraw
  }

  /// In which phases an event may happen, and which phase follows.
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

  /// All events.
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

  /// The phase that follows when an event happens; nil where it may not happen.
  public static func target(of event: Event, in phase: LoadingPhase) -> LoadingPhase? {
    rules.first { $0.event == event && $0.sources.contains(phase) }?.target
  }
}

extension LoadingMachine {
  /// What a program asks for.
  public enum Request: String, Hashable, Sendable, CaseIterable {
    /// To load the content, or to load it again.
    case load
    /// The same, where there is content already.
    case refresh
    /// To load what follows.
    case append
    /// To do again what failed.
    case retry
    /// To give up what is being loaded.
    case cancel
    /// To take the content that is there as loaded.
    case declareLoaded
    /// To take the lack of content as loaded.
    case declareEmpty
  }

  /// What is done for a request.
  public enum Action: Hashable, Sendable {
    /// Loading begins.
    case begin(Event)
    /// It begins anew in the same phase; what was being loaded is dropped.
    case restart
    /// The phase is declared.
    case declare(Event)
    /// What is being loaded is given up.
    case cancel
  }

  /// What is done for each request in each phase. What is not there is ignored. ``Request/append`` needs ``hasMore``,
  /// and ``Request/retry`` a failure.
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
    // The newer request wins: the page that was asked for would stand behind a list that is not there any more.
    .appending: .begin(.beginRefreshing),
  ]
}

extension LoadingMachine {
  /// How a loading ended.
  public enum Result: String, Hashable, Sendable, CaseIterable {
    /// With content, and there may be more.
    case complete
    /// With content, and there is no more.
    case partial
    /// Without content, and there is none.
    case empty
    /// With an error.
    case failed
    /// It was given up.
    case cancelled

    /// Whether there may be more behind it; nil where the result says nothing about it.
    var hasMore: Bool? {
      switch self {
      case .complete: true
      case .partial, .empty: false
      case .failed, .cancelled: nil
      }
    }
  }

  /// What happens when a loading ends.
  public struct FinishRule: Hashable, Sendable {
    /// How it ends.
    public let results: [Result]
    /// The phases in which it ends.
    public let phases: [LoadingPhase]
    /// The phase in which it began; nil for any.
    public let source: LoadingPhase?
    /// What happens, in order.
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

  /// What happens for each result in each phase; the first rule that covers them holds.
  ///
  /// A loading that appended leads to ``LoadingPhase/loaded`` even where it failed, unless the list was emptied by hand
  /// meanwhile and nothing came.
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
