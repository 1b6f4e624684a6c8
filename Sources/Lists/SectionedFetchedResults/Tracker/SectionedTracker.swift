import CoreData
import SectionedChanges

/// The part of a controller that does not depend on its types: the shown list, the two fetched lists, and the code that
/// follows the context's events. It is confined to the context's queue.
///
/// The shown list advances in batches, one after the other: see ``Stage`` and ``flush(isLast:)``. The tracker handles
/// all objects as `NSManagedObject`, because generic code would run unspecialised in client programs.
package final class SectionedTracker {
  typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  let context: NSManagedObjectContext
  /// Makes the inner controller of the items. Tests replace it by one that behaves differently.
  package var makeInnerController: InnerControllerMaker = {
    InnerController.make($0, in: $1, by: $2, cacheName: $3)
  }
  /// Records which requests made the cache files. A test has a ledger of its own.
  var cacheLedger = CacheLedger.shared
  /// The controller that owns this tracker.
  weak var controller: (any TrackedController)?
  /// The policies that were requested last. They may not be shown yet. The engine alone has the limits of single
  /// sections.
  var policies = ListPolicies()
  var aggregates: [ItemAggregate] = []
  /// The folded sections as they were requested last.
  let folding = FoldedSections()
  var itemDependencyPaths: [String] = []
  var sectionDependencyPaths: [String] = []

  // Release builds skip the exclusivity checks of properties that each event accesses a dozen times, as in the engine.
  /// The list that the accessors and all outputs show. Set in `SectionedTracker+Showing` only.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var shown = ShownList()
  /// The lists whose tokens the shown version has. These are the lists before ``lists`` while the switch to new ones is
  /// reported.
  var shownLists: FetchedLists?
  /// The newest fetched lists; nil until the first fetch.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lists: FetchedLists?
  /// Shared by the inner controllers of all fetches.
  lazy var eventKeys = EventKeys(context)
  var observation: ContextObservation?
  /// The events of the context, set once something must wait for the end of an event.
  var events: ContextEvents?
  let outputs = ControllerOutputs()
  var unusedCalls: UnusedCalls = []
  #if DEBUG
    /// Whether a message was logged because the list was read before the first fetch.
    var wasReadEarly = false
    /// Set with the first delegate, if that comes before the first fetch.
    var forgottenFetch: ForgottenFetch?
  #endif

  var stage = Stage.resting
  /// The requested work that is not done yet, in order.
  var waiting: [Work] = []
  private(set) lazy var recovery = ResetRecovery { [weak self] in self?.fetchAgain() }
  /// Whether the recovery from a reset has just asked the controller to fetch. The next fetch that begins is that one.
  var isFetchingAgain = false
  /// Whether the shown section objects are invalid, because the context was reset.
  var needsRevival = false
  /// The objects that left the list with the running batch, by ID. Only this dictionary retains them.
  var leaving: [NSManagedObjectID: NSManagedObject] = [:]
  var isFlushScheduled = false
  var failedKeys: Set<GroupKey> = []
  /// The closure that is called with errors while there is no delegate.
  var reportUndelegated: ((any Error) -> Void)?
  /// The IDs that objects got since the running callbacks began, by the IDs under which the objects were reported.
  var renamed: [NSManagedObjectID: NSManagedObjectID] = [:]
  /// The renamings that were not reported to the delegate yet, with places in the shown list.
  var unreportedNames = ChangeSet()
  /// The change sets that were reported last: a batch, and the renamings during it. All have the same new places.
  var lastReported: [ChangeSet] = []
  /// Whether a batch is being reported and its new list is already shown.
  var isShowingBatch = false
  /// Whether objects get permanent IDs before they are reported.
  var obtainsPermanentIDs = false {
    didSet { lists?.setNeedsPermanentIDs(obtainsPermanentIDs) }
  }

  init(_ context: NSManagedObjectContext) { self.context = context }

  deinit { outputs.finish() }
}

extension SectionedTracker {
  /// Whether the context was reset and the lists are not fetched again yet. The old list is shown until then.
  var isHeld: Bool { recovery.isHeld }

  /// A stage of the tracker's work. Requests at any stage but `resting` wait for its end.
  enum Stage {
    case resting
    /// Waiting work is being done, and no delegate method runs. Fetches that are part of it end the current event,
    /// whose delivery waits.
    case delivering
    /// A delegate's method runs.
    case reporting
    /// A user's move is shown, and the program is still making its edits.
    case moving
  }

  /// Work that changes the shown list, besides the context's events.
  enum Work {
    case policies((inout ListPolicies) -> Void)
    /// Another limit of one section. Nil means the section of unmatched items, which has no object.
    case limit(ItemLimit?, section: NSManagedObject?)
    /// Other folded sections, stored in `folding`.
    case folding
    /// Lists that were fetched. They already follow the context.
    case fetched(FetchedLists, isReported: Bool)
  }
}

/// The tracker's view of the controller that owns it. The controller has the types and the delegate.
protocol TrackedController: AnyObject {
  var verifiesChanges: Bool { get }
  func performFetch() throws
  /// Notifies the delegate of the coming changes, while the old list is shown.
  ///
  /// - Returns: the delegate that will get the batch; nil if there is none.
  func announceChanges() -> AnyObject?
  /// Reports a batch, once the new list is shown, to the delegate that was notified of the coming changes. If that
  /// delegate was replaced since, it gets nothing.
  func report(_ batch: ChangeBatch, to notified: AnyObject)
  /// Reports that objects got other IDs. The list stays the same.
  func reportRenamed(_ changes: SectionedTracker.ChangeSet)
  func report(_ error: any Error)
}

/// The batch that is reported to a delegate for one event.
struct ChangeBatch {
  let changes: SectionedTracker.ChangeSet
  /// The list before the batch.
  let old: ShownList
  /// The items that left the inner list, by ID. The context may no longer return their objects.
  let leaving: [NSManagedObjectID: NSManagedObject]
  /// The items at the new places of the changes; empty if they are too few to make this lookup worthwhile.
  let present: [ItemPlace: ItemToken]
}

/// The methods that the delegate does not implement, noted when their default implementations were called.
struct UnusedCalls: OptionSet {
  let rawValue: Int

  static var sections: UnusedCalls { UnusedCalls(rawValue: 1) }
  static var items: UnusedCalls { UnusedCalls(rawValue: 2) }
  static var will: UnusedCalls { UnusedCalls(rawValue: 4) }
  static var did: UnusedCalls { UnusedCalls(rawValue: 8) }
  static var changes: UnusedCalls { UnusedCalls(rawValue: 16) }
}
