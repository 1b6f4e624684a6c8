import CoreData
import OrderedRows
import SectionedChanges
import SectionedDataSources

/// The nodes of a fetched tree with one level or several. Applies the steps of their lists to the tree.
///
/// It does so when all lists have taken an event, even if a step of the tree is still open. So the next edit within that
/// step finds the nodes at their new places, and the step has the changes of all its events.
final class FetchedNodes {
  /// A source between the lists and the tree. It settles when the lists are at rest, and makes no steps of its own.
  let core = SourceCore<OnlySection, OnlySection>()
  let levels: [FetchedLevel]
  let treeCore: TreeCore<NSManagedObjectID>
  private let anomalies: AnomalyHandler
  private var linked: LinkedTree<NSManagedObjectID>
  /// Nodes whose parent is in no list, and had a temporary identifier when it was read. The parent's identifier may
  /// change, so the next step reads it again.
  private var unsettled: Set<NSManagedObjectID> = []
  /// The nodes that several levels list. Each was reported.
  private var shared: Set<NSManagedObjectID> = []
  /// The order of children in ordered relationships; nil if the lists give it.
  let ranks: ChildRanks?

  /// - Parameters:
  ///   - treeCore: the tree.
  ///   - context: the context of the lists.
  ///   - policies: the treatment of nodes that cannot be under their parents, for levels that have no policies.
  ///   - anomalies: the handler to which the nodes report anomalies.
  ///   - levels: makes the levels. Its argument is the source that is built on their lists.
  init(
    _ treeCore: TreeCore<NSManagedObjectID>, in context: NSManagedObjectContext?, policies: TreePolicies,
    anomalies: AnomalyHandler, levels: (SourceCore<OnlySection, OnlySection>) -> [FetchedLevel]
  ) {
    (self.treeCore, self.anomalies) = (treeCore, anomalies)
    let levels = levels(core)
    self.levels = levels
    linked = LinkedTree(policies: { id in levels.first { $0.index(id) != nil }?.policies ?? policies })
    ranks = levels.contains { $0.orderKey != nil } ? ChildRanks() : nil
    treeCore.signal.context = context
    core.attach(treeCore.signal.core) { _ in }
    core.step = { [weak self] in
      if let self { self.treeCore.perform { self.follow() } }
      return nil
    }
  }

  deinit { core.detach(treeCore.signal.core) }

  /// Whether no event is in progress, so that the tree has the nodes of the lists, though its step may still be open.
  var isAtRest: Bool { core.isAtRest }

  /// The object of a node; nil when it is not in the tree.
  func object(for id: NSManagedObjectID) -> NSManagedObject? {
    treeCore.tree.number(of: id) == nil ? nil : first { $0.object(id) }
  }

  /// The identifier that the tree uses for an object; nil when no level lists the object.
  func listedID(of object: NSManagedObject) -> NSManagedObjectID? { first { $0.listedID(object.objectID) } }

  /// The first result of a closure, called for one level after the other, that is not nil.
  func first<Answer>(_ answer: (FetchedLevel) -> Answer?) -> Answer? {
    for level in levels { if let found = answer(level) { return found } }
    return nil
  }

  /// Applies the steps of the lists to the tree. Called when the lists are at rest, within a step of the tree.
  private func follow() {
    let updates = levels.compactMap { $0.takeUpdate() }
    guard !updates.isEmpty else { return }
    treeCore.setPhase(updates.contains { $0.phase != .loaded } ? .initial : .loaded)
    let named = updates.reduce(0) { $0 + $1.changes.count }
    let exceptions: [LinkedTree<NSManagedObjectID>.Exception]
    let newlyShared: [NSManagedObjectID]
    if updates.contains(where: { !$0.changes.sections.isEmpty })
      || (named > 64 && named > treeCore.tree.order.count / 2)
    {
      let nodes = listedNodes()
      exceptions = linked.replace(&treeCore.tree, by: nodes, rank: rank)
      newlyShared = noteShared(among: shared.union(nodes.lazy.map(\.id)))
    } else {
      exceptions = linked.follow(
        edit(updates), &treeCore.tree, parent: { parentID(of: $0) }, index: { index(of: $0) }, rank: rank)
      newlyShared = noteShared(
        among: Set(updates.flatMap { ($0.changes.items.inserted + $0.changes.items.deleted).map(\.id.id) }))
    }
    ranks?.forget()
    // If another level inserted one of these, the node changed.
    let gone = updates.count < 2 ? [] : Set(updates.flatMap { $0.changes.items.deleted.map(\.id.id) })
    for update in updates { revise(update, alsoInserted: gone) }
    for exception in exceptions {
      anomalies.report(.parentless(exception.id, parent: exception.parent, isListed: exception.isCycle))
    }
    for id in newlyShared {
      anomalies.report(
        DataSourceAnomaly(
          .duplicateItem, "Several levels list node \(named: id). It is in the tree once, as a node of the first one."))
    }
  }

