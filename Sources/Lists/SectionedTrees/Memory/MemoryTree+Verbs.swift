import OrderedRows
import SectionedChanges
import SectionedDataSources

extension MemoryTree {
  /// Inserts a model as a node without children.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - parent: the parent; nil for a root.
  ///   - index: the index among the children of the parent after the insertion; nil for the last one.
  /// - Complexity: O(log nodes).
  /// - Throws: `DataSourceAnomaly`: `duplicateItem`, also for a node that a policy hides; `unknownItem` for the parent;
  ///   or `itemOutOfBounds`.
  public func insert(_ model: Model, under parent: ID? = nil, at index: Int? = nil) throws {
    try verb {
      let id = identify(model)
      guard treeCore.tree.number(of: id) == nil else { throw TreeChangeError.twice(id) }
      let (parent, index) = try treeCore.tree.snapshot.gap(under: parent, at: index, node: id)
      models[id] = model
      let number = treeCore.tree.add(id)
      treeCore.tree.attach(number, under: parent, at: index)
    }
  }

  /// Deletes a node with its subtree.
  ///
  /// - Complexity: O(k · log nodes) for a subtree of k nodes.
  /// - Throws: `DataSourceAnomaly`: `unknownItem`.
  public func delete(_ id: ID) throws {
    try verb {
      let number = try treeCore.tree.snapshot.existing(id)
      for node in treeCore.tree.remove(number) { models[treeCore.tree.id(of: node)] = nil }
    }
  }

  /// Moves a node with its subtree.
  ///
  /// - Parameters:
  ///   - id: the node.
  ///   - parent: the new parent; nil for a root.
  ///   - index: the index among the children of the parent after the move; nil for the last one.
  /// - Complexity: O(log nodes), and O(rows · log nodes) for the rows that move.
  /// - Throws: `DataSourceAnomaly`: `unknownItem`, `itemOutOfBounds`, or `cycle` for a parent in the node's own
  ///   subtree.
  public func move(_ id: ID, under parent: ID?, at index: Int? = nil) throws {
    try verb {
      let number = try treeCore.tree.snapshot.existing(id)
      // Throws before the tree is edited.
      let place = try treeCore.tree.snapshot.target(of: id, under: parent, at: index)
      treeCore.tree.detach(number)
      treeCore.tree.attach(number, under: place.parent, at: place.index)
    }
  }

  /// Moves nodes with their subtrees to one parent, in the given order. A node whose ancestor is moved, too, stays
  /// under that ancestor.
  ///
  /// - Parameters:
  ///   - ids: the nodes.
  ///   - parent: the new parent; nil for the roots.
  ///   - index: the index of the first node among the children of the parent, after the move; nil for the end. The
  ///     other nodes follow it.
  /// - Complexity: O(nodes · depth · log tree), and O(rows · log tree) for the rows that move.
  /// - Throws: `DataSourceAnomaly`: `unknownItem`, `duplicateItem` for a node that is named twice, `itemOutOfBounds`,
  ///   or `cycle` for a parent in the subtree of a node. The tree is then as before.
  public func move(_ ids: [ID], under parent: ID?, at index: Int? = nil) throws {
    try verb {
      let (numbers, target, index) = try treeCore.tree.snapshot.target(of: ids, under: parent, at: index)
      for number in numbers { treeCore.tree.detach(number) }
      for (offset, number) in numbers.enumerated() {
        treeCore.tree.attach(number, under: target, at: index + offset)
      }
    }
  }

  /// Makes a node the last child of the sibling before it.
  ///
  /// - Returns: whether there is such a sibling.
  /// - Complexity: as that of ``move(_:under:at:)-(ID,_,_)``.
  /// - Throws: `DataSourceAnomaly`: `unknownItem`.
  @discardableResult
  public func indent(_ id: ID) throws -> Bool {
    try verb {
      guard let place = tree.place(of: id) else { throw TreeChangeError.unknown(id) }
      guard place.index > 0, let sibling = tree.child(place.index - 1, of: place.parent) else { return false }
      try move(id, under: sibling)
      return true
    }
  }

  /// Makes a node the next sibling of its parent.
  ///
  /// - Returns: whether it has a parent.
  /// - Complexity: as that of ``move(_:under:at:)-(ID,_,_)``.
  /// - Throws: `DataSourceAnomaly`: `unknownItem`.
  @discardableResult
  public func outdent(_ id: ID) throws -> Bool {
    try verb {
      guard let place = tree.place(of: id) else { throw TreeChangeError.unknown(id) }
      guard let parent = place.parent, let above = tree.place(of: parent) else { return false }
      try move(id, under: above.parent, at: above.index + 1)
      return true
    }
  }

  /// Sets the new model of a node.
  ///
  /// - Parameters:
  ///   - model: the model; its identifier names the node.
  ///   - keys: the names of the changed properties; nil or an empty set if they are unknown.
  /// - Complexity: O(log nodes).
  /// - Throws: `DataSourceAnomaly`: `unknownItem`.
  public func update(_ model: Model, keys: Set<String>? = nil) throws {
    try verb {
      let id = identify(model)
      let number = try treeCore.tree.snapshot.existing(id)
      let isSame = models[id].map { old in areSame?(old, model) ?? false } ?? false
      models[id] = model
      if !isSame { treeCore.tree.revise(number, keys: keys) }
    }
  }

  /// Performs a verb. An error is reported to the handler, and thrown as an anomaly.
  private func verb<Result>(_ verb: () throws -> Result) throws -> Result {
    try treeCore.perform {
      do {
        return try verb()
      } catch let error as TreeChangeError {
        let anomaly = DataSourceAnomaly(error)
        anomalies.report(anomaly)
        throw anomaly
      }
    }
  }
}

extension DataSourceAnomaly {
  init(_ error: TreeChangeError) {
    let kind: Kind =
      switch error.reason {
      case .duplicateNode: .duplicateItem
      case .unknownNode: .unknownItem
      case .ownSubtree: .cycle
      case .impossiblePlace, .impossibleParent, .wrongPlace, .countMismatch: .itemOutOfBounds
      }
    self.init(kind, error.description)
  }
}
