/// A list as identifiers of its sections and items, for a diffable data source.
public struct NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>: Sendable
where
  SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
  ItemIdentifierType: Sendable
{
  var sections: [SectionIdentifierType] = []
  var items: [SectionIdentifierType: [ItemIdentifierType]] = [:]
  var homes: [ItemIdentifierType: SectionIdentifierType] = [:]
  /// The sections to reload.
  public internal(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []
  /// The items to reload.
  public internal(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
  /// The items to reconfigure.
  public internal(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []

  /// Makes an empty snapshot.
  public init() {}

  /// The number of items.
  public var numberOfItems: Int { homes.count }
  /// The number of sections.
  public var numberOfSections: Int { sections.count }
  /// The sections, in order.
  public var sectionIdentifiers: [SectionIdentifierType] { sections }
  /// The items of all sections, in order.
  public var itemIdentifiers: [ItemIdentifierType] { sections.flatMap { items[$0] ?? [] } }

  /// The number of items in a section.
  public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int { items[identifier]?.count ?? 0 }

  /// The items of a section, in order.
  public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
    items[identifier] ?? []
  }

  /// The section of an item.
  public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
    homes[identifier]
  }

  /// The index of an item in ``itemIdentifiers``.
  public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? { itemIdentifiers.firstIndex(of: identifier) }

  /// The index of a section.
  public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? { sections.firstIndex(of: identifier) }

  // MARK: What changes without another place

  /// Marks sections to be reloaded.
  public mutating func reloadSections(_ identifiers: [SectionIdentifierType]) {
    for identifier in identifiers where items[identifier] == nil {
      return refuse("Attempted to reload section identifier that does not exist in the snapshot: \(identifier)")
    }
    reloadedSectionIdentifiers += identifiers
  }

  /// Marks items to be reloaded.
  public mutating func reloadItems(_ identifiers: [ItemIdentifierType]) {
    for identifier in identifiers where homes[identifier] == nil {
      return refuse("Attempted to reload item identifier that does not exist in the snapshot: \(identifier)")
    }
    reloadedItemIdentifiers += identifiers
  }

  /// Marks items to be reconfigured.
  public mutating func reconfigureItems(_ identifiers: [ItemIdentifierType]) {
    for identifier in identifiers where homes[identifier] == nil {
      return refuse("Attempted to reconfigure item identifier that does not exist in the snapshot: \(identifier)")
    }
    reconfiguredItemIdentifiers += identifiers
  }
}
