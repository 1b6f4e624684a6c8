import SectionedChanges

/// A list that is loaded at once or page by page: its content and its loading state.
///
/// ```swift
/// @MainActor func makeBooks() -> LoadingList<Shelf, Book, String> {
///   LoadingList(MemoryList(), isolation: #isolation) { request in
///     switch request {
///     case .load, .refresh: try await service.books(after: nil)
///     case .append(let after): try await service.books(after: after)
///     }
///   }
/// }
/// books.load()
/// ```
///
/// The models may be of any type: a page need not be `Sendable` unless the loader gets it from another actor. To
/// archive the list, they have to be `Codable`.
///
/// Requests are performed in the next turn. Of several requests in one turn, only the last one is performed, and
/// ``append()`` only if the last of the rest has no effect. Only ``cancel()`` acts at once. The rules of ``machine``
/// define the effect of each request in each phase. The content and the phase change in one update.
///
/// The content is ``content``, a list in memory that may be changed by hand at any time. If such an edit empties a
/// loaded list, or fills an empty one, the phase changes with it.
///
/// **Order.** At the beginning of a loading: ``willTransition`` with the new phase, the update, ``willLoad``, the
/// loader, ``didTransition`` with the old phase. At its end: ``willTransition``, the update, ``didTransition``,
/// ``didLoad``. Requests and events that arise in one of these closures, or in an observer of the update, wait until
/// the last closure has returned. If a manual edit changes the phase, only ``didTransition`` is called, because the
/// edit comes first. If such an edit is made in one of these closures, the phase changes later, with both calls.
///
/// **Confinement.** The source is used on the actor that made it, and continues there when the loader has returned.
public final class LoadingDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable, Cursor
>: SectionedDataSource {
  /// The answer of a loader.
  public typealias Page = LoadedPage<Section, Item, Cursor>
  /// A request to a loader.
  public typealias Request = LoadingRequest<Cursor>
  /// The outcome of a loading.
  public typealias Outcome = LoadingOutcome<Section, Item, Cursor>
  /// Loads a page. It runs on the actor that made the source, and is cancelled with its loading.
  public typealias Loader = nonisolated(nonsending) (Request) async throws -> Page

  /// The shown list, its observers, and the sources built on this one.
  public let core: SourceCore<SectionID, ItemID>

  /// The content, which may also be changed by hand.
  public let content: MemoryDataSource<Section, SectionID, Item, ItemID>

  /// The state machine of the loading. It is ahead of ``SectionedDataSource/phase`` while changes are performed
  /// together.
  public internal(set) var machine = LoadingMachine()

  /// The strategy by which appended items are merged.
  public var strategy: MergeStrategy

  /// The minimum duration, timeout and retry delays of loadings.
  public var timing: LoadingTiming

  /// The loading in progress; nil when nothing is being loaded.
  public internal(set) var current: Loading?

  /// The cursor of the last page.
  public internal(set) var cursor: Cursor?

  public internal(set) var error: (any Error)?
  public internal(set) var appendError: (any Error)?

  /// Called with the new phase before it changes.
  public var willTransition: ((LoadingPhase) -> Void)?
  /// Called with the old phase after it changed.
  public var didTransition: ((LoadingPhase) -> Void)?
  /// Called before a loading is passed to the loader.
  public var willLoad: ((Loading) -> Void)?
  /// Called after a loading has ended and the phase has changed. Not called for a loading that another one replaced.
  public var didLoad: ((Loading, Outcome) -> Void)?

  /// Called with each loading, which it must end at some time. If it is nil, each request is reported as an anomaly.
  public var start: ((Loading) -> Void)?
  /// Called with each loading of a page before the first one, as ``start`` is with all other loadings.
  /// ``setEarlierLoader(isolation:_:)`` sets it.
  public var startEarlier: ((Loading) -> Void)?

  /// The handler to which the source reports anomalies.
  public var anomalies: AnomalyHandler { content.anomalies }

  let scheduler: LoadingScheduler
  let timer: LoadingTimer
  let elapsed: () -> () -> Duration

  /// The requests made in this turn, in order.
  var asked: [Asked] = []
  var isScheduled = false
  /// The events that wait for the one being handled.
  var waiting: [() -> Void] = []
  var isHandling = false
  var waitingForContent: [() -> Void] = []

  var pending = PendingUpdates<SectionID, ItemID>()
  /// Whether the content was empty when it was last examined or set.
  var wasEmpty: Bool
  /// Whether the next step of the content comes from a loader.
  var isApplying = false
  /// The observations that report phase changes after manual edits. Each is removed when it is notified.
  var flips: [Int: ObservationToken] = [:]
  var lastFlip = 0
  var notifiers: [(number: Int, notify: () -> Void)] = []
  var lastNotifier = 0

  /// The loading of pages before the first one.
  var earlier = EarlierPages()

  /// The number of loadings that failed in a row.
  var failures = 0
  var cancelRetry: (() -> Void)?
  /// Whether a request of this turn has cancelled a scheduled retry.
  var hasDroppedRetry = false

  /// Makes a source without a loader. Set ``start`` before the first request.
  ///
  /// - Parameters:
  ///   - content: holds the content; its initial items are shown.
  ///   - cursor: the type of the cursors.
  ///   - strategy: the strategy by which appended items are merged.
  ///   - timing: the minimum duration, timeout and retry delays of loadings.
  ///   - clock: the clock that measures this timing.
  ///   - scheduler: determines when requests are performed; nil for the next turn of the actor.
  ///   - isolation: the actor on which the source is used.
  public init(
    _ content: MemoryDataSource<Section, SectionID, Item, ItemID>, cursor: Cursor.Type = Cursor.self,
    strategy: MergeStrategy = .updateInPlace, timing: LoadingTiming = LoadingTiming(),
    clock: any Clock<Duration> = ContinuousClock(), scheduler: LoadingScheduler? = nil,
    isolation: isolated (any Actor)?
  ) {
    self.content = content
    self.strategy = strategy
    self.timing = timing
    self.scheduler = scheduler ?? .nextTurn(isolation: isolation)
    timer = LoadingTimer(clock, isolation: isolation)
    elapsed = { Self.stopwatch(clock) }
    core = SourceCore(snapshot: content.snapshot, phase: .initial)
    wasEmpty = content.numberOfItems == 0
    content.core.attach(core) { [weak self] in self?.pending.append($0) }
    core.step = { [weak self] in self?.makeStep() }
    core.findNames(in: content.core)
  }

  /// Makes a source with a loader.
  ///
  /// - Parameters:
  ///   - content: holds the content; its initial items are shown.
  ///   - cursor: the type of the cursors.
  ///   - strategy: the strategy by which appended items are merged.
  ///   - timing: the minimum duration, timeout and retry delays of loadings.
  ///   - clock: the clock that measures this timing.
  ///   - scheduler: determines when requests are performed; nil for the next turn of the actor.
  ///   - isolation: the actor on which the source is used.
  ///   - loader: called for each page, on that actor.
  public convenience init(
    _ content: MemoryDataSource<Section, SectionID, Item, ItemID>, cursor: Cursor.Type = Cursor.self,
    strategy: MergeStrategy = .updateInPlace, timing: LoadingTiming = LoadingTiming(),
    clock: any Clock<Duration> = ContinuousClock(), scheduler: LoadingScheduler? = nil,
    isolation: isolated (any Actor)?, loader: @escaping Loader
  ) {
    self.init(
      content, cursor: cursor, strategy: strategy, timing: timing, clock: clock, scheduler: scheduler,
      isolation: isolation)
    start = { loading in
      requireActor(isolation)
      let task = Task {
        _ = isolation
        do {
          loading.finish(try await loader(loading.request))
        } catch is CancellationError {
          loading.cancel()
        } catch {
          loading.fail(error)
        }
      }
      loading.whenDropped { task.cancel() }
    }
  }

  deinit {
    content.core.detach(core)
    current?.drop()
    earlier.current?.drop()
    cancelRetry?()
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// A loading source whose sections and items have identifiers of their own.
public typealias LoadingList<Section: Identifiable, Item: Identifiable, Cursor> = LoadingDataSource<
  Section, Section.ID, Item, Item.ID, Cursor
> where Section.ID: Sendable, Item.ID: Sendable
