import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The part of a fetched list that does not depend on the type of items: the objects of one request as one section,
/// which follows its context.
///
/// Without a window, a fetched results controller follows the context; its reports are looked up in its list, and where
/// they do not fit, the lists are compared. With a window, the identifiers are fetched again at each event that may
/// affect them, because a fetched results controller lets a window grow.
final class FetchedRows {
  typealias Key = ListedID<NSManagedObjectID>

  /// The object that follows the context.
  enum Following {
    case nothing
    case results(NSFetchedResultsController<NSManagedObject>, ResultsRelay)
    case window
  }

  /// A source that is grouped by related objects.
  struct Follower {
    weak var source: AnyObject?
    let notify: (ContextNotice) -> Void
  }

  let core = SourceCore<OnlySection, NSManagedObjectID>(phase: .initial)
  let anomalies: AnomalyHandler
  var onError: ((any Error) -> Void)?
  /// Whether objects get permanent identifiers when they are inserted into the list.
  var obtainsPermanentIDs = true {
    didSet { if case .results(let controller, _) = following { setNeedsPermanentIDs(of: controller) } }
  }

  var context: NSManagedObjectContext?
  /// The events of the context: each is one step, together with those of all other sources on it.
  private(set) var events: ContextEvents?
  /// The query of the last fetch; nil before the first one.
  var query: ListQuery?
  var list = EditableList<ListedID<OnlySection>, Key>()
  var ids = FirstIDs()
  var following = Following.nothing
  var notices: ContextNotices?
  /// Finds the objects at which a fetched results controller does not look by itself.
  var related: RelatedRows?
  /// The objects reported as changed since the context's last notification of an event.
  var reported: Set<NSManagedObjectID> = []
  /// The objects reported as changed by the context's last event.
  var lastChanged = LastChanges()
  /// Further closures to call with the context's notifications, for sources grouped by related objects.
  var followers: [Follower] = []
  /// Whether the list was fetched since that notification: the new fetched results controller may have missed its
  /// event.
  var wasFetched = false
  /// The number of fetches begun. If one begins during another, only the later one takes effect.
  var fetches = 0
  private(set) lazy var recovery = ResetRecovery { [weak self] in self?.fetchAgain() }
  /// The objects that were filled together, kept so that they stay filled.
  var filled: [NSManagedObject] = []

  init(_ context: NSManagedObjectContext?, anomalies: AnomalyHandler) {
    self.context = context
    self.anomalies = anomalies
    core.step = { [weak self] in self?.makeStep() }
  }

  /// Makes each event of a context one step from now on.
  func followEvents(of context: NSManagedObjectContext?) {
    let former = events
    events = context.map(ContextEvents.of)
    core.gathering = events?.gathering
    // An event of the former context ends when no list follows it any more, and this source then takes its step.
    withExtendedLifetime(former) {}
  }

  /// Whether the context was reset, and the list is not fetched again. What was shown before still is.
  var isHeld: Bool { recovery.isHeld }

  private func makeStep() -> SourceCore<OnlySection, NSManagedObjectID>.Step? {
    let phase: LoadingPhase = query == nil ? .initial : .loaded
    guard list.isEdited else {
      return .init(snapshot: list.snapshot, changes: .init(), phase: phase)
    }
    let (changes, _) = list.commit()
    ids.forget { [list] in !list.holds(Key($0)) }
    return .init(snapshot: list.snapshot, changes: changes, phase: phase)
  }

  /// Reports a failure outside of a call.
  func report(_ error: any Error) {
    onError?(error)
    anomalies.report(.init(.fetchFailed, "\(error)"))
  }
}

extension FetchedRows {
  func place(of id: Key) -> ItemPlace? {
    guard id.occurrence == 0 else { return nil }
    return list.place(of: Key(ids.first(of: id.id)))
  }

  func index(ofSection id: ListedID<OnlySection>) -> Int? { list.index(ofSection: id) }

  /// The object of an item; nil when it is not in the list.
  func object(for id: Key) -> NSManagedObject? {
    place(of: id).flatMap { object(at: $0.item) }
  }

  /// The object at an index of the list, which must be in it.
  func object(at index: Int) -> NSManagedObject? {
    guard let context else { return nil }
    let first = list.items[list.order.itemSlot(at: ItemPlace(section: 0, item: index))].id
    if isHeld { return first.isTemporaryID ? nil : context.object(with: ids.current(of: first)) }
    switch following {
    case .results(let controller, _) where index < Self.count(of: controller):
      // If an object is accessed by its place, it is filled together with those behind it.
      let object = controller.object(at: Self.path(index))
      if ids.first(of: object) == first { return object }
    case .window: return filledObject(first, at: index, in: context)
    default: break
    }
    return ids.object(first) ?? context.object(with: ids.current(of: first))
  }

  func forEachObject(_ body: (Key, NSManagedObject) -> Void) {
    guard list.order.sectionCount > 0 else { return }
    for (index, slot) in list.order.items(at: 0).enumerated() {
      // The closure may change the list.
      guard index < list.order.itemCount, list.order.itemSlot(at: ItemPlace(section: 0, item: index)) == slot else {
        return
      }
      let key = list.items[slot]
      if let object = object(at: index) { body(key, object) }
    }
  }
}
