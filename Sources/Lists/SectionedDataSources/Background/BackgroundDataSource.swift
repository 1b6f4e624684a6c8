import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The list of a controller on a background context, for the main actor. Its elements are values instead of objects.
///
/// ```swift
/// let library = BackgroundDataSource(in: container, placeholder: TrackRow(), sectionPlaceholder: "") { context in
///   SectionedFetchedResultsController<Album, Track>(
///     itemFetchRequest: tracks(), sectionFetchRequest: albums(), managedObjectContext: context,
///     sectionGroupingKeyPath: "album.identifier", cacheName: nil)
/// } section: { album in
///   album?.title ?? "Singles"
/// } item: { track in
///   TrackRow(title: track.title, length: track.length)
/// }
/// ```
///
/// Fetching, grouping, comparing and the closures run on the queue of the context. The main actor receives finished
/// steps in order, each with the least changes, the new list, and the values of changed rows. Steps that wait for a
/// busy main actor are combined.
///
/// The main actor keeps the identifiers of all rows, but values only of rows that were read, and of their neighbours. A
/// row without a value has the placeholder. Reading such a row requests its value, and the arrival of the value is an
/// update of the row. A changed row keeps its old value until the step that reports the change, which has the new
/// value. So every value that the source returns belongs to the last step.
///
/// The context merges the saves of other contexts. ``object(at:in:)`` returns the object of a row. A source built on
/// this one that reads every row, such as a filter by a closure, requests all values; use a predicate instead, or keep
/// all values.
///
/// Use it on the main actor.
public final class BackgroundDataSource<
  SectionObject: NSManagedObject, Object: NSManagedObject, SectionValue: Sendable, Value: Sendable
>: SectionedDataSource {
  /// The value of a section.
  public typealias Section = SectionValue
  /// The value of an item.
  public typealias Item = Value
  /// The identifier of a section; nil for the section of unmatched items.
  public typealias SectionID = NSManagedObjectID?
  /// The identifier of an item.
  public typealias ItemID = NSManagedObjectID
  /// The type of the controller on the background context.
  public typealias Controller = SectionedFetchedResultsController<SectionObject, Object>
  typealias Worker = ValuesWorker<SectionObject, Object, SectionValue, Value>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<NSManagedObjectID?, NSManagedObjectID>(phase: .initial)
  /// The handler to which the source reports failures of fetches.
  public let anomalies: AnomalyHandler
  /// The item of a row until its value arrives.
  public let placeholder: Value
  /// The section until its value arrives.
  public let sectionPlaceholder: SectionValue
  /// The error of the last fetch, or a later one: of a closure of ``perform(_:)``, or of a fetch that reads values; nil
  /// if the last fetch succeeded and no error followed. It is set before observers are notified of the step.
  public internal(set) var error: (any Error)?
  /// Called on the main actor with each error of a fetch or of a closure, the oldest first, after ``error`` was set to
  /// the last one. If a fetch has succeeded since, ``error`` is nil already. Errors are also reported to ``anomalies``.
  /// An error leaves the list as it is.
  public var onError: ((any Error) -> Void)?

  let requests: ValueRequests<Worker.Edit>
  let worker: ContextBound<Worker>
  let mailbox = ValuesMailbox<SectionValue, Value>()
  let discarded = DiscardedLists()
  var items: [NSManagedObjectID: Value] = [:]
  var sections: [NSManagedObjectID?: SectionValue] = [:]
  var places = PlaceIndex<NSManagedObjectID?, NSManagedObjectID>()
  /// The step that has arrived and is applied next.
  var waiting: ValuesStep<SectionValue, Value>?
  /// The rows whose values are dropped by the step that is being delivered. Reading them requests nothing. Otherwise
  /// two sources that read every row would request each other's rows forever.
  var evicted: Set<NSManagedObjectID> = []
  /// The number of the last change of the requests, and of the last change whose list has arrived.
  var (asked, answered) = (0, 0)
  var hasList = false
  /// The number of the last step, and the tasks that wait for a later one.
  var received = 0
  var waiters: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
  private var arrivals: Task<Void, Never>?

  /// Makes a source, and fetches its first list. Until that arrives it has no sections, and the phase is
  /// ``LoadingPhase/loading``.
  ///
  /// - Parameters:
  ///   - container: the container of the store. The source makes a background context of it, which merges saves.
  ///   - placeholder: the item of a row until its value arrives.
  ///   - sectionPlaceholder: the section until its value arrives.
  ///   - nearby: the number of rows on each side of the row that was read last whose values are also made.
  ///   - limit: the number of items whose values are kept. The oldest values are dropped, and made again when their
  ///     rows are read. A limit that is too small for a screen is raised.
  ///   - anomalies: the handler to which the source reports failures of fetches.
  ///   - controller: makes the controller, with all its policies, on the context's queue. It need not be fetched.
  ///   - section: makes the value of a section object, on the context's queue. It receives nil for unmatched items.
  ///   - item: makes the value of an object, on the context's queue. It may read related objects.
  @MainActor
  public init(
    in container: NSPersistentContainer, placeholder: Value, sectionPlaceholder: SectionValue, nearby: Int = 50,
    keeping limit: ItemLimit = .first(5_000), anomalies: AnomalyHandler = .standard,
    controller: @escaping @Sendable (NSManagedObjectContext) -> Controller,
    section: @escaping @Sendable (SectionObject?) -> SectionValue, item: @escaping @Sendable (Object) -> Value
  ) {
    (self.placeholder, self.sectionPlaceholder, self.anomalies) = (placeholder, sectionPlaceholder, anomalies)
    let nearby = min(max(0, nearby), 10_000)
    let limit = max(limit.most, 4 * nearby + 64)
    requests = ValueRequests(limit: min(limit, 5_000))
    let worker = ContextBound<Worker>(container.newBackgroundContext())
    self.worker = worker
    let parts = Worker.Parts(
      requests: requests, mailbox: mailbox, makeSection: section, makeItem: item, nearby: nearby, limit: limit,
      schedule: { [weak worker] in worker?.perform { $0.work() } })
    worker.begin { context in
      context.automaticallyMergesChangesFromParent = true
      return Worker(controller(context), parts)
    }
    core.hasUniqueNames()
    core.step = { [weak self] in self?.makeStep() }
    listen()
    reload()
  }

  @MainActor
  private func listen() {
    let (mailbox, discarded) = (mailbox, discarded)
    arrivals = Task { @MainActor [weak self] in
      while await Self.takeNext(of: mailbox, for: { self }) { discarded.releaseLater() }
    }
  }

  /// Waits for a step, and applies it to a source. After that, this task has no reference to the step.
  @MainActor
  private static func takeNext(
    of mailbox: ValuesMailbox<SectionValue, Value>, for source: () -> BackgroundDataSource?
  ) async -> Bool {
    guard let step = await mailbox.nextStep(), let source = source() else { return false }
    source.take(step)
    return true
  }

  deinit {
    arrivals?.cancel()
    requests.cancel()
    mailbox.finish()
    worker.end()
  }
}
