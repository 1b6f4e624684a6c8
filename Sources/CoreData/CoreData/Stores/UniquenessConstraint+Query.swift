extension UniquenessConstraint {
  /// The query for rows that have one of several combinations of values.
  ///
  /// - Parameter values: the combinations, each in the order of the constraint's slots.
  func query(matching values: [[Value]]) -> RowQuery {
    RowQuery(entity: entity, predicate: CompiledPredicate(entity: entity.index, tree: tree(matching: values)))
  }

  private func tree(matching values: [[Value]]) -> CompiledPredicate.Tree {
    func path(_ slot: Int) -> CompiledExpression {
      .path(scope: 0, CompiledPath(entity: entity.index, hops: [], last: slot))
    }
    if slots.count == 1 {
      return .leaf(.membership(path(slots[0]), ConstantSet(values.map { $0[0] }, options: [])))
    }
    return .disjunction(
      values.map { values in
        .conjunction(
          zip(slots, values).map { slot, value in
            .leaf(.membership(path(slot), ConstantSet([value], options: [])))
          })
      })
  }
}
