import SectionedChanges
import SectionedDataSources

/// Totals of a tree: the sum of a value over the children of each node, and over its whole subtree.
///
/// ```swift
/// let done = TreeTotals(tasks, counting: { $0.isDone })
/// done.total(beneath: house.id)      // the done tasks in the house
/// let token = done.observe { ids in … }   // rows whose text has the total
/// ```
///
/// The totals are updated before observers are notified of a step. Within a step that is still open they have the
/// values of the last step. A change costs O(depth), whatever the size of a subtree that moves; each deleted or
/// inserted node is a change of its own. For several totals at once, use a type that contains them all.
public final class TreeTotals<Source: TreeDataSource, Total: AdditiveArithmetic> {
  private struct Entry {
    var parent: Source.ItemID?
    var own: Total
    /// The sum over the children.
    var children: Total
    /// The sum over the subtree, the node included.
    var subtree: Total

    func hasTotals(of other: Entry) -> Bool {
      own == other.own && children == other.children && subtree == other.subtree
    }
  }

  /// The source of the tree.
  public let source: Source
  private let value: (Source.Model) -> Total
  private var entries: [Source.ItemID: Entry] = [:]
  /// The moved nodes that are detached while a step is applied. The total of all nodes does not include their subtrees.
  private var pieces: Set<Source.ItemID> = []
  private var roots = Total.zero
  private var whole = Total.zero
  /// The entries that a step has changed, as they were before it; nil if there are no observers.
  private var former: [Source.ItemID: Entry]?
  private var observers: [WeakObserver] = []

  /// Makes the totals of a tree, and follows it.
  ///
  /// - Parameters:
  ///   - source: the tree.
  ///   - value: returns the value of a node, which depends on its model alone.
  /// - Complexity: O(nodes · depth).
  public init(_ source: Source, of value: @escaping (Source.Model) -> Total) {
    self.source = source
    self.value = value
    var path: [Source.ItemID] = []
    // Without the edits of a step that is still open, because its changes follow.
    for (node, depth) in source.treeCore.tree.lastSnapshot.nodes {
      path.removeLast(path.count - depth)
      insert(node.id, under: path.last)
      path.append(node.id)
    }
    source.treeCore.addFollower(self) { [weak self] in self?.follow($0) }
  }

  deinit { source.treeCore.removeFollower(ObjectIdentifier(self)) }

  /// The nodes of which an observer is not notified yet.
  private final class Pending {
    var ids: Set<Source.ItemID>?
  }

  /// A weak reference. The tree's observer retains the object.
  private struct WeakObserver {
    weak var pending: Pending?
  }

  /// Notifies a closure of each step of the tree that changes a total, until the token is released.
  ///
  /// The total of a node may change though the node does not, so its row is not in the changes of the rows. This
  /// observer can then show it again. It is called as an observer of the tree: after the rows have taken the step.
  ///
  /// - Parameter notify: receives the nodes that were in the tree before the step and have another total now, in no
  ///   order. There are none if only the total of the roots, or of all nodes, changed. If an observer that was notified
  ///   earlier has made further steps, one call is for all of them. Nodes that have left the tree are omitted.
  /// - Returns: a token that ends the observation when it is released.
  /// - Complexity: O(depth) for each change, as without an observer.
  public func observe(_ notify: @escaping (Set<Source.ItemID>) -> Void) -> ObservationToken {
    let pending = Pending()
    observers.append(WeakObserver(pending: pending))
    return source.observeTree { [weak self] _ in
      guard let self, let ids = pending.ids else { return }
      pending.ids = nil
      // An observer that was notified before this one may have deleted some of them.
      notify(ids.filter { entries[$0] != nil })
    }
  }
}

extension TreeTotals where Total == Int {
  /// Makes the numbers of the nodes that satisfy a condition, and follows the tree.
  ///
  /// - Parameters:
  ///   - source: the tree.
  ///   - isCounted: returns whether a node is counted, which depends on its model alone.
  /// - Complexity: O(nodes · depth).
  public convenience init(_ source: Source, counting isCounted: @escaping (Source.Model) -> Bool) {
    self.init(source, of: { isCounted($0) ? 1 : 0 })
  }
}

extension TreeTotals {
  /// The sum over all nodes.
  ///
  /// - Complexity: O(1).
  public var total: Total { whole }

