import SectionedChanges
import SectionedFetchedResults

/// A source that shows another source whose sections can be folded, or show only their first items.
///
/// ```swift
/// let list = FoldedDataSource(albums, limit: .first(3))
/// list.setFolded(true, section: "Jazz")            // one step: its items leave
/// list.setLimit(.all, section: "Blues")            // "show more"
/// list.numberOfHiddenItems(inSection: 0)           // 9, for "9 more"
/// ```
///
/// Every section of the base is shown, including folded and empty ones. If the number of items changes in a section
/// that does not show all of them, the section is updated, with the key `@count`. The state of a section belongs to its
/// identifier. It remains while the section moves, while it is not in the base, and when the base's content is
/// replaced. A step of the base is a step here, and costs O(changes · log² rows), and O(items shown) for each changed
/// section that has a limit.
public final class FoldedDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  @usableFromInline
  let rules: FoldRules<Base>
  @usableFromInline
  let derived: DerivedList<FoldRules<Base>>

  /// The source whose sections are shown.
  @inlinable
  public var base: Base { rules.base }

  /// The shown list, its observers, and the sources built on this one.
  @inlinable
  public var core: SourceCore<SectionID, ItemID> { derived.core }

  /// Makes a source that shows another one.
  ///
  /// - Parameters:
  ///   - base: the source whose sections are shown.
  ///   - folding: the folded sections to begin with.
  ///   - limit: the largest number of items that a section shows.
  /// - Complexity: O(rows).
  @inlinable
  public init(
    _ base: Base, folding: SectionFolding<ListedID<Base.SectionID>> = SectionFolding(), limit: ItemLimit = .all
  ) {
    rules = FoldRules(base, folding, limit)
    derived = DerivedList(rules)
    derived.begin { [weak self] in self?.makeStep() }
  }

  deinit { base.core.detach(core) }
}

extension FoldedDataSource: BaseDerivedSource {}

extension FoldedDataSource {
  /// The folded sections. Setting it is one step.
  ///
  /// - Complexity: O(rows) to set.
  @inlinable
  public var folding: SectionFolding<ListedID<SectionID>> {
    get { rules.folding }
    set {
      if newValue == rules.folding { return }
      rules.folding = newValue
      derived.edit { $0.asksAll = true }
    }
  }

  /// Whether a section is folded; of several with one identifier, the one with the lowest occurrence number in the list.
  /// The section need not be in the list.
  @inlinable
  public func isFolded(section: SectionID) -> Bool { rules.folding[firstName(ofSection: section)] }

  /// Folds or unfolds a section, in one step; of several with one identifier, the one with the lowest occurrence number.
  /// A section that is not in the list is folded when it is inserted.
  ///
  /// - Complexity: O(items of the section · log rows).
  @inlinable
  public func setFolded(_ isFolded: Bool, section: SectionID) {
    setFolded(isFolded, section: firstName(ofSection: section))
  }

  /// Folds or unfolds one appearance of a section that is in the list several times, in one step.
  ///
  /// - Complexity: O(items of the section · log rows).
  @inlinable
  public func setFolded(_ isFolded: Bool, section: ListedID<SectionID>) {
    rules.folding[section] = isFolded
    ask(about: section)
  }

  /// Folds or unfolds all sections in one step, including those that are inserted later.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public func setAllFolded(_ isFolded: Bool) {
    rules.folding.setAll(isFolded)
    derived.edit { $0.asksAll = true }
  }

  /// The largest number of items that a section shows, if it is not folded and has no limit of its own. Setting it is
  /// one step.
  ///
  /// - Complexity: O(rows) to set.
  @inlinable
  public var limit: ItemLimit {
    get { rules.limit }
    set {
      if newValue == rules.limit { return }
      rules.limit = newValue
      derived.edit { $0.asksAll = true }
    }
  }

  /// The largest number of items that a section shows while it is not folded: its own limit, or else ``limit``. Of
  /// several sections with one identifier, this is the one with the lowest occurrence number in the list.
  @inlinable
  public func limit(ofSection section: SectionID) -> ItemLimit { rules.ownLimit(of: firstName(ofSection: section)) }

  /// Sets a section's own limit, in one step, as for "show more". Of several sections with one identifier, this is the
  /// one with the lowest occurrence number. The section keeps the limit while it is not in the list.
  ///
  /// - Parameters:
  ///   - limit: the largest number of items that the section shows; nil to use ``limit``.
  ///   - section: the identifier of the section.
  /// - Complexity: O(items of the section · log rows).
  @inlinable
  public func setLimit(_ limit: ItemLimit?, section: SectionID) {
    setLimit(limit, section: firstName(ofSection: section))
  }

  /// Sets the limit of one appearance of a section.
  @usableFromInline
  func setLimit(_ limit: ItemLimit?, section: ListedID<SectionID>) {
    rules.limits[section] = limit
    ask(about: section)
  }
}

