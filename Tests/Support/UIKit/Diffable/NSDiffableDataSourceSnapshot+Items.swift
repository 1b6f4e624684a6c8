extension NSDiffableDataSourceSnapshot {
  /// Appends items to a section; nil for the last section. Items that are in the list already are moved.
  public mutating func appendItems(
    _ identifiers: [ItemIdentifierType], toSection sectionIdentifier: SectionIdentifierType? = nil
  ) {
    guard let section = sectionIdentifier ?? sections.last else {
      return refuse("There are currently no sections in the data source. Please add a section first.")
    }
    guard items[section] != nil else { return refuse("Section identifier was not found: \(section)") }
    guard areUnique(identifiers) else { return }
    take(identifiers)
    items[section]?.append(contentsOf: identifiers)
    for identifier in identifiers { homes[identifier] = section }
  }

  /// Inserts items before an item.
  public mutating func insertItems(_ identifiers: [ItemIdentifierType], beforeItem beforeIdentifier: ItemIdentifierType)
  { insert(identifiers, at: beforeIdentifier, offset: 0) }

  /// Inserts items after an item.
  public mutating func insertItems(_ identifiers: [ItemIdentifierType], afterItem afterIdentifier: ItemIdentifierType) {
    insert(identifiers, at: afterIdentifier, offset: 1)
  }

  /// Removes items.
  public mutating func deleteItems(_ identifiers: [ItemIdentifierType]) {
    take(identifiers)
    forget(identifiers)
  }

  /// Removes everything.
  public mutating func deleteAllItems() { self = Self() }

  /// Moves an item before another one.
  public mutating func moveItem(_ identifier: ItemIdentifierType, beforeItem toIdentifier: ItemIdentifierType) {
    insert([identifier], at: toIdentifier, offset: 0)
  }

  /// Moves an item after another one.
  public mutating func moveItem(_ identifier: ItemIdentifierType, afterItem toIdentifier: ItemIdentifierType) {
    insert([identifier], at: toIdentifier, offset: 1)
  }

  private mutating func insert(_ identifiers: [ItemIdentifierType], at other: ItemIdentifierType, offset: Int) {
    guard areUnique(identifiers) else { return }
    guard let section = homes[other], !identifiers.contains(other) else {
      return refuse("Invalid item identifier specified for the destination: \(other)")
    }
    take(identifiers)
    let index = items[section]?.firstIndex(of: other) ?? 0
    items[section]?.insert(contentsOf: identifiers, at: index + offset)
    for identifier in identifiers { homes[identifier] = section }
  }

  private mutating func take(_ identifiers: [ItemIdentifierType]) {
    let known = identifiers.filter { homes[$0] != nil }
    for section in Set(known.compactMap { homes.removeValue(forKey: $0) }) {
      let leaving = Set(known)
      items[section]?.removeAll { leaving.contains($0) }
    }
  }

  mutating func forget(_ identifiers: [ItemIdentifierType]) {
    let gone = Set(identifiers)
    reloadedItemIdentifiers.removeAll { gone.contains($0) }
    reconfiguredItemIdentifiers.removeAll { gone.contains($0) }
  }

  private func areUnique(_ identifiers: [ItemIdentifierType]) -> Bool {
    var seen: Set<ItemIdentifierType> = []
    let twice = identifiers.filter { !seen.insert($0).inserted }
    guard !twice.isEmpty else { return true }
    let list = twice.map { "    \($0)" }.joined(separator: ",\n")
    refuse("Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(\n\(list)\n)}")
    return false
  }
}
