import SectionedChanges
import SectionedDataSources

/// Shows a source in a view, and answers what the view asks.
///
/// ```swift
/// let presenter = ListPresenter(books)
/// presenter.view = binding          // a ListView
/// ```
///
/// The presenter has the list that the view was handed last. A view that asks it, and not the source, sees its counts
/// change when it performs a batch, and at no other time. So no view refuses a batch, whenever the source changes:
/// while cells are configured, between the stages of a plan, or off screen. Updates that come while one is shown wait,
/// and are combined into one.
@MainActor
public final class ListPresenter<Source: SectionedDataSource> {
  /// A version of the list.
  public typealias Snapshot = Source.Snapshot
  /// A step of the source.
  public typealias Update = Source.Update
  /// How an update is shown.
  public typealias Presentation = ListPresentation<Source.SectionID, Source.ItemID>
  typealias Plan = UpdatePlan<ListedID<Source.SectionID>, ListedID<Source.ItemID>>

  /// The observation of the source. It is the first property so that it is released first, and the release of the other
  /// properties cannot notify the presenter: its closure has an unowned reference, because a weak one would slow down
  /// every reference count.
  private var token: ObservationToken?

  /// The source that is shown.
  public let source: Source

  // What is only read and replaced, a dozen times in each update, is not checked for exclusive access.

