#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import OrderedRows
  import SectionedViews

  // The outline's items follow the rows of the tree. AppKit applies operations one after the other, each in the indices
  // of its moment, and so do the nodes.
  extension TreeOutlineScreen {
    /// Gives the outline the rows of the source.
    ///
    /// - Parameter names: the rows that came, left, moved, or have another depth since the last time.
    /// - Complexity: O(children of the parents that have other children · log rows + rows that come).
    func synchronize(_ names: [AnyHashable], animated: Bool) {
      guard let outline, let tree, !names.isEmpty else { return }
      // The outline may ask for its items here for the first time: it has to know them before they change.
      _ = outline.numberOfRows
      operate {
        let parents = changedParents(names, tree)
        var closed: [OutlineNode] = []
        for case let node? in parents.map({ node(of: $0) }) where node !== root {
          let isExpanded = node.name.flatMap { tree.row($0) }?.isExpanded
          // So that items can move into it.
          if isExpanded == true, !outline.isItemExpanded(node) { outline.expandItem(node) }
          if isExpanded == false, outline.isItemExpanded(node) { closed.append(node) }
        }
        let animation = animated ? answers?.animation ?? [] : []
        var (left, came): ([OutlineNode], [OutlineNode]) = ([], [])
        outline.beginUpdates()
        for parent in parents where !closed.contains(where: { $0.name == parent }) || parent == nil {
          arrange(parent, tree.children(of: parent), outline, animation, &left, &came)
        }
        for node in left where isLeftover(node, tree) { remove(node, outline, animation) }
        outline.endUpdates()
        for node in closed where node.name.map({ nodes[$0] === node }) ?? false {
          outline.collapseItem(node)
          noteCollapsed(node)
        }
        expand(came + parents.compactMap { node(of: $0) }.filter { $0 !== root })
      }
    }

    /// The node of a name, which is the root for nil; nil where there is none.
    private func node(of name: AnyHashable?) -> OutlineNode? { name.map { nodes[$0] } ?? root }

    /// The parents whose children may have changed, each before those beneath it.
    ///
    /// A row that is not named has the depth that it had, and keeps its order among the rows that are not named. So it
    /// has another parent only if that, or the parent before, is named.
    private func changedParents(_ names: [AnyHashable], _ tree: any TreeOutlineAnswers) -> [AnyHashable?] {
      var found: Set<AnyHashable?> = []
      var open: [AnyHashable?] = []
      func mark(_ parent: AnyHashable?) { if found.insert(parent).inserted { open.append(parent) } }
      for name in names {
        mark(name)
        if let parent = nodes[name]?.parent { mark(parent.name) }
        if let row = tree.row(name) { mark(row.parent) }
      }
      while let parent = open.popLast() {
        for child in node(of: parent)?.children ?? [] {
          if let row = child.name.flatMap({ tree.row($0) }), row.parent != parent { mark(row.parent) }
        }
        // A parent gets its children when it is at its own place.
        var next = parent
        while let name = next, let row = tree.row(name) {
          if nodes[name].map({ $0.parent?.name != row.parent }) ?? true { mark(row.parent) }
          next = row.parent
        }
      }
      let ranked = found.compactMap { name -> (rank: Int, name: AnyHashable?)? in
        guard let name else { return (-1, nil) }
        return tree.row(name).map { ($0.rank, name) }
      }
      return ranked.sorted { $0.rank < $1.rank }.map(\.name)
    }

    /// Gives a parent its children, with the fewest moves. Those that belong to another parent stay until that has
    /// taken them, or are removed at last.
    private func arrange(
      _ name: AnyHashable?, _ names: [AnyHashable], _ outline: NSOutlineView,
      _ animation: NSTableView.AnimationOptions, _ left: inout [OutlineNode], _ came: inout [OutlineNode]
    ) {
      guard let parent = node(of: name), parent === root || outline.isItemExpanded(parent) else {
        // The children of a new node come when it is expanded.
        for child in names.compactMap({ nodes[$0] }) where child.parent !== node(of: name) {
          remove(child, outline, animation)
        }
        return
      }
      if parent.children.map(\.name) == names { return }
      let item = parent === root ? nil : parent
      let staying = staying(names, in: parent)
      let wanted = Set(names)
      left += parent.children.filter { child in child.name.map { !wanted.contains($0) } ?? true }
      var cursor = 0
      var run = IndexSet()
      func insertRun() {
        if !run.isEmpty { outline.insertItems(at: run, inParent: item, withAnimation: animation) }
        run = []
      }
      for name in names {
        guard let child = nodes[name] else {
          let child = OutlineNode(name)
          nodes[name] = child
          parent.insert(child, at: cursor)
          run.insert(cursor)
          came.append(child)
          cursor += 1
          continue
        }
        insertRun()
        if staying.contains(name) {
          cursor = (child.index ?? cursor) + 1
        } else {
          cursor = move(child, to: cursor, of: parent, outline) + 1
        }
      }
      insertRun()
    }

    /// The children that stay at their places while siblings move around them.
    private func staying(_ names: [AnyHashable], in parent: OutlineNode) -> Set<AnyHashable> {
      var places: [AnyHashable: Int] = [:]
      for child in parent.children { if let name = child.name { places[name] = places.count } }
      let here = names.filter { places[$0] != nil }
      let order = here.indices.sorted { (places[here[$0]] ?? 0) < (places[here[$1]] ?? 0) }
      var ranks = Array(repeating: 0, count: here.count)
      for (rank, index) in order.enumerated() { ranks[index] = rank }
      let kept = heaviestIncreasingSubsequence(of: ranks, weights: ranks.map { _ in SubsequenceWeight(1, 1) })
      return Set(zip(here, kept).filter(\.1).map(\.0))
    }

    /// - Returns: the index after the move.
    private func move(_ node: OutlineNode, to index: Int, of parent: OutlineNode, _ outline: NSOutlineView) -> Int {
      guard let old = node.parent, let from = node.index else { return index }
      let to = old === parent && from < index ? index - 1 : index
      old.remove(at: from)
      parent.insert(node, at: to)
      outline.moveItem(
        at: from, inParent: old === root ? nil : old, to: to, inParent: parent === root ? nil : parent)
      return to
    }

    private func isLeftover(_ node: OutlineNode, _ tree: any TreeOutlineAnswers) -> Bool {
      guard let name = node.name, nodes[name] === node, let parent = node.parent else { return false }
      return tree.row(name).map { $0.parent != parent.name } ?? true
    }

    private func remove(_ node: OutlineNode, _ outline: NSOutlineView, _ animation: NSTableView.AnimationOptions) {
      guard let parent = node.parent, let index = node.index else { return }
      parent.remove(at: index)
      drop([node])
      outline.removeItems(at: [index], inParent: parent === root ? nil : parent, withAnimation: animation)
    }

    /// Forgets nodes and all beneath them.
    func drop(_ nodes: [OutlineNode]) {
      var open = nodes
      while let node = open.popLast() {
        if let name = node.name { self.nodes[name] = nil }
        open += node.children
      }
    }

    /// Makes the nodes of a parent's children, which the outline is about to ask for.
    func fill(_ parent: OutlineNode) {
      let names = tree?.children(of: parent.name) ?? []
      // Where the source is ahead of the list, a row may be elsewhere still.
      if let outline { for name in names { if let old = nodes[name] { remove(old, outline, []) } } }
      parent.setChildren(names.map { OutlineNode($0) })
      for child in parent.children { if let name = child.name { nodes[name] = child } }
    }

    /// Expands the items whose children have rows, from the top.
    func expand(_ items: [OutlineNode]) {
      guard let outline else { return }
      var open = Array(items.reversed())
      while let node = open.popLast() {
        guard let name = node.name, nodes[name] === node, let row = tree?.row(name) else { continue }
        if row.isExpanded, !outline.isItemExpanded(node) {
          fill(node)
          guard nodes[name] === node else {
            drop(node.children)
            continue
          }
          outline.expandItem(node)
          open += node.children.reversed()
        }
      }
    }
  }
#endif
