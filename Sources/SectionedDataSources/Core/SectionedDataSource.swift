import SectionedChanges

/// A list made of sections, from any origin: the rows that it shows, the models behind them, and each step it takes.
///
/// ```swift
/// let people = MemoryList<Letter, Person>(sections)
/// let found = FilteredDataSource(people) { person, query in person.name.contains(query.text) }
/// let token = found.observe { update in print(update.changes) }
/// ```
///
/// Sources are built on each other, to any depth. A change is one step of each source that it reaches; the observers
/// are notified when all of these sources have taken it. The same is true of an event of a managed object context. A
/// source is used where it was made: on one actor, or, if it is built on a managed object context, on that context's
/// queue.
///
/// No method traps on an index or an identifier that is not in the list: the result is nil or 0.
public protocol SectionedDataSource<Section, Item>: AnyObject {
  /// The model of a section.
  associatedtype Section
  /// The model of an item.
  associatedtype Item
  /// The type of the identifiers of sections.
  associatedtype SectionID: Hashable & Sendable
  /// The type of the identifiers of items.
  associatedtype ItemID: Hashable & Sendable

  /// The shown list, its observers, and the sources built on this one.
  var core: SourceCore<SectionID, ItemID> { get }

  /// The model of an item; nil when it is not in the list.
  func item(for id: ListedID<ItemID>) -> Item?

  /// The model of a section; nil when it is not in the list.
  func section(for id: ListedID<SectionID>) -> Section?

  /// The place of an item; nil when it is not in the list.
  func place(of id: ListedID<ItemID>) -> ItemPlace?

  /// The index of a section; nil when it is not in the list.
  func index(ofSection id: ListedID<SectionID>) -> Int?

  /// The number of sections, empty ones included. This count, and every query by place or index below, refers to the
  /// list as of the last step, unless the source says otherwise.
  var numberOfSections: Int { get }

  /// The number of items in all sections.
  var numberOfItems: Int { get }

  /// The number of items of a section; 0 where there is none.
  func numberOfItems(inSection section: Int) -> Int

  /// The identifier of the item at a place; nil where there is none.
  func itemID(at place: ItemPlace) -> ListedID<ItemID>?

  /// The identifier of the section at an index; nil where there is none.
  func sectionID(at index: Int) -> ListedID<SectionID>?

  /// The model of the item at a place; nil where there is none.
  func item(at place: ItemPlace) -> Item?

  /// The model of the section at an index; nil where there is none.
  func section(at index: Int) -> Section?

  /// Calls a closure with the items of a section and their models, in order. It is not called for an invalid index.
  ///
  /// - Complexity: O(items of the section).
  func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void)

  /// The handler to which the source reports anomalies.
  var anomalies: AnomalyHandler { get }
}

extension SectionedDataSource {
  /// A step of this source.
  public typealias Update = DataSourceUpdate<SectionID, ItemID>
  /// A version of this list.
  public typealias Snapshot = SectionedSnapshot<ListedID<SectionID>, ListedID<ItemID>>

  /// The standard handler, which all sources use unless they are given another one.
  @inlinable
  public var anomalies: AnomalyHandler { .standard }

  /// An identifier of this source in the updates that begin in it.
  @inlinable
  public var identity: ObjectIdentifier { ObjectIdentifier(core) }

  /// The list as of the last step.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var snapshot: Snapshot { core.snapshot }

  /// The state of loading of the content.
  @inlinable
  public var phase: LoadingPhase { core.phase }

  /// Notifies a closure of each step from now on, until the token is released. Observers are notified in the order in
  /// which they were added. A change made by an observer is the next step.
  @inlinable
  public func observe(_ notify: @escaping (Update) -> Void) -> ObservationToken { core.observe(notify) }