  /// The view that shows the source. It is reloaded when it is set.
  @exclusivity(unchecked) public weak var view: (any ListView)? {
    didSet {
      guard view !== oldValue else { return }
      hasShown = false
      // What another view waits for is nothing to this one.
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

  /// With more changes than this, a view is reloaded and not animated.
  @exclusivity(unchecked) public var animationLimit = 1_000

  /// With more changes than this, a view performs an update without animation: rows that stay keep their places and cells,
  /// and those that come are placed at once.
  @exclusivity(unchecked) public var animatedChangeLimit = 250

  /// The text that assistive techniques speak when the visible list has changed, as "3 new messages", in the user's
  /// language; nil for none. Not called for the first list, off screen, or where only the phase changed.
  @exclusivity(unchecked) public var announcement: ((Update) -> String?)?

  /// When what is visible stays in its place while rows come and go above it.
  @exclusivity(unchecked) public var scrollAnchoring = ScrollAnchoring.whenScrolled

  /// Whether a view whose last item is visible shows the last item after each update, as a chat does. Where it is not
  /// visible, ``scrollAnchoring`` holds. Set it while the view is on the screen: the view then shows its last item.
  public var followsEnd = false {
    didSet { if followsEnd, !mustWait, hasShown, let view { showEnd(in: view) } }
  }

  /// Whether an update reloads the view whatever else holds; a rule of the program's own.
  public var reloadsInsteadOf: (Update) -> Bool = { _ in false } {
    didSet { hasReloadRule = true }
  }

  /// The identifier of the rule by which the cell at a place is made; nil where that is one for all.
  public var cellIdentifier: (ItemPlace) -> String? = { _ in nil }

  /// Called before an update is shown: the view still has the old list.
  @exclusivity(unchecked) public var willUpdate: ((Update, Presentation) -> Void)?

  /// Called when an update has been shown, its animation under way.
  @exclusivity(unchecked) public var didUpdate: ((Update, Presentation) -> Void)?

  /// The same for views of this package, whatever a program sets: called between ``willUpdate`` and the view's calls.
  @exclusivity(unchecked) package var willShow: ((Update, Presentation) -> Void)?
  /// Called between the view's calls and ``didUpdate``.
  @exclusivity(unchecked) package var didShow: ((Update, Presentation) -> Void)?

  /// The list that the view has, or is about to have at the end of the plan that it performs.
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
  /// Whether ``reloadsInsteadOf`` is the program's own.
  @exclusivity(unchecked) private(set) var hasReloadRule = false
  @exclusivity(unchecked) private var list = PresentedList<Source.SectionID, Source.ItemID>.ofSource
  /// Whether that is the source's: asked for each row that is drawn, and to look at the list itself takes longer.
  @exclusivity(unchecked) private var isOfSource = true
  /// The number of the update that came last.
  @exclusivity(unchecked) private var lastUpdate: Int
  /// That update, while it is taken.
  @exclusivity(unchecked) private unowned(unsafe) var taken: UpdateFacts?
  /// How the update that is being shown is shown, when a closure has asked for it.
  @exclusivity(unchecked) var presentation: Presentation?
  /// The list between the stages of a plan.
  var stage: StageModel<ListedID<Source.SectionID>, ListedID<Source.ItemID>>? {
    didSet { counts.isPaused = stage != nil }
  }
  /// The numbers of items in the sections of ``shown``.
  package let counts = ShownCounts()
  /// Whether an update is being shown.
  @exclusivity(unchecked) var isPresenting = false
  /// How often ``hold()`` was called and not followed by ``release()``.
  @exclusivity(unchecked) var holds = 0
  /// Whether the view shows ``shown``.
  @exclusivity(unchecked) var hasShown = false
  /// The updates that came while one was shown or the view was held, combined.
  @exclusivity(unchecked) var pending: Update?
  /// The silent updates, combined, which the view takes over with the next update that is not silent.
  @exclusivity(unchecked) var silent: Update?
  /// Whether the view waits for the end of a batch of the program's own, which is one of the ``holds``.
  var isInProgramsBatch = false
  /// The state of the view before an update that began in such a batch.
  @exclusivity(unchecked) var joined: JoinedBatch<Source.SectionID, Source.ItemID>?
  @exclusivity(unchecked) var reloadIsWanted = false
  /// The sections and items that the view asked for after the source had dropped them.
  var missing = MissingModels<Source.SectionID, Source.ItemID>() {
    didSet { hasMissing = !missing.isEmpty }
  }
  @exclusivity(unchecked) private(set) var hasMissing = false
  /// Whether what is visible is to be configured again when the view is done.
  @exclusivity(unchecked) var configurationIsWanted = false
  /// Whether the headers that show a number of items are to be configured again when the view is done.
  @exclusivity(unchecked) var countsAreWanted = false

  /// Makes a presenter that observes a source.
  public init(_ source: Source) {
    self.source = source
    core = source.core
    lastUpdate = core.updateCount
    token = source.observe { [unowned self] update in receive(update) }
  }
}

// What the view asks. A place or an index that is not in the list is answered with nil or 0.
extension ListPresenter {
  /// How many sections the view has.
  public var numberOfSections: Int { stage?.numberOfSections ?? shown.numberOfSections }

  /// How many items a section of the view has.
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
  /// - Parameter changes: the changes from the list before; nil where they are not known.
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

  /// Takes an update that has come, while the view still has the list before it.
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

  /// Whether the view has the source's list: then the source is asked by places, which is faster than by identifiers.
  private var showsSource: Bool {
    assert(isOfSource == list.isOfSource && counts.isPaused == (stage != nil))
    guard !counts.isPaused, core.isAtRest else { return false }
    if isOfSource { return lastUpdate == core.updateCount }
    return if case .kept(let list) = list { list.isSame(as: core.snapshot) } else { false }
  }

  /// The identifier of the item at a place of the view; nil where there is none.
  public func itemID(at place: ItemPlace) -> ListedID<Source.ItemID>? {
    guard place.item >= 0, place.item < numberOfItems(inSection: place.section) else { return nil }
    return shown[stage?.newPlace(of: place) ?? place].id
  }

  /// The identifier of the section at an index of the view; nil where there is none.
  public func sectionID(at index: Int) -> ListedID<Source.SectionID>? {
    guard index >= 0, index < numberOfSections else { return nil }
    return stage?.section(at: index).id ?? shown.sections[index].id
  }

  /// The model of the item at a place of the view; nil also if the source has dropped it since.
  public func item(at place: ItemPlace) -> Source.Item? {
    if showsSource, let item = source.item(at: place) { return item }
    guard let id = itemID(at: place) else { return nil }
    let item = source.item(for: id)
    if item == nil { note { $0.items.insert(id) } }
    return item
  }

  /// The model of the section at an index of the view; nil also if the source has dropped it since.
  public func section(at index: Int) -> Source.Section? {
    if showsSource, let section = source.section(at: index) { return section }
    guard let id = sectionID(at: index) else { return nil }
    let section = source.section(for: id)
    if section == nil { note { $0.sections.insert(id) } }
    return section
  }

  /// The place of an item of the source in the view; nil where the item is not there, or the lists of the view and the
  /// source differ about its place for now.
  ///
  /// - Complexity: that of the source's own answer.
  public func place(of id: ListedID<Source.ItemID>) -> ItemPlace? {
    guard let place = source.place(of: id), itemID(at: place) == id else { return nil }
    return place
  }
}

/// The list that a view has. A snapshot is kept only while the source has another list, because the source changes a
/// list in place that has no other owner.
enum PresentedList<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The list of the source, as of the update that came last.
  case ofSource
  /// The list of the source before an update that came.
  case before(Update)
  case kept(Update.Snapshot)

  var isOfSource: Bool { if case .ofSource = self { true } else { false } }
}
