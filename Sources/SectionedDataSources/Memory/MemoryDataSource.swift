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
/// Verbs may be mixed in any order. Places given to a verb, and places that the source returns, refer to the list as
/// the preceding verbs have left it; ``SectionedDataSource/snapshot`` is the list as of the last step.
///
/// A verb that cannot be carried out throws a ``DataSourceAnomaly``, and has changed nothing.
public final class MemoryDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable
>: SectionedDataSource {
  @usableFromInline typealias List = EditableList<ListedID<SectionID>, ListedID<ItemID>>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<SectionID, ItemID>()

  /// The handler to which the source reports anomalies.
  public let anomalies: AnomalyHandler

  @usableFromInline let identifySection: (Section) -> SectionID
  @usableFromInline let identifyItem: (Item) -> ItemID
  /// Returns whether two models are the same to a reader; nil where this is unknown, and each model counts as changed.
  @usableFromInline let areSameSections: ((Section, Section) -> Bool)?
  @usableFromInline let areSameItems: ((Item, Item) -> Bool)?

  @usableFromInline var list = List()
  /// The models of the items, by slot.
  @usableFromInline var models: ContiguousArray<Item?> = []
  @usableFromInline var sectionModels: ContiguousArray<Section?> = []
  @usableFromInline var copies = CopyNumbers<ItemID>()
  @usableFromInline var sectionCopies = CopyNumbers<SectionID>()
  @usableFromInline var undo = ModelUndo<Section, Item>()
  /// The number of `performUpdates` calls that are running.
  @usableFromInline var depth = 0
  /// The origin of the verbs that are being performed: that of the innermost batch that has one.
  @usableFromInline var origin: UpdateOrigin?
  /// The common origin of all verbs since the last step; `program` where they differ, nil where there was none.
  @usableFromInline var stepOrigin: UpdateOrigin?
  /// The number of verbs performed: if it has changed, a closure of the program has changed the list.
  @usableFromInline var verbs = 0
  /// Whether the list has changed since it was made.
  @usableFromInline var hasStepped = false

  /// Makes a source whose elements are identified by closures.
  ///
  /// - Parameters:
  ///   - content: the sections to begin with.
  ///   - sectionID: returns the identifier of a section.
  ///   - itemID: returns the identifier of an item.
  ///   - areSameSections: whether a section is the same to a reader as the previous one with its identifier; nil where
  ///     this is unknown.
  ///   - areSameItems: the same for items.
  ///   - anomalies: the handler to which the source reports anomalies.
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

/// A section of a memory source, with its items, to be inserted.
public struct SectionContent<Section, Item> {
  /// The section's model.
  public var section: Section
  /// The section's items in order; none for an empty section.
  public var items: [Item]

  /// Makes the content of a section.
  @inlinable
  public init(_ section: Section, items: [Item] = []) {
    self.section = section
    self.items = items
  }
}

extension SectionContent: Equatable where Section: Equatable, Item: Equatable {}
extension SectionContent: Hashable where Section: Hashable, Item: Hashable {}
extension SectionContent: Sendable where Section: Sendable, Item: Sendable {}
extension SectionContent: Codable where Section: Codable, Item: Codable {}