  /// Updates ``shared`` for nodes that a level has begun or ceased to list. Returns those that are new in it.
  private func noteShared(among ids: @autoclosure () -> Set<NSManagedObjectID>) -> [NSManagedObjectID] {
    guard levels.count > 1 else { return [] }
    return ids().filter { id in
      if levels.lazy.filter({ $0.index(id) != nil }).prefix(2).count == 2 { return shared.insert(id).inserted }
      shared.remove(id)
      return false
    }
  }

  /// All nodes with their parents, in the order of the levels. If two levels list a node, the entry of the first one
  /// counts.
  ///
  /// - Complexity: O(nodes).
  private func listedNodes() -> [(id: NSManagedObjectID, parent: NSManagedObjectID?)] {
    var nodes: [(id: NSManagedObjectID, parent: NSManagedObjectID?)] = []
    unsettled = []
    for level in levels { level.forEach { id, node in nodes.append((id, parentID(of: id, node, level))) } }
    return nodes
  }

  private func edit(_ updates: [FetchedLevel.Update]) -> LinkedTree<NSManagedObjectID>.Edit {
    var edit = LinkedTree<NSManagedObjectID>.Edit()
    var seen: Set<NSManagedObjectID> = []
    for update in updates {
      let items = update.changes.items
      let placed = (items.deleted + items.inserted).map(\.id.id) + items.moved.map { update.new[$0.to].id.id }
      for id in placed where seen.insert(id).inserted {
        let isListed = levels.contains { $0.index(id) != nil }
        switch (treeCore.tree.number(of: id) != nil, isListed) {
        case (true, false): edit.left.append(id)
        case (false, true): edit.arrived.append(id)
        case (true, true): edit.reordered += [id] + passedChildren(of: id)
        case (false, false): break
        }
      }
      let updated = items.updated.map { update.new[$0.new].id.id }
      edit.relinked += updated
      for id in updated { edit.reordered += passedChildren(of: id) }
    }
    edit.relinked += unsettled
    unsettled = []
    return edit
  }

  /// The identifier of a node's parent: the one that the tree uses, or else the parent's own; nil if the node has no
  /// parent.
  private func parentID(of id: NSManagedObjectID) -> NSManagedObjectID? {
    for level in levels { if let node = level.object(id) { return parentID(of: id, node, level) } }
    return nil
  }

  private func parentID(
    of id: NSManagedObjectID, _ node: NSManagedObject, _ level: FetchedLevel
  ) -> NSManagedObjectID? {
    guard let parent = level.parent(of: node) else { return nil }
    if let listed = listedID(of: parent) { return listed }
    let own = parent.objectID
    if own.isTemporaryID { unsettled.insert(id) }
    return own
  }

  /// A number that orders a node among all nodes: by level, then by the index in the level.
  private func index(of id: NSManagedObjectID) -> Int {
    for (number, level) in levels.enumerated() {
      if let index = level.index(id) { return number << 40 + index }
    }
    return .max
  }

  /// Records the nodes whose objects changed.
  ///
  /// - Parameter alsoInserted: nodes that count as changed if this level inserted them, because a level deleted them.
  private func revise(_ update: FetchedLevel.Update, alsoInserted: Set<NSManagedObjectID>) {
    let items = update.changes.items
    let places = items.updated.map(\.new) + items.moved.filter { $0.keys != [] }.map(\.to)
    let inserted = items.inserted.map(\.id.id).filter { alsoInserted.contains($0) }
    for id in places.map({ update.new[$0].id.id }) + inserted {
      guard let number = treeCore.tree.number(of: id) else { continue }
      let keys = object(for: id).map { Set($0.changedValuesForCurrentEvent().keys) } ?? []
      // A merged or refreshed object does not know which properties changed.
      treeCore.tree.revise(number, keys: keys.isEmpty ? nil : keys)
    }
  }
}