extension FoldedDataSource {
  /// The number of items of a section, shown or not; 0 if there is no such section.
  public func totalNumberOfItems(inSection section: Int) -> Int { baseItemCount(inSection: section) }

  /// The number of items in all sections, shown or not.
  ///
  /// - Complexity: O(sections).
  @inlinable
  public var totalNumberOfItems: Int { base.numberOfItems }
}

extension FoldedDataSource {
  /// Asks the rules again about all items of a section.
  @usableFromInline
  func ask(about section: ListedID<SectionID>) {
    derived.edit { $0.asked.formUnion(keys(in: section)) }
  }

  /// The items of a section that the base has first, and the items of the section that are shown.
  ///
  /// - Parameter count: the number of the base's first items; nil for all.
  @usableFromInline
  func keys(in section: ListedID<SectionID>, first count: Int? = nil) -> [ListedID<ItemID>] {
    var keys: [ListedID<ItemID>] = []
    let snapshot = base.snapshot
    if let index = base.index(ofSection: section), index < snapshot.numberOfSections {
      keys = snapshot.sections[index].items.prefix(count ?? .max).map(\.id)
    }
    if let index = derived.index(ofSection: section), index < core.snapshot.numberOfSections {
      keys += core.snapshot.sections[index].items.map(\.id)
    }
    return keys
  }

  /// Makes the next step. In changed sections with a limit, the rules are asked again, because other items may be the
  /// first.
  @usableFromInline
  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let totals = derived.pending.joined.map(otherTotals) ?? []
    derived.revisedAlong = totals
    if rules.hasLimits, let update = derived.pending.joined {
      var asked: Set<ListedID<ItemID>> = []
      for section in Self.changedSections(of: update) {
        if let most = rules.most(in: section), most > 0 { asked.formUnion(keys(in: section, first: most)) }
      }
      if !asked.isEmpty { derived.note { $0.askedAlong = asked } }
    }
    var step = derived.makeStep()
    if !totals.isEmpty, let snapshot = step?.snapshot {
      step?.changes.sections.name([ItemAggregate.count.name]) { totals.contains(snapshot.sections[$0].id) }
    }
    return step
  }

  /// The sections that do not show all their items, and whose number of items the base's step changed. Sections that
  /// the base's step itself updates are left out, because more than their number of items may have changed.
  private func otherTotals(_ update: Base.Update) -> Set<ListedID<SectionID>> {
    guard rules.leavesOut else { return [] }
    let (changes, new) = (update.changes, update.new)
    let revised = Set(
      (changes.sections.updated.map(\.new) + changes.sections.moved.filter { $0.keys != [] }.map(\.to)).map {
        new.sections[$0].id
      })
    let places = PlaceMap(changes)
    return Self.changedSections(of: update).subtracting(revised).filter { section in
      guard let most = rules.most(in: section), let index = base.index(ofSection: section),
        index < new.numberOfSections, let old = places.oldSection(ofNew: index)
      else { return false }
      let (before, after) = (update.old.numberOfItems(inSection: old), new.numberOfItems(inSection: index))
      return before != after && max(before, after) > most
    }
  }

  /// The sections that items entered, left, or moved within.
  @usableFromInline
  static func changedSections(of update: Base.Update) -> Set<ListedID<SectionID>> {
    let items = update.changes.items
    let left = (items.deleted + update.changes.itemsTaken).map(\.place.section) + items.moved.map(\.from.section)
    let came = (items.inserted + update.changes.itemsBrought).map(\.place.section) + items.moved.map(\.to.section)
    var sections: Set<ListedID<SectionID>> = []
    if !left.isEmpty {
      let old = update.old
      for index in Set(left) { sections.insert(old.sections[index].id) }
    }
    let new = update.new
    for index in Set(came) { sections.insert(new.sections[index].id) }
    return sections
  }
}

extension ListChanges {
  /// Sets the names of the changed properties, for sections of which nothing else changed.
  fileprivate mutating func name(_ keys: Set<String>, of isAmong: (Place) -> Bool) {
    for index in updated.indices where isAmong(updated[index].new) { updated[index].keys = keys }
    for index in moved.indices where moved[index].keys != [] && isAmong(moved[index].to) { moved[index].keys = keys }
  }
}
