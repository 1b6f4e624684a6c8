import SectionedChanges
import SectionedDataSources

/// Shows a source in a view, and answers the view's queries.
///
/// ```swift
/// let presenter = ListPresenter(books)
/// presenter.view = binding          // a ListView
/// ```
///
/// The presenter keeps the list that the view got last. The view asks the presenter and not the source, so the numbers
/// that it gets change only when it performs a batch. So the numbers always fit the batch, whenever the source changes:
/// while cells are configured, between the stages of a plan, or off screen. Updates that arrive while one is shown
/// wait, and are combined into one.
@MainActor
public final class ListPresenter<Source: SectionedDataSource> {
  /// A version of the list.
  public typealias Snapshot = Source.Snapshot
  /// A step of the source.
  public typealias Update = Source.Update
  /// The way in which an update is shown.
  public typealias Presentation = ListPresentation<Source.SectionID, Source.ItemID>
  typealias Plan = UpdatePlan<ListedID<Source.SectionID>, ListedID<Source.ItemID>>

  /// The observation of the source. It is the first property, so that it is released first. Its closure has an unowned
  /// reference to the presenter, because a weak one would slow down every reference count. So the release of the other
  /// properties must not cause a notification.
  private var token: ObservationToken?

  /// The source that is shown.
  public let source: Source

  // Properties that are only read and replaced, a dozen times in each update, are not checked for exclusive access.

  /// The view that shows the source. It is reloaded when it is set.
  @exclusivity(unchecked) public weak var view: (any ListView)? {
    didSet {
      guard view !== oldValue else { return }
      hasShown = false
      // An open batch of the previous view does not concern this one.
      joined = nil
      batchHasEnded()
      reload()
    }
  }

  /// The edits that the user may make in the view. An editing for another source is reported as an anomaly, and allows
  /// nothing.
  public var editing = ListEditing() {
    didSet { editing = editing.checked(for: source) }
  }

  /// The largest number of changes that are shown as batches. With more changes, the view is reloaded.
  @exclusivity(unchecked) public var animationLimit = 1_000

  /// The largest number of changes that are animated. With more changes, the view performs its batches without
  /// animation.
  @exclusivity(unchecked) public var animatedChangeLimit = 250

  /// Returns the text that assistive technologies speak when the visible list has changed, as "3 new messages", in the
  /// user's language; nil for none. Not called for the first list, off screen, or if only the phase changed.
  @exclusivity(unchecked) public var announcement: ((Update) -> String?)?

  /// The cases in which visible rows keep their positions while rows above them are inserted or deleted.
  @exclusivity(unchecked) public var scrollAnchoring = ScrollAnchoring.whenScrolled

  /// Whether a view that shows its last item scrolls to the new last item after each update, as a chat does. If the
  /// last item is not visible, ``scrollAnchoring`` applies. Setting it to true while the view shows its list scrolls to
  /// the last item.
  public var followsEnd = false {
    didSet { if followsEnd, !mustWait, hasShown, let view { showEnd(in: view) } }
  }

  /// A rule of the program, which returns whether to reload the view for an update that would be shown as batches.
  public var reloadsInsteadOf: (Update) -> Bool = { _ in false } {
    didSet { hasReloadRule = true }
  }

  /// Returns the identifier of the rule for the cell at a place; nil if all cells have the same rule.
  public var cellIdentifier: (ItemPlace) -> String? = { _ in nil }

  /// Called before an update is shown, while the view still has the old list.
  @exclusivity(unchecked) public var willUpdate: ((Update, Presentation) -> Void)?

  /// Called when an update has been shown. Its animation may still be running.
  @exclusivity(unchecked) public var didUpdate: ((Update, Presentation) -> Void)?

  /// Called like ``willUpdate``, which is the program's, but for bindings of this package: after ``willUpdate`` and
  /// before the view's calls.
  @exclusivity(unchecked) package var willShow: ((Update, Presentation) -> Void)?
  /// Called between the view's calls and ``didUpdate``.
  @exclusivity(unchecked) package var didShow: ((Update, Presentation) -> Void)?

