import SectionedChanges

/// A source that shows a derived list, and reads everything from it.
@usableFromInline
protocol DerivedSource: ModelPassing
where Item == Rules.Base.Item, SectionID == Rules.SectionID, ItemID == Rules.ItemID {
  associatedtype Rules: DerivationRules

  var derived: DerivedList<Rules> { get }
}

extension DerivedSource {
  /// The handler to which the source reports anomalies: the handler of its base.
  @inlinable
  public var anomalies: AnomalyHandler { derived.base.anomalies }

  @inlinable
  public func item(for id: ListedID<ItemID>) -> Item? { derived.item(for: id) }

  @inlinable
  public func place(of id: ListedID<ItemID>) -> ItemPlace? { derived.place(of: id) }

  @inlinable
  public func index(ofSection id: ListedID<SectionID>) -> Int? { derived.index(ofSection: id) }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    derived.forEachItem(inSection: section, body)
  }

  @usableFromInline
  var passings: Int { derived.models.passings + 1 }
}

/// A derived source whose sections and items have the identifiers of its base. A source built on it uses the finders of
/// the base directly.
@usableFromInline
protocol BaseDerivedSource: DerivedSource where Rules: BaseSectionRules, Section == Rules.Base.Section {}

extension BaseDerivedSource {
  @inlinable
  public func section(for id: ListedID<SectionID>) -> Section? {
    derived.holdsSection(id) ? derived.baseSection(id) : nil
  }

  /// The number of items that a section of this list has in the base; 0 if there is no such section.
  func baseItemCount(inSection section: Int) -> Int {
    guard let id = sectionID(at: section) else { return 0 }
    // The index may belong to a list that is newer than the base's last step.
    return derived.base.snapshot.section(id, near: derived.base.index(ofSection: id))?.items.count ?? 0
  }

  @usableFromInline
  var itemFinder: ModelFinder<ItemID, Item> { derived.models.itemFinder(derived.base) }
  @usableFromInline
  var sectionFinder: ModelFinder<SectionID, Section> { derived.models.sectionFinder(derived.base) }
}
