import SectionedChanges
import SectionedDataSources

extension MemoryTree {
  /// Replaces all nodes by a flat list, as one step with the least changes. Children have the order of the list.
  ///
  /// - Parameters:
  ///   - list: the models; a parent may come after its children. If several have the same identifier, the first one
  ///     counts.
  ///   - parent: returns the parent of a model; nil for a root.
  /// - Complexity: O(nodes · log nodes).
  public func setModels(_ list: [Model], parent: (Model) -> ID?) {
    let grouping = ParentGrouping(list.map { (id: identify($0), parent: parent($0)) }, policies: policies)
    report(grouping)
    treeCore.perform {
      let former = models
      models = [:]
      for model in list {
        let id = identify(model)
        if models[id] == nil { models[id] = model }
      }
      treeCore.tree.replace(by: grouping.forest, pieces: grouping.hidden)
      for (id, model) in models {
        guard let old = former[id], let number = treeCore.tree.number(of: id) else { continue }
        if !(areSame?(old, model) ?? false) { treeCore.tree.revise(number, keys: nil) }
      }
    }
  }

  /// Replaces all nodes by a flat list whose models have the identifiers of their parents.
  ///
  /// - Complexity: O(nodes · log nodes).
  public func setModels(_ list: [Model], parent: KeyPath<Model, ID?>) {
    setModels(list) { $0[keyPath: parent] }
  }

  /// Reports the orphans and cycles that were not reported for the previous list, and the duplicates.
  private func report(_ grouping: ParentGrouping<ID>) {
    let former = reported
    reported = []
    let breakers = Set(grouping.breakers.map(\.id))
    for (id, parent) in grouping.orphans + grouping.breakers {
      reported.insert(id)
      if former.contains(id) { continue }
      anomalies.report(.parentless(id, parent: parent, isListed: breakers.contains(id)))
    }
    for id in grouping.duplicates { anomalies.report(DataSourceAnomaly(TreeChangeError.twice(id))) }
  }
}

extension DataSourceAnomaly {
  /// The anomaly of a node that cannot be under its parent.
  ///
  /// - Parameter isListed: whether the tree has the parent, so that the two are in a cycle.
  static func parentless<ID: Hashable>(_ id: ID, parent: ID, isListed: Bool) -> Self {
    if id == parent { return Self(.cycle, "Node \(named: id) is its own parent. It is shown by the policy for these.") }
    return isListed
      ? Self(
        .cycle, "Node \(named: id) is beneath itself, under \(named: parent). It is shown by the policy for cycles.")
      : Self(
        .orphan,
        "The parent of node \(named: id), \(named: parent), is not in the tree. It is shown by the policy for orphans.")
  }
}
