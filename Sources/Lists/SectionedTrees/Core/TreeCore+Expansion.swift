import OrderedRows
import SectionedDataSources

extension TreeCore {
  /// Whether a node is expanded: its children are shown whenever the node itself is.
  func isExpanded(_ id: ID) -> Bool { filter == nil ? expanded.contains(id) : !collapsed.contains(id) }

  /// Expands or collapses a node. While a filter is set, this lasts until the filter is removed.
  func setExpanded(_ id: ID, _ isExpanded: Bool) {
    guard self.isExpanded(id) != isExpanded else { return }
    if filter == nil {
      if isExpanded { expanded.insert(id) } else { expanded.remove(id) }
      if let number = tree.number(of: id) { toggled.insert(number) }
    } else {
      if isExpanded { collapsed.remove(id) } else { collapsed.insert(id) }
    }
    core.perform { core.setNeedsSettling() }
  }

  /// Replaces the set of expanded nodes. While a filter is set, the new set has no effect until the filter is removed.
  func setExpanded(_ ids: Set<ID>) {
    expanded = ids
    makeRowsAnew()
  }

  /// Expands the nodes above a depth, and collapses all other ones.
  func expand(toDepth depth: Int) {
    var ids: Set<ID> = []
    let order = tree.order
    var last: (node: Int32, depth: Int)?
    // A node has children if the next node is deeper.
    order.forEach { node, next in
      if let last, next > last.depth, last.depth < depth { ids.insert(tree.id(of: last.node)) }
      last = (node, next)
    }
    if filter == nil { expanded = ids } else { collapsed = Set(tree.snapshot.ids).subtracting(ids) }
    makeRowsAnew()
  }

  /// Expands all ancestors of a node.
  ///
  /// - Returns: whether the node is in the tree.
  func reveal(_ id: ID) -> Bool {
    guard let number = tree.number(of: id), tree.order.isAttached(number) else { return false }
    core.perform {
      var next = tree.order.parent(of: number)
      while let node = next {
        setExpanded(tree.id(of: node), true)
        next = tree.order.parent(of: node)
      }
    }
    return true
  }

  /// Sets the filter; nil for none.
  func setFilter(_ filter: ((ID) -> Bool)?) {
    if (self.filter == nil) != (filter == nil) { collapsed = [] }
    filterSignal.core.perform {
      (self.filter, isFilterReplaced) = (filter, true)
      filterSignal.core.setNeedsSettling()
      makeRowsAnew()
    }
  }

  /// Notifies a closure of each step in which the filter was replaced, when the rows have followed it.
  package func observeFilter(_ notify: @escaping () -> Void) -> ObservationToken {
    filterSignal.observe { _ in notify() }
  }

  func makeRowsAnew() {
    core.perform {
      needsAllRows = true
      core.setNeedsSettling()
    }
  }
}