  /// The value of a node; nil when it is not in the tree.
  ///
  /// - Complexity: O(1).
  public func value(of id: Source.ItemID) -> Total? { entries[id]?.own }

  /// The sum over a node and its descendants; nil when it is not in the tree.
  ///
  /// - Complexity: O(1).
  public func total(of id: Source.ItemID) -> Total? { entries[id]?.subtree }

  /// The sum over the descendants of a node; nil when it is not in the tree.
  ///
  /// - Complexity: O(1).
  public func total(beneath id: Source.ItemID) -> Total? { entries[id].map { $0.subtree - $0.own } }

  /// The sum over the children of a node; nil when it is not in the tree.
  ///
  /// - Parameter id: the node; nil for the roots.
  /// - Complexity: O(1).
  public func total(ofChildrenOf id: Source.ItemID?) -> Total? {
    guard let id else { return roots }
    return entries[id]?.children
  }
}

extension TreeTotals {
  private func follow(_ changes: TreeChangeSet<Source.ItemID>) {
    observers.removeAll { $0.pending == nil }
    if observers.isEmpty { return apply(changes) }
    let (oldRoots, oldWhole) = (roots, whole)
    former = [:]
    apply(changes)
    var ids = Set((former ?? [:]).filter { id, old in entries[id].map { !$0.hasTotals(of: old) } ?? false }.keys)
    former = nil
    for root in changes.inserted + changes.brought { ids.remove(root.id) }
    if ids.isEmpty && roots == oldRoots && whole == oldWhole { return }
    for observer in observers { observer.pending?.ids = ids.union(observer.pending?.ids ?? []) }
  }

  /// Notes an entry before its first change in a step.
  private func note(_ id: Source.ItemID) {
    if former != nil, former?[id] == nil { former?[id] = entries[id] }
  }

  private func apply(_ changes: TreeChangeSet<Source.ItemID>) {
    // Moved nodes first, because they may be in deleted subtrees.
    for move in changes.moved {
      detach(move.id)
      pieces.insert(move.id)
    }
    for root in changes.deleted { detach(root.id) }
    for root in changes.deleted + changes.taken { entries[root.id] = nil }
    let placed =
      (changes.inserted + changes.brought).map { (id: $0.id, place: $0.place, isNew: true) }
      + changes.moved.map { (id: $0.id, place: $0.to, isNew: false) }
    // In the order of the new tree a parent comes before its children.
    for (id, place, isNew) in placed.sorted(by: { $0.place < $1.place }) {
      if isNew { insert(id, under: place.parent) } else { attach(id, under: place.parent) }
    }
    for id in changes.updated.map(\.id) + changes.moved.filter({ $0.keys != [] }).map(\.id) {
      let (own, old) = (source.model(for: id).map(value) ?? .zero, entries[id]?.own ?? .zero)
      if own == old { continue }
      note(id)
      entries[id]?.own = own
      entries[id]?.subtree += own - old
      add(own - old, toChildrenOf: entries[id]?.parent, subtree: own - old)
    }
  }

  private func insert(_ id: Source.ItemID, under parent: Source.ItemID?) {
    let own = source.model(for: id).map(value) ?? .zero
    entries[id] = Entry(parent: parent, own: own, children: .zero, subtree: own)
    add(own, toChildrenOf: parent, subtree: own)
  }

  private func attach(_ id: Source.ItemID, under parent: Source.ItemID?) {
    guard let entry = entries[id] else { return }
    entries[id]?.parent = parent
    pieces.remove(id)
    add(entry.own, toChildrenOf: parent, subtree: entry.subtree)
  }

  private func detach(_ id: Source.ItemID) {
    guard let entry = entries[id] else { return }
    add(.zero - entry.own, toChildrenOf: entry.parent, subtree: .zero - entry.subtree)
    entries[id]?.parent = nil
  }

  /// Adds to the totals of a parent and of its ancestors.
  private func add(_ own: Total, toChildrenOf parent: Source.ItemID?, subtree: Total) {
    if let parent {
      note(parent)
      entries[parent]?.children += own
    } else {
      roots += own
    }
    var (next, isInPiece) = (parent, false)
    while let id = next {
      note(id)
      entries[id]?.subtree += subtree
      isInPiece = pieces.contains(id)
      next = entries[id]?.parent
    }
    if !isInPiece { whole += subtree }
  }
}
