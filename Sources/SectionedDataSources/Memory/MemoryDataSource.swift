import SectionedChanges

/// A list in memory: sections of any kind, empty ones included, with items of any kind.
///
/// ```swift
/// let list = MemoryList<Shelf, Book>([SectionContent(novels, items: [emma, persuasion]), SectionContent(poems)])
/// let token = list.observe { print($0.changes) }
/// try list.performUpdates {
///   try list.append(lyrics, toSection: 1)
///   try list.move(emma.id, to: ItemPlace(section: 1, item: 0))
///   try list.remove(persuasion.id)
/// }                                     // one update, with the least changes
/// ```
///
/// Verbs may be mixed in any order. A place that is given to a verb is one of the list as the verbs before it have
/// left it, and so is every place that the source answers with; ``SectionedDataSource/snapshot`` is the list as of the
/// last step.
///
/// A verb that cannot be carried out throws a ``DataSourceAnomaly``, and has changed nothing.
public final class MemoryDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable
>: SectionedDataSource {
  @usableFromInline typealias List = EditableList<ListedID<SectionID>, ListedID<ItemID>>

  /// What the source shows, who observes it, and what is built on it.
  public let core = SourceCore<SectionID, ItemID>()

  /// Where the source reports what was asked of it and makes no sense.
  public let anomalies: AnomalyHandler

  @usableFromInline let identifySection: (Section) -> SectionID
  @usableFromInline let identifyItem: (Item) -> ItemID
  /// Whether two models are the same to a reader; nil where that cannot be known, and each is taken as changed.
  @usableFromInline let areSameSections: ((Section, Section) -> Bool)?
  @usableFromInline let areSameItems: ((Item, Item) -> Bool)?

  @usableFromInline var list = List()
  /// By slot.
  @usableFromInline var models: ContiguousArray<Item?> = []
  @usableFromInline var sectionModels: ContiguousArray<Section?> = []
  @usableFromInline var copies = CopyNumbers<ItemID>()
  @usableFromInline var sectionCopies = CopyNumbers<SectionID>()
  @usableFromInline var undo = ModelUndo<Section, Item>()
  /// How many `performUpdates` are running.
  @usableFromInline var depth = 0
  /// Of the verbs that are performed now, as the innermost batch that has one says.
  @usableFromInline var origin: UpdateOrigin?
  /// That all verbs since the last step have; `program` where they differ, nil where there was none.
  @usableFromInline var stepOrigin: UpdateOrigin?
  /// How many verbs were performed: another number says that a closure of the program has changed the list.
  @usableFromInline var verbs = 0
  /// Whether the list was ever another one.
  @usableFromInline var hasStepped = false

  /// Makes a source whose elements are identified by closures.
  ///
  /// - Parameters:
  ///   - content: the sections to begin with.
  ///   - sectionID: what identifies a section.
  ///   - itemID: what identifies an item.
  ///   - areSameSections: whether a section is the same to a reader as the one before it with its identifier; nil where
  ///     that cannot be known.
  ///   - areSameItems: the same for items.
  ///   - anomalies: where the source reports what makes no sense.
  /// - Complexity: O(rows).
  @inlinable
  public init(
    _ content: [SectionContent<Section, Item>] = [], sectionID: @escaping (Section) -> SectionID,
    itemID: @escaping (Item) -> ItemID, areSameSections: ((Section, Section) -> Bool)?,
    areSameItems: ((Item, Item) -> Bool)?, anomalies: AnomalyHandler = .standard
  ) {
    identifySection = sectionID
    identifyItem = itemID
    self.areSameSections = areSameSections
    self.areSameItems = areSameItems
    self.anomalies = anomalies
    core.step = { [weak self] in self?.makeStep() }
    if !content.isEmpty { begin(with: content) }
  }
}

/// A memory source whose sections and items have identifiers of their own.
public typealias MemoryList<Section: Identifiable, Item: Identifiable> = MemoryDataSource<
  Section, Section.ID, Item, Item.ID
> where Section.ID: Sendable, Item.ID: Sendable
