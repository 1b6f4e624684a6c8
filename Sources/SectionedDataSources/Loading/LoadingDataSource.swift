import SectionedChanges

/// A list that is loaded, at once or page by page: its content, and how far it is.
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
/// What is asked for is done in the next turn: of several requests in one turn the last is done. Only ``cancel()`` is
/// done at once. ``machine`` says what a request does in which phase. The content and the phase change in one update.
///
/// The content is ``content``, a list in memory that may be changed by hand at any time. Where that empties a loaded
/// list, or fills an empty one, the phase follows.
///
/// **Order.** A loading that begins: ``willTransition`` with the new phase, the update, ``willLoad``, the loader,
/// ``didTransition`` with the old phase. One that ends: ``willTransition``, the update, ``didTransition``, ``didLoad``.
/// What happens in one of these closures, or in an observer of the update, waits until the last of them was called. A
/// phase that follows an edit by hand is notified by ``didTransition`` alone, since it is the edit that comes first.
///
/// **Confinement.** The source is used on the actor that made it, and goes on there when the loader has answered.
public final class LoadingDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable, Cursor
>: SectionedDataSource {
  /// What a loader answers.
  public typealias Page = LoadedPage<Section, Item, Cursor>
  /// What a loader is asked for.
  public typealias Request = LoadingRequest<Cursor>
  /// How a loading ended.
  public typealias Outcome = LoadingOutcome<Section, Item, Cursor>
  /// Asks for a page. Runs on the actor that made the source, and is cancelled with its loading.
  public typealias Loader = nonisolated(nonsending) (Request) async throws -> Page

  /// What the source shows, who observes it, and what is built on it.
  public let core: SourceCore<SectionID, ItemID>

  /// The content, to be changed by hand, too.
  public let content: MemoryDataSource<Section, SectionID, Item, ItemID>

  /// How loading goes on. It is ahead of ``SectionedDataSource/phase`` while changes are performed together.
  public internal(set) var machine = LoadingMachine()

  /// What appended items are merged by.
  public var strategy: MergeStrategy

  /// How long things take.
  public var timing: LoadingTiming

  /// The loading under way; nil when nothing is being loaded.
  public internal(set) var current: Loading?

  /// The cursor of the last page.
  public internal(set) var cursor: Cursor?

  public internal(set) var error: (any Error)?
  public internal(set) var appendError: (any Error)?

  /// Called with the new phase before it changes.
  public var willTransition: ((LoadingPhase) -> Void)?
  /// Called with the old phase after it changed.
  public var didTransition: ((LoadingPhase) -> Void)?
  /// Called before a loading is handed to the loader.
  public var willLoad: ((Loading) -> Void)?
  /// Called after a loading has ended and its phase has followed. Nothing is called for one that was dropped for
  /// another.
  public var didLoad: ((Loading, Outcome) -> Void)?

  /// Called with each loading, which it must end sooner or later; nil where nothing can be loaded, and a request is an
  /// anomaly.
  public var start: ((Loading) -> Void)?

  /// Where the source reports what makes no sense.
  public var anomalies: AnomalyHandler { content.anomalies }

  let scheduler: LoadingScheduler
  let timer: LoadingTimer
  let elapsed: () -> () -> Duration

  var asked: LoadingMachine.Request?
  var isScheduled = false
  /// What happens after what is happening now.
  var waiting: [() -> Void] = []
  var isHandling = false
  var waitingForContent: [() -> Void] = []

  var pending = PendingUpdates<SectionID, ItemID>()
  /// Whether what was last seen, or put in, was no item.
  var wasEmpty: Bool
  /// Whether the next step of the content comes from a loader.
  var isApplying = false
  /// For each phase that followed an edit by hand, until that was notified.
  var flips: [Int: ObservationToken] = [:]
  var lastFlip = 0
  var notifiers: [(number: Int, notify: () -> Void)] = []
  var lastNotifier = 0

  /// How many loadings have failed in a row.
  var failures = 0
  var cancelRetry: (() -> Void)?

  /// Makes a source that loads with what ``start`` is set to.
  ///
  /// - Parameters:
  ///   - content: holds the content; what is in it to begin with is shown.
  ///   - cursor: the type of the cursors.
  ///   - strategy: what appended items are merged by.
  ///   - timing: how long things take.
  ///   - clock: what measures that.
  ///   - scheduler: when requests are carried out; nil for the next turn of the actor.
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
  }

  /// Makes a source that asks a loader.
  ///
  /// - Parameters:
  ///   - content: holds the content; what is in it to begin with is shown.
  ///   - cursor: the type of the cursors.
  ///   - strategy: what appended items are merged by.
  ///   - timing: how long things take.
  ///   - clock: what measures that.
  ///   - scheduler: when requests are carried out; nil for the next turn of the actor.
  ///   - isolation: the actor on which the source is used.
  ///   - loader: is asked for each page, on that actor.
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
