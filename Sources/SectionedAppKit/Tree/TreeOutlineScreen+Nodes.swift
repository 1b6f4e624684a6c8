#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import OrderedRows
  import SectionedViews

  // Synchronizes the outline's items with the rows of the tree. AppKit applies operations one after the other. The
  // indices of each operation, here as in AppKit, refer to the list after the previous ones.
  extension TreeOutlineScreen {
    /// Updates the outline to the rows of the source.
    ///
    /// - Parameters:
    ///   - names: the rows that were inserted, removed or moved, or whose depth changed, since the last call.
    ///   - animated: whether the update is animated.
    /// - Complexity: O(children of the parents whose children changed · log rows + inserted rows).
    func synchronize(_ names: [AnyHashable], animated: Bool) {
      guard let outline, let tree, !names.isEmpty else { return }
      // An outline that has not asked for its items yet must ask before they change.
      _ = outline.numberOfRows
      beginUpdate()
      operate(animated: animated) {
        let parents = changedParents(names, tree)
        var closed: [OutlineNode] = []
        for case let node? in parents.map({ node(of: $0) }) where node !== root {
          let isExpanded = node.name.flatMap { tree.row($0) }?.isExpanded
          // Expand the item first, so that other items can move into it.
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

    /// The node with a name; the root for nil. Nil if there is no such node.
    private func node(of name: AnyHashable?) -> OutlineNode? { name.map { nodes[$0] } ?? root }

    /// The parents whose children may have changed, each before its descendants.
    ///
    /// A row that is not in `names` keeps its depth, and its order among the other rows that are not in `names`. So its
    /// parent can change only if its old or new parent is in `names`.
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
        // A parent must be at its own place before it gets its children.
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

    /// Gives a parent its children with the fewest moves. Children that belong to another parent now stay until that
    /// parent takes them; `synchronize` removes the rest.
    private func arrange(
      _ name: AnyHashable?, _ names: [AnyHashable], _ outline: NSOutlineView,
      _ animation: NSTableView.AnimationOptions, _ left: inout [OutlineNode], _ came: inout [OutlineNode]
    ) {
      guard let parent = node(of: name), parent === root || outline.isItemExpanded(parent) else {
        // The outline asks for the children of a new node when it expands it.
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

    /// The children that keep their places while siblings move around them: a longest increasing subsequence.
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

    /// - Returns: the index of the node after the move.
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
      keep(parent.remove(at: index))
      drop([node])
      outline.removeItems(at: [index], inParent: parent === root ? nil : parent, withAnimation: animation)
    }

    /// Forgets nodes and their descendants.
    func drop(_ nodes: [OutlineNode]) {
      var open = nodes
      while let node = open.popLast() {
        if let name = node.name { self.nodes[name] = nil }
        open += node.children
      }
    }

    /// Makes the nodes of a parent's children, before the outline asks for them.
    func fill(_ parent: OutlineNode) {
      let names = tree?.children(of: parent.name) ?? []
      // If the source is ahead of the list, a child may still be under its old parent. Remove it there.
      if let outline { for name in names { if let old = nodes[name] { remove(old, outline, []) } } }
      parent.setChildren(names.map { OutlineNode($0) })
      for child in parent.children { if let name = child.name { nodes[name] = child } }
    }

    /// Expands the items that are expanded in the tree, from the top.
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
