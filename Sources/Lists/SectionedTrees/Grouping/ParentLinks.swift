/// The nodes that the tree does not show under their parents: the parent is not listed, or the two are in a cycle. The
/// tree itself has the parents of all other nodes.
struct ParentLinks<ID: Hashable & Sendable> {
  /// Nodes whose parent is not listed, with that parent.
  private(set) var orphans: [ID: ID] = [:]
  /// The orphans of each parent that is not listed.
  private var waiting: [ID: Set<ID>] = [:]
  /// Nodes that were separated from their parents to break a cycle, with these parents.
  private(set) var breakers: [ID: ID] = [:]

  init() {}

  init(_ grouping: ParentGrouping<ID>) {
    for (id, parent) in grouping.orphans { addOrphan(id, of: parent) }
    for (id, parent) in grouping.breakers { addBreaker(id, under: parent) }
  }

  /// The orphans of a node that is not listed.
  func orphans(of parent: ID) -> Set<ID> { waiting[parent] ?? [] }

  mutating func addOrphan(_ id: ID, of parent: ID) {
    orphans[id] = parent
    waiting[parent, default: []].insert(id)
  }

  mutating func addBreaker(_ id: ID, under parent: ID) { breakers[id] = parent }

  mutating func remove(_ id: ID) {
    breakers[id] = nil
    guard let parent = orphans.removeValue(forKey: id) else { return }
    waiting[parent]?.remove(id)
    if waiting[parent]?.isEmpty == true { waiting[parent] = nil }
  }

  /// The parent that is not listed, or from which a node was separated to break a cycle; nil for all other nodes.
  func missedParent(of id: ID) -> ID? { orphans[id] ?? breakers[id] }
}