  /// The list that the view has, or will have at the end of the plan that it performs.
  ///
  /// - Complexity: O(1); O(log rows) the first time between a step of one item and the view's batch.
  public var shown: Snapshot {
    switch list {
    case .ofSource: core.list(afterUpdate: lastUpdate)
    case .before(let update): update.old
    case .kept(let list): list
    }
  }

  let core: SourceCore<Source.SectionID, Source.ItemID>
  /// Whether the program has set ``reloadsInsteadOf``.
  @exclusivity(unchecked) private(set) var hasReloadRule = false
  @exclusivity(unchecked) private var list = PresentedList<Source.SectionID, Source.ItemID>.ofSource
  /// Whether `list` is that of the source. Stored separately, because it is read for each row that is drawn, and
  /// reading `list` takes longer.
  @exclusivity(unchecked) private var isOfSource = true
  /// The number of the last update that was received.
  @exclusivity(unchecked) private var lastUpdate: Int
  /// The facts of that update while it is processed.
  @exclusivity(unchecked) private unowned(unsafe) var taken: UpdateFacts?
  /// The presentation of the current update, if a closure has asked for it.
  @exclusivity(unchecked) var presentation: Presentation?
  /// The list between the stages of a plan.
  var stage: StageModel<ListedID<Source.SectionID>, ListedID<Source.ItemID>>? {
    didSet { counts.isPaused = stage != nil }
  }
  /// The numbers of items in the sections of ``shown``.
  package let counts = ShownCounts()
  /// Whether an update is being shown.
  @exclusivity(unchecked) var isPresenting = false
  /// The number of calls of ``hold()`` that ``release()`` has not ended.
  @exclusivity(unchecked) var holds = 0
  /// Whether the view shows ``shown``.
  @exclusivity(unchecked) var hasShown = false
  /// The updates that arrived while one was shown or the view was held, combined.
  @exclusivity(unchecked) var pending: Update?
  /// The silent updates, combined. They are shown with the next update that is not silent.
  @exclusivity(unchecked) var silent: Update?
  /// Whether the presenter waits for the end of the program's own batch update of the view. It counts in ``holds``.
  var isInProgramsBatch = false
  /// The state of the view before an update that began in the program's batch update.
  @exclusivity(unchecked) var joined: JoinedBatch<Source.SectionID, Source.ItemID>?
  @exclusivity(unchecked) var reloadIsWanted = false
  /// The sections and items that the view asked for after the source had removed them.
  var missing = MissingModels<Source.SectionID, Source.ItemID>() {
    didSet { hasMissing = !missing.isEmpty }
  }
  @exclusivity(unchecked) private(set) var hasMissing = false
  /// Whether everything visible has to be configured again when the view is at rest.
  @exclusivity(unchecked) var configurationIsWanted = false
  /// Whether headers that show a number of items have to be configured again when the view is at rest.
  @exclusivity(unchecked) var countsAreWanted = false

  /// Makes a presenter that observes a source.
  public init(_ source: Source) {
    self.source = source
    core = source.core
    lastUpdate = core.updateCount
    token = source.observe { [unowned self] update in receive(update) }
  }
}

// The view's queries. For a place or an index that is not in the list they return nil or 0.
extension ListPresenter {
  /// The number of sections that the view has.
  public var numberOfSections: Int { stage?.numberOfSections ?? shown.numberOfSections }

  /// The number of items of a section of the view; 0 if there is no such section.
  public func numberOfItems(inSection section: Int) -> Int {
    if let count = counts.count(ofSection: section) { return count }
    let end = numberOfSections
    guard section >= 0, section < end else { return 0 }
    if let stage { return stage.numberOfItems(inSection: section) }
    guard counts.isNext(section) else { return shown.numberOfItems(inSection: section) }
    counts.remember(shown.numbersOfItems(inSections: 0..<end))
    return counts.count(ofSection: section) ?? 0
  }

