import SectionedChanges

/// Another source whose rows have a look that depends on the rows before and after them, such as the tail of a chat
/// bubble or the first row of a day.
///
/// ```swift
/// let chat = NeighborDataSource(messages) { previous, message, next in
///   Bubble(startsRun: previous?.sender != message.sender, hasTail: next?.sender != message.sender)
/// }
/// chat.look(at: ItemPlace(section: 0, item: 3))?.hasTail
/// ```
///
/// The list is that of the base. In addition, a row is updated if its look changes, because a neighbor was inserted,
/// deleted, moved or changed. Such an update has unknown keys (nil). So has a move of a row of which only the look
/// changes.
///
/// A look is computed when it is first read, and kept. A row whose look was never read is not updated for its look,
/// because no view can show it. So the models of a fetched list are read only for rows that are shown. A step costs
/// O(changes · log rows).
///
/// The base is any source: in memory, fetched, filtered, grouped or composed, or a `SectionedFetchedResultsController`
/// in a ``FetchedDataSource``. Only rows of the base are neighbors. So a source that shows few of the rows, such as a
/// ``WindowDataSource``, belongs beneath this one.
public final class NeighborDataSource<Base: SectionedDataSource, Look: Equatable>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  /// The shown list, its observers, and the sources built on this one.
  public let core: SourceCore<SectionID, ItemID>
  /// The source whose items are shown.
  public let base: Base
  /// Whether the last row of a section and the first of the next one are neighbors. Empty sections are skipped.
  public let crossesSections: Bool
  private let rule: (Item?, Item, Item?) -> Look
  /// The looks that were read.
  private var looks: [ListedID<ItemID>: Look] = [:]
  private var pending = PendingUpdates<SectionID, ItemID>()
  private var asksAll = false
  /// The last revision of a row.
  private var revision = RevisionBase.next()

  /// Makes a source that shows another one.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - crossesSections: whether the last row of a section and the first of the next one are neighbors.
  ///   - look: computes the look of an item from the item before it, the item itself, and the item after it. It should
  ///     depend on nothing else.
  /// - Complexity: O(1).
  public init(
    _ base: Base, crossesSections: Bool = false,
    look: @escaping (_ previous: Base.Item?, _ item: Base.Item, _ next: Base.Item?) -> Look
  ) {
    self.base = base
    self.crossesSections = crossesSections
    rule = look
    core = SourceCore(snapshot: base.snapshot, phase: base.phase)
    core.step = { [weak self] in self?.makeStep() }
    core.findNames(in: base.core)
    base.core.attach(core) { [weak self] in self?.pending.append($0) }
  }

  deinit { base.core.detach(core) }

  /// The handler to which the base reports anomalies.
  public var anomalies: AnomalyHandler { base.anomalies }
}

extension NeighborDataSource {
  public func item(for id: ListedID<ItemID>) -> Item? { base.item(for: id) }
  public func section(for id: ListedID<SectionID>) -> Section? { base.section(for: id) }
  public func index(ofSection id: ListedID<SectionID>) -> Int? { base.index(ofSection: id) }

  public func place(of id: ListedID<ItemID>) -> ItemPlace? {
    let place = base.place(of: id)
    // While a step is held, the base may be ahead of the shown list.
    guard core.isHeld, place.flatMap({ itemID(at: $0) }) != id else { return place }
    return shownPlace(of: id)
  }

  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    if core.isHeld { forEachShownItem(inSection: section, body) } else { base.forEachItem(inSection: section, body) }
  }

  /// The look of a row; nil if it is not in the list.
  ///
  /// - Complexity: that of the closure for the first read, and O(sections) if sections are crossed; then O(1).
  public func look(of id: ListedID<ItemID>) -> Look? {
    if let look = looks[id] { return look }
    let list = base.snapshot
    // While a step is held, the base may have the row at another place already.
    var place = base.place(of: id)
    if place.flatMap({ list.item($0) })?.id != id { place = base.shownPlace(of: id) }
    guard let place, let look = makeLook(at: place, in: list) else { return nil }
    looks[id] = look
    return look
  }

  /// The look of the row with an identifier; of several, the one with the lowest occurrence number; nil if none is in the
  /// list.
  ///
  /// - Complexity: that of the closure for the first read, and O(sections) if sections are crossed; then O(1). In
  ///   addition, that of `place(of:)` for an identifier without the occurrence number 0.
  public func look(of id: ItemID) -> Look? { core.first(ofItem: id) { look(of: $0) } }

  /// The look of the row at a place of the list as of the last step; nil if there is none.
  ///
  /// - Complexity: that of the closure for the first read, and O(sections) if sections are crossed; then O(1).
  public func look(at place: ItemPlace) -> Look? { itemID(at: place).flatMap { look(of: $0) } }

  /// Computes all looks again that were read. To be called when other state changes on which looks depend, such as a
  /// setting or the present day. Rows with a changed look are updated, in one step.
  ///
  /// - Complexity: O(looks that were read).
  public func computeAgain() {
    core.perform {
      asksAll = true
      core.setNeedsSettling()
    }
  }

  private func makeLook(at place: ItemPlace, in list: Snapshot) -> Look? {
    func item(_ place: ItemPlace?) -> Item? { place.flatMap { list.item($0) }.flatMap { base.item(for: $0.id) } }
    guard let middle = item(place) else { return nil }
    return rule(
      item(list.place(before: place, crossesSections)), middle, item(list.place(after: place, crossesSections)))
  }
}

extension NeighborDataSource {
  private func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let (update, isAsked) = (pending.take(), asksAll)
    asksAll = false
    let old = core.snapshot
    let new = update?.new ?? old
    let step = NeighborStep(update?.changes ?? Update.ChangeSet(), from: old, to: new, crossesSections)
    for id in step.left { looks[id] = nil }
    var newLooks: [ItemPlace] = []
    for place in isAsked ? placesAsked(in: new) : Array(step.examined) where recompute(place, in: new) {
      newLooks.append(place)
    }
    revision += 1
    guard let made = step.made(updating: newLooks, from: old, to: new, revision: revision) else {
      // The changes that the base reported do not fit its list.
      looks = [:]
      let compared = (try? Update.ChangeSet(from: old, to: new)) ?? Update.ChangeSet()
      return .init(snapshot: new, changes: compared, phase: base.phase, following: update, isOwn: isAsked)
    }
    return .init(
      snapshot: made.snapshot, changes: made.changes, phase: base.phase, following: update, isOwn: isAsked)
  }

  /// The places of the rows whose looks were read.
  private func placesAsked(in list: Snapshot) -> [ItemPlace] {
    looks.keys.compactMap { id in
      let place = base.place(of: id)
      return place.flatMap { list.item($0) }?.id == id ? place : base.shownPlace(of: id)
    }
  }

  /// Computes the look of a row again, if it was read before.
  ///
  /// - Returns: whether the look changed.
  private func recompute(_ place: ItemPlace, in list: Snapshot) -> Bool {
    guard let id = list.item(place)?.id, let before = looks[id] else { return false }
    let after = makeLook(at: place, in: list)
    looks[id] = after
    return before != after
  }
}
