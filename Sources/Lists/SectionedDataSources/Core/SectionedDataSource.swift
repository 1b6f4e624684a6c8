import SectionedChanges

/// A sectioned list from any origin: its rows, their models, and its steps. A step is one change of the list, and has
/// one ``DataSourceUpdate``.
///
/// ```swift
/// let people = MemoryList<Letter, Person>(sections)
/// let found = FilteredDataSource(people) { person, query in person.name.contains(query.text) }
/// let token = found.observe { update in print(update.changes) }
/// ```
///
/// Sources are built on each other, to any depth. A change makes one step in each source that it reaches, and the
/// observers are notified after all of these sources have made theirs. An event of a managed object context likewise
/// makes one step in each source. Use a source only on the actor on which it was made, or, if it is built on a managed
/// object context, on the queue of that context.
///
/// No method traps if an index or identifier is not in the list: the result is then nil or 0.
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

  /// The number of items of a section; 0 if there is no such section.
  func numberOfItems(inSection section: Int) -> Int

  /// The identifier of the item at a place; nil if there is none.
  func itemID(at place: ItemPlace) -> ListedID<ItemID>?

  /// The identifier of the section at an index; nil if there is none.
  func sectionID(at index: Int) -> ListedID<SectionID>?

  /// The model of the item at a place; nil if there is none.
  func item(at place: ItemPlace) -> Item?

  /// The model of the section at an index; nil if there is none.
  func section(at index: Int) -> Section?

  /// Calls a closure with the items of a section and their models, in order. Calls nothing if the index is invalid.
  ///
  /// - Complexity: O(items of the section).
  func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void)

  /// The handler to which the source reports anomalies.
  var anomalies: AnomalyHandler { get }

  /// Performs changes of this source and the sources beneath it as one step of this source. Calls nest; the outermost
  /// call ends the step. The nodes of a tree take part in the step of its rows.
  ///
  /// - Parameter changes: the changes.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure. Changes made before the error are kept.
  @discardableResult
  func performTogether<Result>(_ changes: () throws -> Result) rethrows -> Result
}

extension SectionedDataSource {
  /// A step of this source.
  public typealias Update = DataSourceUpdate<SectionID, ItemID>
  /// A version of this list.
  public typealias Snapshot = SectionedSnapshot<ListedID<SectionID>, ListedID<ItemID>>

  /// The standard handler, which a source uses unless it has one of its own.
  @inlinable
  public var anomalies: AnomalyHandler { .standard }

  /// The identity of this source, as the property `source` of updates that begin in it.
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

  /// Performs changes of this source and the sources beneath it as one step of this source. Calls nest; the outermost
  /// call ends the step.
  ///
  /// - Throws: the error of the closure. Changes made before the error are kept.
  @inlinable
  @discardableResult
  public func performTogether<Result>(_ changes: () throws -> Result) rethrows -> Result { try core.perform(changes) }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    forEachShownItem(inSection: section, body)
  }

  /// The place of an item in the list as of the last step, even if the source beneath has changed since.
  ///
  /// - Complexity: O(rows).
  @inlinable
  func shownPlace(of id: ListedID<ItemID>) -> ItemPlace? {
    for (index, section) in snapshot.sections.enumerated() {
      if let item = section.items.firstIndex(where: { $0.id == id }) { return ItemPlace(section: index, item: item) }
    }
    return nil
  }

  /// Calls a closure with the items of a section as of the last step, even if the source beneath has changed since.
  /// Items that left the source beneath have no model and are skipped.
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

  /// The number of items of a section; 0 if there is no such section.
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

  /// The identifier of the item at a place; nil if there is none.
  @inlinable
  public func itemID(at place: ItemPlace) -> ListedID<ItemID>? { snapshot.item(place)?.id }

  /// The identifier of the section at an index; nil if there is none.
  @inlinable
  public func sectionID(at index: Int) -> ListedID<SectionID>? {
    guard index >= 0, index < snapshot.numberOfSections else { return nil }
    return snapshot.sections[index].id
  }

  /// The model of the item at a place; nil if there is none.
  @inlinable
  public func item(at place: ItemPlace) -> Item? { itemID(at: place).flatMap { item(for: $0) } }

  /// The model of an item of a section; nil if there is none.
  @inlinable
  public func item(_ item: Int, inSection section: Int) -> Item? {
    self.item(at: ItemPlace(section: section, item: item))
  }

  /// The model of the section at an index; nil if there is none.
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

  /// The model of the item with an identifier; of several, the one with the lowest occurrence number; nil if none is in
  /// the list.
  ///
  /// - Complexity: that of the lookup by a name, if the item with the occurrence number 0 is in the list. Otherwise that
  ///   of a lookup for each further number that the identifier had in the list. The first such call of a source costs
  ///   O(rows), unless the source is a list in memory, or is fetched.
  @inlinable
  public func item(for id: ItemID) -> Item? { core.first(ofItem: id) { item(for: $0) } }

  /// The model of the section with an identifier; of several, the one with the lowest occurrence number; nil if none is
  /// in the list.
  ///
  /// - Complexity: as for the model of such an item, but O(sections) for the first call that does not find the number 0.
  @inlinable
  public func section(for id: SectionID) -> Section? { core.first(ofSection: id) { section(for: $0) } }

  /// The place of the item with an identifier; of several, the one with the lowest occurrence number; nil if none is in
  /// the list.
  ///
  /// - Complexity: as for the model of such an item.
  @inlinable
  public func place(of id: ItemID) -> ItemPlace? { core.first(ofItem: id) { place(of: $0) } }

  /// The index of the section with an identifier; of several, the one with the lowest occurrence number; nil if none is
  /// in the list.
  ///
  /// - Complexity: as for the model of such a section.
  @inlinable
  public func index(ofSection id: SectionID) -> Int? { core.first(ofSection: id) { index(ofSection: $0) } }
}
