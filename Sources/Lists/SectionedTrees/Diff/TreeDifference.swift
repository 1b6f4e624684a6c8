import OrderedRows
import SectionedChanges

/// Computes the least changes of a step from its touched nodes, those that it may have changed, without walking the
/// trees.
///
/// A parent is treated as a section, and its children as the items of the section. So the parents of touched nodes in
/// both trees form two lists, and `ChangeSetBuilder` decides which nodes moved, left and entered.
///
/// Any other node must be in both trees, unchanged, under the same parent, and in the same order among its siblings
/// that are not touched. Or it left or entered together with a touched ancestor.
struct TreeDifference<ID: Hashable & Sendable> {
  private let old: TreeSnapshot<ID>
  private let new: TreeSnapshot<ID>
  private var touches: [ID: TreeTouch]
  /// The parents of touched nodes in each tree; the index of a parent is its section. Then the sections by parents.
  private var oldParents: [ID?] = []
  private var newParents: [ID?] = []
  private var oldSections: [ID?: Int] = [:]
  private var newSections: [ID?: Int] = [:]

  init(_ touches: [ID: TreeTouch], from old: TreeSnapshot<ID>, to new: TreeSnapshot<ID>) {
    (self.old, self.new, self.touches) = (old, new, touches)
    for id in touches.keys { addSubtree(of: id) }
    for id in self.touches.keys {
      if let number = old.number(of: id) { addSection(old.order.parent(of: number).map { old.table[$0].id }) }
      if let number = new.number(of: id) { addSection(new.order.parent(of: number).map { new.table[$0].id }) }
    }
  }

  /// Touches the descendants of a node that left or entered, because they did so, too. Descendants that are in both
  /// trees moved. The search does not go beneath those.
  private mutating func addSubtree(of id: ID) {
    let (wasThere, isThere) = (old.contains(id), new.contains(id))
    guard wasThere != isThere else { return }
    let (tree, other) = wasThere ? (old, new) : (new, old)
    // If the parent is touched, and left or entered too, the call for the parent touches these descendants.
    if let parent = tree.parent(of: id), touches[parent] != nil, !other.contains(parent) { return }
    var open = [id]
    while let next = open.popLast() {
      for child in tree.children(of: next) {
        if touches[child] == nil { touches[child] = .placed }
        if !other.contains(child) { open.append(child) }
      }
    }
  }

  private mutating func addSection(_ parent: ID?) {
    guard oldSections[parent] == nil, newSections[parent] == nil else { return }
    if old.parentNumber(parent) != nil {
      oldSections[parent] = oldParents.count
      oldParents.append(parent)
    }
    if new.parentNumber(parent) != nil {
      newSections[parent] = newParents.count
      newParents.append(parent)
    }
  }

  /// Computes the changes.
  ///
  /// - Complexity: O(k · log nodes) for k nodes that were touched, left or entered.
  /// - Throws: the builder's error if a node changed that was not touched.
  func changes() throws -> TreeChangeSet<ID> {
    if touches.isEmpty { return TreeChangeSet() }
    var builder = ChangeSetBuilder<ID?, ID>()
    for parent in oldParents where newSections[parent] == nil {
      builder.touchSection(parent, old: oldSections[parent], new: nil)
    }
    for parent in newParents where oldSections[parent] == nil {
      builder.touchSection(parent, old: nil, new: newSections[parent])
    }
    for (id, touch) in touches {
      builder.touchItem(
        id, old: place(of: id, in: old, oldSections), new: place(of: id, in: new, newSections),
        isRevised: touch.isRevised, keys: touch.keys)
    }
    let (old, new, oldParents, newParents) = (old, new, oldParents, newParents)
    let changes = try builder.changeSet(
      old: ListCounts(sections: oldParents.count) { old.numberOfChildren(of: oldParents[$0]) },
      new: ListCounts(sections: newParents.count) { new.numberOfChildren(of: newParents[$0]) })
    return translated(changes)
  }

