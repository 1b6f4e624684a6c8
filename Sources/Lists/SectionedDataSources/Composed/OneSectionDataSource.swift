import OrderedRows
import SectionedChanges

/// All items of another source as one section, with a model of its own. The sections of the other source are ignored
/// and may be of any type.
///
/// ```swift
/// let files = OneSectionDataSource(folders, section: Folder("All files"))
/// let mail = try ComposedDataSource([ChildSource(letters), ChildSource(files)])
/// ```
///
/// A step costs O(changes · log rows), and additionally O(sections of the base) if the base has several. If the base
/// has one section, its tree of items is shared.
public final class OneSectionDataSource<
  Base: SectionedDataSource, Section, SectionID: Hashable & Sendable
>: SectionedDataSource {
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  /// The source whose items are shown.
  public let base: Base

  /// The shown list, its observers, and the sources built on this one.
  public let core: SourceCore<SectionID, ItemID>

  @usableFromInline
  var model: Section
  @usableFromInline
  var element: ListElement<ListedID<SectionID>>
  /// Whether the model was set since the last step; `shownElement` is the section as of that step.
  @usableFromInline
  var isRevised = false
  @usableFromInline
  var shownElement: ListElement<ListedID<SectionID>>
  @usableFromInline
  var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
  @usableFromInline
  let revisions = RevisionBase.next()
  /// The base's list at the last step. `starts` has the number of items before each of its sections, and the total.
  @usableFromInline
  var shown: Base.Snapshot
  @usableFromInline
  var starts: ContiguousArray<Int>

  /// Makes a source of one section.
  ///
  /// - Parameters:
  ///   - base: the source of the items.
  ///   - section: the model of the section.
  ///   - id: the identifier of the section.
  /// - Complexity: O(rows) if the base has several sections, O(1) otherwise.
  @inlinable
  public init(_ base: Base, section: Section, id: SectionID) {
    self.base = base
    model = section
    element = ListElement(ListedID(id), revision: revisions)
    shownElement = element
    shown = base.snapshot
    starts = Self.starts(of: shown)
    let items = Self.items(of: shown)
    core = SourceCore(snapshot: Snapshot(sections: [.init(element, items: items)]), phase: base.phase)
    core.step = { [weak self] in self?.makeStep() }
    core.findItemNames(in: base.core)
    base.core.attach(core) { [weak self] in self?.pending.append($0) }
  }

  deinit { base.core.detach(core) }

  /// Sets the model of the section. If the identifier is new, the section is a new one, to which all items move.
  @inlinable
  public func setSection(_ section: Section, id: SectionID) {
    core.perform {
      model = section
      element = ListElement(ListedID(id), revision: element.revision + 1)
      isRevised = true
      core.setNeedsSettling()
    }
  }

  @inlinable
  public var anomalies: AnomalyHandler { base.anomalies }

  @inlinable
  public func item(for id: ListedID<ItemID>) -> Item? { base.item(for: id) }

  @inlinable
  public func section(for id: ListedID<SectionID>) -> Section? { id == element.id ? model : nil }

  @inlinable
  public func place(of id: ListedID<ItemID>) -> ItemPlace? {
    let found = base.place(of: id).flatMap { place(ofBase: $0) }
    // While a step is held, the base may be ahead of the shown list.
    guard core.isHeld else { return found }
    if let found, itemID(at: found) == id { return found }
    return shownPlace(of: id)
  }

  @inlinable
  public func index(ofSection id: ListedID<SectionID>) -> Int? { id == element.id ? 0 : nil }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    guard section == 0 else { return }
    if core.isHeld { return forEachShownItem(inSection: section, body) }
    for index in 0..<base.numberOfSections { base.forEachItem(inSection: index, body) }
  }
}

extension OneSectionDataSource where Section: Identifiable, Section.ID == SectionID {
  /// Makes a source of one section.
  ///
  /// - Parameters:
  ///   - base: the source of the items.
  ///   - section: the model of the section.
  /// - Complexity: O(rows) if the base has several sections, O(1) otherwise.
  @inlinable
  public convenience init(_ base: Base, section: Section) { self.init(base, section: section, id: section.id) }

  /// The model of the section. If it gets a new identifier, the section is a new one, to which all items move.
  @inlinable
  public var section: Section {
    get { model }
    set { setSection(newValue, id: newValue.id) }
  }
}

extension OneSectionDataSource {
  /// The place in the section of an item of the base, as of the last step; nil if the base has no such item.
  @inlinable
  func place(ofBase place: ItemPlace) -> ItemPlace? {
    guard place.section >= 0, place.section < starts.count - 1, place.item >= 0 else { return nil }
    let start = starts[place.section]
    return place.item < starts[place.section + 1] - start ? ItemPlace(section: 0, item: start + place.item) : nil
  }

  /// The place in the base of an item of the section, as of the last step; nil if there is none.
  @inlinable
  func basePlace(of place: ItemPlace) -> ItemPlace? {
    guard place.section == 0, place.item >= 0, place.item < starts[starts.count - 1] else { return nil }
    let section = starts.partitionPoint { $0 > place.item } - 1
    return ItemPlace(section: section, item: place.item - starts[section])
  }