  /// Replaces the list that the view has.
  ///
  /// - Parameter changes: the changes from the list before; nil if they are unknown.
  func setShown(_ list: Snapshot, after changes: Update.ChangeSet?) {
    keep(list)
    guard let changes else { return counts.forget() }
    counts.follow(changes) { list.numberOfItems(inSection: $0) }
  }

  /// Replaces the list that the view has by the one after an update.
  func setShown(after update: Update, _ facts: UpdateFacts) {
    guard let one = facts.one else { return setShown(update.new, after: update.changes) }
    if facts === taken, lastUpdate == core.updateCount {
      list = .ofSource
      isOfSource = true
    } else {
      keep(update.new)
    }
    counts.follow(one)
  }

  private func keep(_ list: Snapshot) {
    isOfSource = lastUpdate == core.updateCount && list.isSame(as: core.snapshot)
    self.list = isOfSource ? .ofSource : .kept(list)
  }

  /// Receives an update of the source. The view still has the list before it.
  func receive(_ update: Update) {
    let (facts, outer) = (update.facts, taken)
    lastUpdate += 1
    if isOfSource {
      list = .before(update)
      isOfSource = false
    }
    taken = facts
    if mustWait {
      pending = pending?.combined(with: update) ?? update
    } else {
      take(update, facts)
      showPending()
    }
    taken = outer
  }

  /// Whether the view has the source's list. If so, the source is asked by places, which is faster than by identifiers.
  private var showsSource: Bool {
    assert(isOfSource == list.isOfSource && counts.isPaused == (stage != nil))
    guard !counts.isPaused, core.isAtRest else { return false }
    if isOfSource { return lastUpdate == core.updateCount }
    return if case .kept(let list) = list { list.isSame(as: core.snapshot) } else { false }
  }

  /// The identifier of the item at a place of the view; nil if there is none.
  public func itemID(at place: ItemPlace) -> ListedID<Source.ItemID>? {
    guard place.item >= 0, place.item < numberOfItems(inSection: place.section) else { return nil }
    return shown[stage?.newPlace(of: place) ?? place].id
  }

  /// The identifier of the section at an index of the view; nil if there is none.
  public func sectionID(at index: Int) -> ListedID<Source.SectionID>? {
    guard index >= 0, index < numberOfSections else { return nil }
    return stage?.section(at: index).id ?? shown.sections[index].id
  }

  /// The model of the item at a place of the view; nil if there is none, or the source has removed it since.
  public func item(at place: ItemPlace) -> Source.Item? {
    if showsSource, let item = source.item(at: place) { return item }
    guard let id = itemID(at: place) else { return nil }
    let item = source.item(for: id)
    if item == nil { note { $0.items.insert(id) } }
    return item
  }

  /// The model of the section at an index of the view; nil if there is none, or the source has removed it since.
  public func section(at index: Int) -> Source.Section? {
    if showsSource, let section = source.section(at: index) { return section }
    guard let id = sectionID(at: index) else { return nil }
    let section = source.section(for: id)
    if section == nil { note { $0.sections.insert(id) } }
    return section
  }

  /// The place of an item of the source in the view; nil if the view does not have the item, or has it at another place
  /// than the source for now.
  ///
  /// - Complexity: that of the source's own answer.
  public func place(of id: ListedID<Source.ItemID>) -> ItemPlace? {
    guard let place = source.place(of: id), itemID(at: place) == id else { return nil }
    return place
  }
}

/// The list that a view has. A snapshot is kept only while the source has another list, because the source cannot
/// change its list in place while somewhere else a reference to it is kept.
enum PresentedList<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The list of the source after the last update that was received.
  case ofSource
  /// The list of the source before an update.
  case before(Update)
  case kept(Update.Snapshot)

  var isOfSource: Bool { if case .ofSource = self { true } else { false } }
}
