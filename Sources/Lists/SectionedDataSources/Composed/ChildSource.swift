import SectionedChanges

/// A child of a composed source. It erases the type of the child's source, and keeps the types of its models and
/// identifiers.
///
/// ```swift
/// let both = try ComposedDataSource([ChildSource(drafts), ChildSource(letters)])
/// ```
public struct ChildSource<Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable> {
  /// The source.
  public let source: AnyObject
  /// Whether all items of the source form one section, which then has a model of its own.
  public let isOneSection: Bool

  /// The core of the source, or of the source that shows its items as one section.
  @usableFromInline
  let core: SourceCore<SectionID, ItemID>
  /// The identity of the source itself.
  @usableFromInline
  let identity: ObjectIdentifier
  @usableFromInline
  let itemFor: (ListedID<ItemID>) -> Item?
  @usableFromInline
  let sectionFor: (ListedID<SectionID>) -> Section?
  @usableFromInline
  let placeOf: (ListedID<ItemID>) -> ItemPlace?
  @usableFromInline
  let indexOf: (ListedID<SectionID>) -> Int?
  @usableFromInline
  let forEachItem: (Int, (ListedID<ItemID>, Item) -> Void) -> Void
  /// Converts a place in the list of ``core`` to a place in the source; `placeOfSource` does the reverse.
  @usableFromInline
  let sourcePlace: (ItemPlace) -> ItemPlace?
  @usableFromInline
  let placeOfSource: (ItemPlace) -> ItemPlace?

  /// Makes a child that contributes the sections of a source.
  @inlinable
  public init<Source: SectionedDataSource>(_ source: Source)
  where
    Source.Section == Section, Source.SectionID == SectionID, Source.Item == Item, Source.ItemID == ItemID
  {
    self.init(source, of: source, isOneSection: false, sourcePlace: { $0 }, placeOfSource: { $0 })
  }

  /// Makes a child whose items form one section, whatever sections the source has.
  ///
  /// - Parameters:
  ///   - source: the source of the items. Its sections may be of any kind.
  ///   - section: the model of the one section.
  ///   - id: the identifier of the section.
  ///   - hidesWhenEmpty: whether the section is hidden while it has no items.
  /// - Complexity: O(rows) if the source has several sections or the section may be hidden, O(1) otherwise.
  @inlinable
  public init<Source: SectionedDataSource>(
    _ source: Source, asSectionOf section: Section, id: SectionID, hidesWhenEmpty: Bool = false
  )
  where Source.Item == Item, Source.ItemID == ItemID {
    let whole = OneSectionDataSource(source, section: section, id: id)
    guard hidesWhenEmpty else {
      self.init(whole)
      return
    }
    // The filter hides the section while it is empty, and changes nothing else. So places are the same in both.
    self.init(
      FilteredDataSource(whole, where: { _ in true }), of: source, isOneSection: true,
      sourcePlace: { [unowned whole] in whole.basePlace(of: $0) },
      placeOfSource: { [unowned whole] in whole.place(ofBase: $0) })
  }

  /// Makes a child from a one-section source, so that the model of the section can be changed.
  @inlinable
  public init<Source>(_ section: OneSectionDataSource<Source, Section, SectionID>)
  where Source.Item == Item, Source.ItemID == ItemID {
    self.init(
      section, of: section.base, isOneSection: true, sourcePlace: { [unowned section] in section.basePlace(of: $0) },
      placeOfSource: { [unowned section] in section.place(ofBase: $0) })
  }

  @inlinable
  init<Source: SectionedDataSource>(
    _ shown: Source, of source: some SectionedDataSource, isOneSection: Bool,
    sourcePlace: @escaping (ItemPlace) -> ItemPlace?, placeOfSource: @escaping (ItemPlace) -> ItemPlace?
  )
  where
    Source.Section == Section, Source.SectionID == SectionID, Source.Item == Item, Source.ItemID == ItemID
  {
    self.source = source
    self.isOneSection = isOneSection
    core = shown.core
    identity = source.identity
    itemFor = { shown.item(for: $0) }
    sectionFor = { shown.section(for: $0) }
    placeOf = { shown.place(of: $0) }
    indexOf = { shown.index(ofSection: $0) }
    forEachItem = { shown.forEachItem(inSection: $0, $1) }
    self.sourcePlace = sourcePlace
    self.placeOfSource = placeOfSource
  }
}

extension ChildSource where Section: Identifiable, Section.ID == SectionID {
  /// Makes a child whose items form one section, whatever sections the source has.
  ///
  /// - Parameters:
  ///   - source: the source of the items. Its sections may be of any kind.
  ///   - section: the model of the one section.
  ///   - hidesWhenEmpty: whether the section is hidden while it has no items.
  /// - Complexity: O(rows) if the source has several sections or the section may be hidden, O(1) otherwise.
  @inlinable
  public init<Source: SectionedDataSource>(
    _ source: Source, asSectionOf section: Section, hidesWhenEmpty: Bool = false
  )
  where Source.Item == Item, Source.ItemID == ItemID {
    self.init(source, asSectionOf: section, id: section.id, hidesWhenEmpty: hidesWhenEmpty)
  }
}