  /// Performs changes of this source, and of those beneath it, as one step. Calls nest; the outermost call ends the
  /// step.
  ///
  /// - Throws: what the changes throw. The changes made before that are kept.
  @inlinable
  @discardableResult
  public func performTogether<Result>(_ changes: () throws -> Result) rethrows -> Result { try core.perform(changes) }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    forEachShownItem(inSection: section, body)
  }

  /// The place of an item in the list as of the last step, even if the source beneath has other items since.
  ///
  /// - Complexity: O(rows).
  @inlinable
  func shownPlace(of id: ListedID<ItemID>) -> ItemPlace? {
    for (index, section) in snapshot.sections.enumerated() {
      if let item = section.items.firstIndex(where: { $0.id == id }) { return ItemPlace(section: index, item: item) }
    }
    return nil
  }

  /// Calls a closure with the items of a section as of the last step, even if the source beneath has other items since.
  /// An item that has left the source beneath has no model and is skipped.
  @inlinable
  func forEachShownItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    guard section >= 0, section < snapshot.numberOfSections else { return }
    for element in snapshot.sections[section].items {
      if let item = item(for: element.id) { body(element.id, item) }
    }
  }
}

extension SectionedDataSource {
  /// The number of sections, empty ones included.
  @inlinable
  public var numberOfSections: Int { snapshot.numberOfSections }

  /// The number of items of a section; 0 where there is none.
  @inlinable
  public func numberOfItems(inSection section: Int) -> Int {
    guard section >= 0, section < snapshot.numberOfSections else { return 0 }
    return snapshot.numberOfItems(inSection: section)
  }

  /// The number of items in all sections.
  ///
  /// - Complexity: O(sections).
  @inlinable
  public var numberOfItems: Int { snapshot.numberOfItems }

  /// The identifier of the item at a place; nil where there is none.
  @inlinable
  public func itemID(at place: ItemPlace) -> ListedID<ItemID>? { snapshot.item(place)?.id }

  /// The identifier of the section at an index; nil where there is none.
  @inlinable
  public func sectionID(at index: Int) -> ListedID<SectionID>? {
    guard index >= 0, index < snapshot.numberOfSections else { return nil }
    return snapshot.sections[index].id
  }

  /// The model of the item at a place; nil where there is none.
  @inlinable
  public func item(at place: ItemPlace) -> Item? { itemID(at: place).flatMap { item(for: $0) } }

  /// The model of an item of a section; nil where there is none.
  @inlinable
  public func item(_ item: Int, inSection section: Int) -> Item? {
    self.item(at: ItemPlace(section: section, item: item))
  }

  /// The model of the section at an index; nil where there is none.
  @inlinable
  public func section(at index: Int) -> Section? { sectionID(at: index).flatMap { section(for: $0) } }

  /// The models of the items of a section, in order.
  ///
  /// - Complexity: O(items of the section).
  @inlinable
  public func items(inSection section: Int) -> [Item] {
    var result: [Item] = []
    forEachItem(inSection: section) { result.append($1) }
    return result
  }

  /// The models of all items, in order.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public var allItems: [Item] { (0..<numberOfSections).flatMap { items(inSection: $0) } }

  /// The models of all sections, in order.
  ///
  /// - Complexity: O(sections).
  @inlinable
  public var allSections: [Section] { (0..<numberOfSections).compactMap { section(at: $0) } }

  /// The model of the item with an identifier (its first appearance); nil when it is not in the list.
  @inlinable
  public func item(for id: ItemID) -> Item? { item(for: ListedID(id)) }

  /// The model of the section with an identifier (its first appearance); nil when it is not in the list.
  @inlinable
  public func section(for id: SectionID) -> Section? { section(for: ListedID(id)) }

  /// The place of the item with an identifier (its first appearance); nil when it is not in the list.
  @inlinable
  public func place(of id: ItemID) -> ItemPlace? { place(of: ListedID(id)) }

  /// The index of the section with an identifier (its first appearance); nil when it is not in the list.
  @inlinable
  public func index(ofSection id: SectionID) -> Int? { index(ofSection: ListedID(id)) }
}
