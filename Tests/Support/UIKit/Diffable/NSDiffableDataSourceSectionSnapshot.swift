/// A section of a diffable data source as a tree of items.
public struct NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>: Sendable
where ItemIdentifierType: Hashable, ItemIdentifierType: Sendable {
  private var children: [ItemIdentifierType?: [ItemIdentifierType]] = [:]
  /// The parent of each item; `.some(nil)` for a root.
  private var parents: [ItemIdentifierType: ItemIdentifierType?] = [:]
  private var expanded: Set<ItemIdentifierType> = []

  /// Makes an empty snapshot.
  public init() {}

  // MARK: Editing

  /// Appends items to the children of an item, or to the roots if `parent` is nil.
  public mutating func append(_ items: [ItemIdentifierType], to parent: ItemIdentifierType? = nil) {
    insert(items, under: parent, at: children[parent]?.count ?? 0)
  }

  /// Inserts items as siblings, before an item.
  public mutating func insert(_ items: [ItemIdentifierType], before item: ItemIdentifierType) {
    guard let place = place(of: item) else { return refuseUnknown(item) }
    insert(items, under: place.parent, at: place.index)
  }

  /// Inserts items as siblings, after an item.
  public mutating func insert(_ items: [ItemIdentifierType], after item: ItemIdentifierType) {
    guard let place = place(of: item) else { return refuseUnknown(item) }
    insert(items, under: place.parent, at: place.index + 1)
  }

  /// Removes items and their descendants.
  public mutating func delete(_ items: [ItemIdentifierType]) {
    for item in items {
      guard let place = place(of: item) else { continue }
      let subtree = subtree(of: item)
      children[place.parent]?.remove(at: place.index)
      for item in subtree {
        (children[item], parents[item]) = (nil, nil)
        expanded.remove(item)
      }
    }
  }

  /// Removes all items.
  public mutating func deleteAll() { self = Self() }

  /// Expands items.
  public mutating func expand(_ items: [ItemIdentifierType]) {
    for item in items {
      guard contains(item) else { return refuseUnknown(item) }
      expanded.insert(item)
    }
  }

  /// Collapses items.
  public mutating func collapse(_ items: [ItemIdentifierType]) {
    for item in items {
      guard contains(item) else { return refuseUnknown(item) }
      expanded.remove(item)
    }
  }

  /// Replaces the children of an item.
  public mutating func replace(childrenOf parent: ItemIdentifierType, using snapshot: Self) {
    guard contains(parent) else { return refuseUnknown(parent) }
    delete(children[parent] ?? [])
    var open: [ItemIdentifierType?] = [nil]
    while let next = open.popLast() {
      let items = snapshot.children[next] ?? []
      append(items, to: next ?? parent)
      open += items.map(Optional.some)
    }
    expand(snapshot.items.filter(snapshot.isExpanded))
  }

  private mutating func insert(_ items: [ItemIdentifierType], under parent: ItemIdentifierType?, at index: Int) {
    if let parent, !contains(parent) { return refuseUnknown(parent) }
    let twice = items.filter { contains($0) } + Set(items).filter { item in items.filter { $0 == item }.count > 1 }
    guard twice.isEmpty else {
      return refuse("Fatal: supplied item identifiers are not unique. Duplicate identifiers: \(twice)")
    }
    children[parent, default: []].insert(contentsOf: items, at: index)
    for item in items { parents[item] = .some(parent) }
  }

  private func refuseUnknown(_ item: ItemIdentifierType) {
    refuse("Attempted to use an item identifier that does not exist in the section snapshot: \(item)")
  }
}

extension NSDiffableDataSourceSectionSnapshot {
  /// All items in depth-first order, visible or not.
  public var items: [ItemIdentifierType] { rootItems.flatMap(subtree) }
  /// The items without a parent.
  public var rootItems: [ItemIdentifierType] { children[nil] ?? [] }
  /// The items whose ancestors are all expanded.
  public var visibleItems: [ItemIdentifierType] { items.filter(isVisible) }

  /// Whether an item is in the section.
  public func contains(_ item: ItemIdentifierType) -> Bool { parents[item] != nil }

  /// Whether an item is expanded.
  public func isExpanded(_ item: ItemIdentifierType) -> Bool { expanded.contains(item) }

  /// Whether all ancestors of an item are expanded.
  public func isVisible(_ item: ItemIdentifierType) -> Bool {
    contains(item) && ancestors(of: item).allSatisfy { expanded.contains($0) }
  }

  /// The number of an item's ancestors.
  public func level(of item: ItemIdentifierType) -> Int { ancestors(of: item).count }

  /// The index of an item in ``items``.
  public func index(of item: ItemIdentifierType) -> Int? { items.firstIndex(of: item) }

  /// The parent of an item; nil for a root.
  public func parent(of child: ItemIdentifierType) -> ItemIdentifierType? { parents[child] ?? nil }

  /// Returns the descendants of an item as a snapshot.
  public func snapshot(of parent: ItemIdentifierType, includingParent: Bool = false) -> Self {
    var result = Self()
    if includingParent { result.append([parent]) }
    for item in subtree(of: parent).dropFirst() {
      let above = self.parent(of: item)
      result.append([item], to: above == parent && !includingParent ? nil : above)
    }
    result.expand(result.items.filter(isExpanded))
    return result
  }

  private func ancestors(of item: ItemIdentifierType) -> [ItemIdentifierType] {
    var found: [ItemIdentifierType] = []
    var next = parent(of: item)
    while let item = next {
      found.append(item)
      next = parent(of: item)
    }
    return found
  }

  private func subtree(of item: ItemIdentifierType) -> [ItemIdentifierType] {
    var found: [ItemIdentifierType] = []
    var open = [item]
    while let next = open.popLast() {
      found.append(next)
      open += (children[next] ?? []).reversed()
    }
    return found
  }

  private func place(of item: ItemIdentifierType) -> (parent: ItemIdentifierType?, index: Int)? {
    guard let parent = parents[item] else { return nil }
    return children[parent]?.firstIndex(of: item).map { (parent, $0) }
  }
}
