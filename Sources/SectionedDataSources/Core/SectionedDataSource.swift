import SectionedChanges

/// A list made of sections, wherever it comes from: what it shows, the models behind it, and each step it takes.
///
/// ```swift
/// let people = MemoryList<Letter, Person>(sections)
/// let found = FilteredDataSource(people) { person, query in person.name.contains(query.text) }
/// let token = found.observe { update in print(update.changes) }
/// ```
///
/// Sources are built on each other, to any depth. A change is one step of each source that it reaches, reported to its
/// observers when all of them have taken it. So is an event of a managed object context. A source is used where it was
/// made: on one actor, or, where it stands on a managed object context, on that context's queue.
///
/// Nothing here traps on an index or an identifier that is not in the list: the answer is nil or 0.
public protocol SectionedDataSource<Section, Item>: AnyObject {
  /// The model of a section.
  associatedtype Section
  /// The model of an item.
  associatedtype Item
  /// What names a section.
  associatedtype SectionID: Hashable & Sendable
  /// What names an item.
  associatedtype ItemID: Hashable & Sendable

  /// What the source shows, who observes it, and what is built on it.
  var core: SourceCore<SectionID, ItemID> { get }

  /// The model of an item; nil when it is not in the list.
  func item(for id: ListedID<ItemID>) -> Item?

  /// The model of a section; nil when it is not in the list.
  func section(for id: ListedID<SectionID>) -> Section?

  /// Where an item is; nil when it is not in the list.
  func place(of id: ListedID<ItemID>) -> ItemPlace?

  /// The index of a section; nil when it is not in the list.
  func index(ofSection id: ListedID<SectionID>) -> Int?

  /// The number of sections, empty ones included. This, and what is asked for by places and indices below, is as of the
  /// last step, unless the source says otherwise.
  var numberOfSections: Int { get }

  /// The number of items in all sections.
  var numberOfItems: Int { get }

  /// The number of items of a section; 0 where there is none.
  func numberOfItems(inSection section: Int) -> Int

  /// What names the item at a place; nil where there is none.
  func itemID(at place: ItemPlace) -> ListedID<ItemID>?

  /// What names the section at an index; nil where there is none.
  func sectionID(at index: Int) -> ListedID<SectionID>?

  /// The model of the item at a place; nil where there is none.
  func item(at place: ItemPlace) -> Item?

  /// The model of the section at an index; nil where there is none.
  func section(at index: Int) -> Section?

  /// Calls a closure with the items of a section and their models, in order. A section that is not there has none.
  ///
  /// - Complexity: O(items of the section).
  func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void)

  /// Where the source reports what a program asked of it that makes no sense.
  var anomalies: AnomalyHandler { get }
}

extension SectionedDataSource {
  /// One step of this source.
  public typealias Update = DataSourceUpdate<SectionID, ItemID>
  /// A version of this list.
  public typealias Snapshot = SectionedSnapshot<ListedID<SectionID>, ListedID<ItemID>>

  /// The handler that all sources have unless they are given another one.
  @inlinable
  public var anomalies: AnomalyHandler { .standard }

  /// Names this source in the updates that begin in it.
  @inlinable
  public var identity: ObjectIdentifier { ObjectIdentifier(core) }

  /// The list as of the last step.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var snapshot: Snapshot { core.snapshot }

  /// How far the content is loaded.
  @inlinable
  public var phase: LoadingPhase { core.phase }

  /// Notifies a closure of each step from now on, until the token goes. Observers are notified in the order in which
  /// they came. What one of them changes is the next step.
  @inlinable
  public func observe(_ notify: @escaping (Update) -> Void) -> ObservationToken { core.observe(notify) }

  /// Performs changes of this source, and of those beneath it, as one step. Calls nest; the outermost one ends the step.
  ///
  /// - Throws: what the changes throw. What was done before stays done.
  @inlinable
  @discardableResult
  public func performTogether<Result>(_ changes: () throws -> Result) rethrows -> Result { try core.perform(changes) }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    forEachShownItem(inSection: section, body)
  }

  /// Calls a closure with the items of a section as of the last step, also where what the source is built on has
  /// taken others since. An item that has left that has no model, and is passed over.
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

  /// What names the item at a place; nil where there is none.
  @inlinable
  public func itemID(at place: ItemPlace) -> ListedID<ItemID>? { snapshot.item(place)?.id }

  /// What names the section at an index; nil where there is none.
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

  /// The model of the item with an identifier, its first appearance; nil when it is not in the list.
  @inlinable
  public func item(for id: ItemID) -> Item? { item(for: ListedID(id)) }

  /// The model of the section with an identifier, its first appearance; nil when it is not in the list.
  @inlinable
  public func section(for id: SectionID) -> Section? { section(for: ListedID(id)) }

  /// Where the item with an identifier is, its first appearance; nil when it is not in the list.
  @inlinable
  public func place(of id: ItemID) -> ItemPlace? { place(of: ListedID(id)) }

  /// The index of the section with an identifier, its first appearance; nil when it is not in the list.
  @inlinable
  public func index(ofSection id: SectionID) -> Int? { index(ofSection: ListedID(id)) }
}
