import CoreData
import SectionedChanges

/// The part of a controller that is the same for all types of sections and items: what is shown, the two fetched lists,
/// and what follows the context's events. It is confined to the context's queue.
///
/// It knows objects as `NSManagedObject` only: generic code would run unspecialised in the programs that name the types.
final class SectionedTracker {
  typealias ChangeSet = SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  typealias Snapshot = SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID>

  let context: NSManagedObjectContext
  /// Makes the inner controller of the items. A test makes one that behaves otherwise.
  var makeInnerController: InnerControllerMaker = {
    NSFetchedResultsController(
      fetchRequest: $0, managedObjectContext: $1, sectionNameKeyPath: $2, cacheName: $3)
  }
  /// Owns this one.
  weak var controller: (any TrackedController)?
  var policies = ListPolicies()
  var itemDependencyPaths: [String] = []
  var sectionDependencyPaths: [String] = []

  /// What the accessors show.
  var shown = ShownList()
  /// Nil until the first fetch.
  var lists: FetchedLists?
  var observation: ContextObservation?
  let outputs = ControllerOutputs()
  var unheard: UnheardCalls = []
  /// Whether callbacks are under way. What is told meanwhile is delivered after them.
  var isDelivering = false
  /// What was shown before everything became invalid, while the lists are not fetched again.
  var held: ShownList?
  /// Whether the accessors show another list than the inner controllers: the old one, or one that a user's move makes.
  var isShowingOther = false
  /// Whether a user's move is shown whose edits are not known yet.
  var isMoveAnnounced = false
  var isFlushScheduled = false
  var failedKeys: Set<GroupKey> = []
  /// The IDs that objects got since the callbacks under way began, by those that they were told by.
  var renamed: [NSManagedObjectID: NSManagedObjectID] = [:]
  /// What was told last, as one change set.
  var lastTold: ChangeSet?
  /// Whether objects get permanent IDs before anybody is told of them.
  var obtainsPermanentIDs = false

  init(_ context: NSManagedObjectContext) { self.context = context }

  deinit { outputs.finish() }
}

/// The controller that owns a tracker, as far as the tracker needs it: it knows the types and the delegate.
protocol TrackedController: AnyObject {
  var verifiesChanges: Bool { get }
  func performFetch() throws
  /// Tells that the list is about to change. The old one is still shown.
  func tellChangesCome()
  /// Tells that objects got other IDs. The list is the same.
  func tellRenamed(_ changes: SectionedTracker.ChangeSet)
  /// Tells a batch of changes. The new list is shown.
  func tell(_ batch: ChangeBatch)
  func tell(_ error: any Error)
}

/// What a delegate is told of one event.
struct ChangeBatch {
  let changes: SectionedTracker.ChangeSet
  /// The list before it.
  let old: ShownList
  /// Items that left the inner list, by name: their objects cannot be asked for any more.
  let leaving: [NSManagedObjectID: NSManagedObject]
  /// The items that now stand where something happened, where it was worth while to note them.
  let present: [ItemPlace: ItemToken]
}