  private func place(of id: ID, in tree: TreeSnapshot<ID>, _ sections: [ID?: Int]) -> ItemPlace? {
    guard let number = tree.number(of: id) else { return nil }
    let parent = tree.order.parent(of: number).map { tree.table[$0].id }
    guard let section = sections[parent] else {
      fatalError("A parent is missing. This is a fault of SectionedTrees; report it.")
    }
    return ItemPlace(section: section, item: tree.order.childIndex(of: number))
  }
}

extension TreeDifference {
  private func translated(_ changes: SectionedChangeSet<ID?, ID>) -> TreeChangeSet<ID> {
    var result = TreeChangeSet<ID>()
    (result.deleted, result.taken) = Self.sized(
      changes.items.deleted.map { root($0.id, at: $0.place, in: old, oldParents) },
      changes.itemsTaken.map { root($0.id, at: $0.place, in: old, oldParents) })
    (result.inserted, result.brought) = Self.sized(
      changes.items.inserted.map { root($0.id, at: $0.place, in: new, newParents) },
      changes.itemsBrought.map { root($0.id, at: $0.place, in: new, newParents) })
    for move in changes.items.moved {
      let from = place(move.from, in: old, oldParents)
      let to = place(move.to, in: new, newParents)
      result.moved.append(TreeMove(from.id, from: from.place, to: to.place, keys: move.keys))
    }
    for update in changes.items.updated {
      let before = place(update.old, in: old, oldParents)
      let after = place(update.new, in: new, newParents)
      result.updated.append(TreeUpdatedNode(before.id, old: before.place, new: after.place, keys: update.keys))
    }
    if result.moved.count > 1 { result.moved.sort { $0.from < $1.from } }
    if result.updated.count > 1 { result.updated.sort { $0.old < $1.old } }
    return result
  }

  private func root(_ id: ID, at place: ItemPlace, in tree: TreeSnapshot<ID>, _ parents: [ID?]) -> TreeRoot<ID> {
    TreeRoot(
      id, at: TreePlace(parent: parents[place.section], index: place.item, rank: tree.rank(of: id) ?? 0))
  }

  private func place(
    _ place: ItemPlace, in tree: TreeSnapshot<ID>, _ parents: [ID?]
  ) -> (id: ID, place: TreePlace<ID>) {
    let parent = parents[place.section]
    let number = tree.order.child(place.item, of: parent.flatMap { tree.number(of: $0) })
    return (
      tree.table[number].id, TreePlace(parent: parent, index: place.item, rank: tree.order.rank(of: number))
    )
  }

  /// Sorts roots and the other nodes of their subtrees, and sets the size of each root.
  static func sized(
    _ roots: [TreeRoot<ID>], _ rest: [TreeRoot<ID>]
  ) -> (roots: [TreeRoot<ID>], rest: [TreeRoot<ID>]) {
    var roots = roots.sorted { $0.place < $1.place }
    let rest = rest.sorted { $0.place < $1.place }
    var homes: [ID: Int] = [:]
    for index in roots.indices {
      homes[roots[index].id] = index
      roots[index].size = 1
    }
    // A parent comes before its children.
    for node in rest {
      guard let home = node.place.parent.flatMap({ homes[$0] }) else { continue }
      homes[node.id] = home
      roots[home].size += 1
    }
    return (roots, rest)
  }
}

/// The kind of change that a step may have made to a node.
struct TreeTouch: Sendable {
  /// Whether the node itself changed, apart from its place.
  private(set) var isRevised: Bool
  /// The names of the changed properties; nil if they are unknown.
  private(set) var keys: Set<String>?

  static let placed = TreeTouch(isRevised: false, keys: [])

  /// A change of the node itself. An empty set of keys would mean that only its place changed, so it becomes nil.
  static func revised(_ keys: Set<String>?) -> Self { Self(isRevised: true, keys: keys?.isEmpty == true ? nil : keys) }

  /// Combines this with a further change of the same node.
  mutating func add(_ other: TreeTouch) {
    if !other.isRevised { return }
    keys = isRevised ? keys.flatMap { keys in other.keys.map { keys.union($0) } } : other.keys
    isRevised = true
  }
}