  @inlinable
  static func starts(of snapshot: Base.Snapshot) -> ContiguousArray<Int> {
    var result: ContiguousArray<Int> = [0]
    result.reserveCapacity(snapshot.numberOfSections + 1)
    for section in snapshot.sections { result.append(result[result.count - 1] + section.items.count) }
    return result
  }

  /// Joins the items of all sections into one tree.
  @inlinable
  static func items(of snapshot: Base.Snapshot) -> ChunkedArray<ListElement<ListedID<ItemID>>> {
    if snapshot.numberOfSections == 1 { return snapshot.sections[0].items }
    var result: ContiguousArray<ListElement<ListedID<ItemID>>> = []
    for section in snapshot.sections { result.append(contentsOf: section.items) }
    return ChunkedArray(result)
  }
}

extension OneSectionDataSource {
  @inlinable
  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let (update, isRevised) = (pending.take(), isRevised)
    guard update != nil || isRevised else { return nil }
    let (oldElement, oldShown, oldStarts) = (shownElement, shown, starts)
    self.isRevised = false
    shownElement = element
    shown = base.snapshot
    starts = Self.starts(of: shown)

    var changes = Update.ChangeSet()
    var new = core.snapshot
    if isRevised || update?.changes.isEmpty == false {
      var builder = ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>()
      let isSame = oldElement.id == element.id
      if !isSame {
        builder.touchSection(oldElement.id, old: 0, new: nil)
        builder.touchSection(element.id, old: nil, new: 0)
      } else if isRevised {
        builder.touchSection(element.id, old: 0, new: 0, isRevised: true)
      }
      touch(
        update?.changes ?? .init(), from: oldShown, oldStarts, allMove: !isSame, &builder)
      (new, changes) = built(builder, from: core.snapshot)
    }
    return .init(snapshot: new, changes: changes, phase: base.phase, following: update, isOwn: isRevised)
  }

  @inlinable
  func built(
    _ builder: ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>, from old: Snapshot
  ) -> (Snapshot, Update.ChangeSet) {
    let counts = ListCounts(sections: 1) { [starts] _ in starts[starts.count - 1] }
    if let changes = try? builder.changeSet(old: old.counts, new: counts),
      let new = try? changes.apply(
        to: old, sectionAt: { _ in element },
        itemAt: { place in
          let section = starts.partitionPoint { $0 > place.item } - 1
          return shown[ItemPlace(section: section, item: place.item - starts[section])]
        })
    {
      if shown.numberOfSections != 1 { return (new, changes) }
      return (Snapshot(sections: [.init(element, items: shown.sections[0].items)]), changes)
    }
    // The base reported changes that do not fit its list.
    let new = Snapshot(sections: [.init(element, items: Self.items(of: shown))])
    return (new, (try? Update.ChangeSet(from: old, to: new)) ?? .init())
  }

  /// Records the changes of the base as changes of one section.
  ///
  /// - Parameter allMove: whether all items move to a section with another identifier.
  @inlinable
  func touch(
    _ changes: Base.Update.ChangeSet, from old: Base.Snapshot, _ oldStarts: ContiguousArray<Int>, allMove: Bool,
    _ builder: inout ChangeSetBuilder<ListedID<SectionID>, ListedID<ItemID>>
  ) {
    func oldPlace(_ place: ItemPlace) -> ItemPlace {
      ItemPlace(section: 0, item: oldStarts[place.section] + place.item)
    }
    func newPlace(_ place: ItemPlace) -> ItemPlace { ItemPlace(section: 0, item: starts[place.section] + place.item) }
    func holds(_ place: ItemPlace, _ starts: ContiguousArray<Int>) -> Bool {
      place.section >= 0 && place.section < starts.count - 1
    }
    for gone in changes.items.deleted + changes.itemsTaken where holds(gone.place, oldStarts) {
      builder.touchItem(gone.id, old: oldPlace(gone.place), new: nil)
    }
    for came in changes.items.inserted + changes.itemsBrought where holds(came.place, starts) {
      builder.touchItem(came.id, old: nil, new: newPlace(came.place))
    }
    var named = Set((changes.items.inserted + changes.itemsBrought).map(\.place))
    let touched =
      changes.items.moved.map { ($0.from, $0.to, $0.keys, $0.keys != []) }
      + changes.items.updated.map { ($0.old, $0.new, $0.keys, true) }
    for (from, to, keys, isRevised) in touched {
      guard let before = old.item(from), let after = shown.item(to) else { continue }
      named.insert(to)
      if before.id == after.id {
        builder.touchItem(after.id, old: oldPlace(from), new: newPlace(to), isRevised: isRevised, keys: keys)
      } else {
        builder.touchItem(before.id, old: oldPlace(from), new: nil)
        builder.touchItem(after.id, old: nil, new: newPlace(to))
      }
    }
    // The items of a moved section of the base have moved, too.
    let sections = allMove ? Array(0..<shown.numberOfSections) : changes.sections.moved.map(\.to)
    guard !sections.isEmpty else { return }
    let map = PlaceMap(changes)
    for section in sections where section < shown.numberOfSections {
      for (item, element) in shown.sections[section].items.enumerated() {
        let place = ItemPlace(section: section, item: item)
        guard !named.contains(place), let from = map.oldPlace(ofNew: place), holds(from, oldStarts) else { continue }
        builder.touchItem(element.id, old: oldPlace(from), new: newPlace(place))
      }
    }
  }
}
