import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The part of a fetched list that does not depend on the type of items: the objects of one request in one section. It
/// follows its context.
///
/// Without a window, a fetched results controller follows the context. Its reports are applied to the list; if they do
/// not fit, the two lists are compared. With a window, the identifiers are fetched again at each event that may affect
/// them, because a fetched results controller lets its list grow beyond the limit.
final class FetchedRows {
  typealias Key = ListedID<NSManagedObjectID>

  /// The way in which the list follows the context.
  enum Following {
    case nothing
    case results(NSFetchedResultsController<NSManagedObject>, ResultsRelay)
    case window
  }

  /// A source whose groups are read from related objects.
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
  /// The events of the context. All sources on the context take one step together for each event.
  private(set) var events: ContextEvents?
  /// The query of the last fetch; nil before the first one.
  var query: ListQuery?
  var list = EditableList<ListedID<OnlySection>, Key>()
  var ids = FirstIDs()
  var following = Following.nothing
  var notices: ContextNotices?
  /// Finds changed objects that a fetched results controller does not evaluate by itself.
  var related: RelatedRows?
  /// The objects that the controller reported as changed since the context last posted an event.
  var reported: Set<NSManagedObjectID> = []
  /// The objects reported as changed by the context's last event.
  var lastChanged = LastChanges()
  /// The sources whose groups are read from related objects. They receive the context's notifications.
  var followers: [Follower] = []
  /// Whether the list was fetched since the context last posted an event. The new fetched results controller may have
  /// missed that event.
  var wasFetched = false
  /// The number of fetches begun. If a fetch begins during another one, only the later one takes effect.
  var fetches = 0
  private(set) lazy var recovery = ResetRecovery { [weak self] in self?.fetchAgain() }
  /// The objects that the last batch filled, retained so that they stay filled.
  var filled: [NSManagedObject] = []

  init(_ context: NSManagedObjectContext?, anomalies: AnomalyHandler) {
    self.context = context
    self.anomalies = anomalies
    core.hasUniqueNames()
    core.step = { [weak self] in self?.makeStep() }
  }

  /// Follows the events of a context from now on, so that each is one step.
  func followEvents(of context: NSManagedObjectContext?) {
    let former = events
    events = context.map(ContextEvents.of)
    core.gathering = events?.gathering
    // Releasing the former events ends an event in progress if no other list follows it. This source then takes its
    // step.
    withExtendedLifetime(former) {}
  }

  /// Whether the context was reset, and the list was not fetched again yet. Meanwhile it shows the objects of before.
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

  /// Reports an error that occurred while the list followed its context.
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

  /// The object at an index, which must be within the list; nil without a context, and for an unsaved object after a
  /// reset.
  func object(at index: Int) -> NSManagedObject? {
    guard let context else { return nil }
    let first = list.items[list.order.itemSlot(at: ItemPlace(section: 0, item: index))].id
    if isHeld { return first.isTemporaryID ? nil : context.object(with: ids.current(of: first)) }
    switch following {
    case .results(let controller, _) where index < Self.count(of: controller):
      // Access by place, because the controller then fills the following objects together with this one.
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
      // The closure may have changed the list.
      guard index < list.order.itemCount, list.order.itemSlot(at: ItemPlace(section: 0, item: index)) == slot else {
        return
      }
      let key = list.items[slot]
      if let object = object(at: index) { body(key, object) }
    }
  }
}
