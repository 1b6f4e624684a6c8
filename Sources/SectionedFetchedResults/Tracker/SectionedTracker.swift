import CoreData
import SectionedChanges

/// The part of a controller that is the same for all types of sections and items: what is shown, the two fetched lists,
/// and what follows the context's events. It is confined to the context's queue.
///
/// The shown list advances in batches, one after the other: see ``Stage`` and ``flush(isLast:)``. The tracker handles
/// objects as `NSManagedObject` only: generic code would run unspecialised in the programs that name the types.
package final class SectionedTracker {
  typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  let context: NSManagedObjectContext
  /// Makes the inner controller of the items. A test makes one that behaves otherwise.
  package var makeInnerController: InnerControllerMaker = {
    InnerController.make($0, in: $1, by: $2, cacheName: $3)
  }
  /// Records what made the cache files. A test has one of its own.
  var cacheLedger = CacheLedger.shared
  /// Owns this one.
  weak var controller: (any TrackedController)?
  /// The policies that were requested last, which may wait to be shown. Limits of single sections are in the engine
  /// only.
  var policies = ListPolicies()
  var aggregates: [ItemAggregate] = []
  /// The folded sections as they were requested last.
  let folding = FoldedSections()
  var itemDependencyPaths: [String] = []
  var sectionDependencyPaths: [String] = []

  // As in the engine, properties that each event accesses a dozen times are checked only while the program is developed
  // and tested.
  /// The list that the accessors and all outputs show. Set in `SectionedTracker+Showing` only.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var shown = ShownList()
  /// The lists that name what is shown: those before ``lists`` while the way from them to these is reported.
  var shownLists: FetchedLists?
  /// Nil until the first fetch.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var lists: FetchedLists?
  /// For the inner controllers of all fetches.
  lazy var eventKeys = EventKeys(context)
  var observation: ContextObservation?
  /// The events of the context, once something waits for an end of them.
  var events: ContextEvents?
  let outputs = ControllerOutputs()
  var unusedCalls: UnusedCalls = []
  #if DEBUG
    /// Whether it is logged that the list was read before the first fetch.
    var wasReadEarly = false
    /// Set with the first delegate, where that comes before the first fetch.
    var forgottenFetch: ForgottenFetch?
  #endif

  var stage = Stage.resting
  /// The requested work that is not done yet, in order.
  var waiting: [Work] = []
  private(set) lazy var recovery = ResetRecovery { [weak self] in self?.fetchAgain() }
  /// Whether the recovery from a reset asked the controller for a fetch: the next fetch that begins is it.
  var isFetchingAgain = false
  /// Whether the section objects of what is shown are of no use any more.
  var needsRevival = false
  /// The objects that left the list with the running batch, by ID: they are held nowhere else.
  var leaving: [NSManagedObjectID: NSManagedObject] = [:]
  var isFlushScheduled = false
  var failedKeys: Set<GroupKey> = []
  /// The closure that is notified of errors while there is no delegate.
  var reportUndelegated: ((any Error) -> Void)?
  /// The IDs that objects got since the callbacks under way began, by those under which they were reported.
  var renamed: [NSManagedObjectID: NSManagedObjectID] = [:]
  /// The renamings that were not reported to the delegate yet, by places in the shown list.
  var unreportedNames = ChangeSet()
  /// The change sets that were reported last: a batch, and the renamings while it was reported. The places are the same
  /// for all.
  var lastReported: [ChangeSet] = []
  /// Whether a batch is being reported of which the new list is shown already.
  var isShowingBatch = false
  /// Whether objects get permanent IDs before they are reported.
  var obtainsPermanentIDs = false {
    didSet { lists?.setNeedsPermanentIDs(obtainsPermanentIDs) }
  }

  init(_ context: NSManagedObjectContext) { self.context = context }

  deinit { outputs.finish() }
}

extension SectionedTracker {
  /// Whether the context was reset, and the lists are not fetched again. What was shown before still is.
  var isHeld: Bool { recovery.isHeld }

  /// A stage of the tracker's work. Requests at any stage but `resting` wait for its end.
  enum Stage {
    case resting
    /// Waiting work is being done, and no delegate's method runs. A fetch that this needs ends an event, which waits.
    case delivering
    /// A delegate's method runs.
    case reporting
    /// A user's move is shown whose edits are not known yet.
    case moving
  }

  /// Work that changes the shown list, besides the context's events.
  enum Work {
    case policies((inout ListPolicies) -> Void)
    /// Another limit of one section; the section of unmatched items has no object.
    case limit(ItemLimit?, section: NSManagedObject?)
    /// Other folded sections, which `folding` has.
    case folding
    /// Lists that were fetched. They follow the context already.
    case fetched(FetchedLists, isReported: Bool)
  }
}

/// The controller that owns a tracker, as far as the tracker needs it: it has the types and the delegate.
protocol TrackedController: AnyObject {
  var verifiesChanges: Bool { get }
  func performFetch() throws
  /// Notifies the delegate of the coming changes, while the old list is shown.
  ///
  /// - Returns: the delegate that gets the batch; nil when there is none.
  func announceChanges() -> AnyObject?
  /// Reports a batch of changes, when the new list is shown, to the delegate that was notified of the coming changes. One
  /// that was replaced since gets nothing.
  func report(_ batch: ChangeBatch, to notified: AnyObject)
  /// Reports that objects got other IDs. The list is the same.
  func reportRenamed(_ changes: SectionedTracker.ChangeSet)
  func report(_ error: any Error)
}

/// The batch that is reported to a delegate for one event.
struct ChangeBatch {
  let changes: SectionedTracker.ChangeSet
  /// The list before it.
  let old: ShownList
  /// Items that left the inner list, by ID: their objects cannot be asked for any more.
  let leaving: [NSManagedObjectID: NSManagedObject]
  /// The items that are now at the places where something happened, when there are enough to make a lookup worthwhile.
  let present: [ItemPlace: ItemToken]
}

/// The methods that the delegate does not have: their defaults were called.
struct UnusedCalls: OptionSet {
  let rawValue: Int

  static var sections: UnusedCalls { UnusedCalls(rawValue: 1) }
  static var items: UnusedCalls { UnusedCalls(rawValue: 2) }
  static var will: UnusedCalls { UnusedCalls(rawValue: 4) }
  static var did: UnusedCalls { UnusedCalls(rawValue: 8) }
  static var changes: UnusedCalls { UnusedCalls(rawValue: 16) }
}
