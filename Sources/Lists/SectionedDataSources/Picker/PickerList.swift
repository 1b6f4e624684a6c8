import SectionedChanges

/// The items of any source as the rows of a picker: one section, with a blank row before the first item if wanted.
///
/// ```swift
/// let albums = PickerList(FetchedList<Album>(sortDescriptors: byTitle, in: context), includesBlankRow: true)
/// albums.numberOfRows          // the number of albums, and 1
/// albums.item(atRow: 0)        // nil
/// ```
///
/// The items of all sections are listed in order. The blank row is shown even if there are no items. A step of the base
/// is a step here, with the same origin and phase.
public final class PickerList<Base: SectionedDataSource>: SectionedDataSource {
  /// The model of the only section.
  public typealias Section = OnlySection
  /// The identifier of the only section.
  public typealias SectionID = OnlySection
  /// A row: blank, or an item.
  public typealias Item = PickerRow<Base.Item>
  /// The identifier of a row.
  public typealias ItemID = PickerRowID<Base.ItemID>

  typealias Key = ListedID<PickerRowID<Base.ItemID>>

  /// The source whose items are the rows.
  public let base: Base
  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<OnlySection, PickerRowID<Base.ItemID>>()

  private var list = EditableList<ListedID<OnlySection>, Key>()
  /// The steps of the base that have not been applied yet.
  private var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
  private var isBlankShown = false

  /// Whether there is a blank row before the first item. A change is one step.
  public var includesBlankRow: Bool {
    didSet { if includesBlankRow != oldValue { core.perform { core.setNeedsSettling() } } }
  }

  /// Makes the rows of a source, and keeps the source alive.
  ///
  /// - Parameters:
  ///   - base: the source of the items.
  ///   - includesBlankRow: whether there is a blank row before the first item.
  /// - Complexity: O(rows).
  public init(_ base: Base, includesBlankRow: Bool = false) {
    self.base = base
    self.includesBlankRow = includesBlankRow
    list = EditableList(builder(of: base.snapshot))
    isBlankShown = includesBlankRow
    core.begin(with: list.snapshot, phase: base.phase)
    core.step = { [weak self] in self?.makeStep() }
    base.core.attach(core) { [weak self] in self?.pending.append($0) }
  }

  deinit { base.core.detach(core) }

  /// The handler to which the source reports anomalies.
  public var anomalies: AnomalyHandler { base.anomalies }

  private func builder(of snapshot: Base.Snapshot) -> ListBuilder<ListedID<OnlySection>, Key> {
    var builder = ListBuilder<ListedID<OnlySection>, Key>()
    _ = builder.appendSection(ListedID(OnlySection()), isRevised: false)
    if includesBlankRow { _ = builder.append(Key(.blank), isRevised: false) }
    for section in snapshot.sections {
      for item in section.items { _ = builder.append(Self.key(item.id), isRevised: false) }
    }
    return builder
  }

  func rowPlace(of key: Key) -> ItemPlace? { list.place(of: key) }

  static func key(_ id: ListedID<Base.ItemID>) -> Key { Key(.item(id.id), occurrence: id.occurrence) }
}

extension PickerList {
  private func makeStep() -> SourceCore<OnlySection, PickerRowID<Base.ItemID>>.Step? {
    let update = pending.take()
    let isOwn = includesBlankRow != isBlankShown
    if isBlankShown, let slot = list.items.slot(of: Key(.blank)), isOwn { list.remove(slot) }
    if let update { follow(update) }
    if !isBlankShown, isOwn { list.insert(Key(.blank), at: ItemPlace(section: 0, item: 0)) }
    isBlankShown = includesBlankRow
    let changes = list.isEdited ? list.commit().changes : .init()
    return .init(snapshot: list.snapshot, changes: changes, phase: base.phase, following: update, isOwn: isOwn)
  }

  /// Applies a step of the base.
  ///
  /// - Complexity: O(sections + changes · log rows).
  private func follow(_ update: Base.Update) {
    let (changes, new) = (update.changes, update.new)
    guard !changes.isEmpty else { return }
    func slot(_ id: ListedID<Base.ItemID>) -> Int32? { list.items.slot(of: Self.key(id)) }
    // A renamed item counts as removed and as inserted.
    let gone = (changes.items.deleted + changes.itemsTaken).map(\.id) + changes.items.renamed.map(\.old)
    for id in gone { if let slot = slot(id) { list.remove(slot) } }
    let renamed = Set(changes.items.renamed.map(\.new))
    var coming = (changes.items.inserted + changes.itemsBrought).map { ($0.place, $0.id) }
    if !renamed.isEmpty {
      coming += changes.items.updated.map { ($0.new, new[$0.new].id) }.filter { renamed.contains($0.1) }
    }
    for move in changes.items.moved { coming.append((move.to, new[move.to].id)) }
    for move in changes.sections.moved {
      // Items that were inserted into the section or moved there are recorded already.
      let known = Set(coming.lazy.filter { $0.0.section == move.to }.map(\.1))
      for (index, item) in new.sections[move.to].items.enumerated() where !known.contains(item.id) {
        coming.append((ItemPlace(section: move.to, item: index), item.id))
      }
    }
    // An item that moved without a change of its own keeps its revision.
    let unchanged = Set(changes.items.moved.lazy.filter { update.old[$0.from] == new[$0.to] }.map { new[$0.to].id })
    for (_, id) in coming { if let slot = slot(id), list.order.contains(slot) { list.remove(slot) } }
    var starts = [isBlankShown && includesBlankRow ? 1 : 0]
    for section in new.sections { starts.append((starts.last ?? 0) + section.items.count) }
    let moved = Set(changes.sections.moved.map(\.to))
    let changed = Set(
      (changes.items.inserted + changes.itemsBrought).map(\.id) + changes.items.moved.map { new[$0.to].id })
    for (place, id) in coming.sorted(by: { $0.0 < $1.0 }) {
      let isRevised = changed.contains(id) ? !unchanged.contains(id) : !moved.contains(place.section)
      list.insert(
        Self.key(id), at: ItemPlace(section: 0, item: starts[place.section] + place.item), isRevised: isRevised)
    }
    for update in changes.items.updated {
      if let slot = slot(new[update.new].id) { list.touchItem(slot, isRevised: true) }
    }
  }
}
