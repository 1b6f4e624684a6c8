import SectionedChanges

/// A list in memory, with sections and items of any type. Sections may be empty.
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
/// Edits may be made in any order. Places that a method takes or returns refer to the current list, which includes the
/// edits since the last step; ``SectionedDataSource/snapshot`` is the list as of the last step.
///
/// An editing method that throws a ``DataSourceAnomaly`` has changed nothing.
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
  /// Returns whether two models look the same; nil if this is unknown, so that each new model counts as changed.
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
  /// The origin of the current edits: that of the innermost `performUpdates` call that has one.
  @usableFromInline var origin: UpdateOrigin?
  /// The common origin of all edits since the last step; `program` if they differ, nil if there were none.
  @usableFromInline var stepOrigin: UpdateOrigin?
  /// The number of edits so far. If it changes while a closure of the program runs, the closure has changed the list.
  @usableFromInline var verbs = 0
  /// Whether the list has changed since it was made.
  @usableFromInline var hasStepped = false

  /// Makes a source whose elements are identified by closures.
  ///
  /// - Parameters:
  ///   - content: the sections to begin with.
  ///   - sectionID: returns the identifier of a section.
  ///   - itemID: returns the identifier of an item.
  ///   - areSameSections: returns whether two models of a section look the same; nil if this is unknown, so that each
  ///     new model counts as changed.
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
    // The current list may have copies that no step has reported.
    core.laterItemNames = .elsewhere { [weak self] in self?.copies.laterKeys($0) ?? [] }
    core.laterSectionNames = .elsewhere { [weak self] in self?.sectionCopies.laterKeys($0) ?? [] }
    if !content.isEmpty { begin(with: content) }
  }
}

/// A memory source whose sections and items have identifiers of their own.
public typealias MemoryList<Section: Identifiable, Item: Identifiable> = MemoryDataSource<
  Section, Section.ID, Item, Item.ID
> where Section.ID: Sendable, Item.ID: Sendable

/// A section with its items, as content of a memory source.
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
