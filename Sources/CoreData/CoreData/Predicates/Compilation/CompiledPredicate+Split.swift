extension CompiledPredicate {
  /// Splits the predicate into a part for the store and a part that needs objects: blocks, and properties that are
  /// not stored. An object must satisfy both parts; a nil part has no conditions.
  func split(_ model: ModelLayout) -> (stored: CompiledPredicate?, objects: CompiledPredicate?) {
    let (objects, stored) = tree.conjuncts.reduce(into: ([Tree](), [Tree]())) { parts, tree in
      if tree.needsObjects(model) { parts.0.append(tree) } else { parts.1.append(tree) }
    }
    func predicate(_ trees: [Tree]) -> CompiledPredicate? {
      trees.isEmpty ? nil : CompiledPredicate(entity: entity, tree: .conjunction(trees))
    }
    return (predicate(stored), predicate(objects))
  }
}

extension CompiledPredicate.Tree {
  fileprivate func needsObjects(_ model: ModelLayout) -> Bool {
    contains { leaf in
      if case .foreign = leaf { return true }
      return leaf.expressions.contains { $0.readsTransient(model) }
        || (leaf.objects?.filter.needsObjects(model) ?? false)
    }
  }
}

extension CompiledLeaf {
  /// The expressions that the leaf compares.
  package var expressions: [CompiledExpression] {
    switch self {
    case .comparison(let comparison): [comparison.left, comparison.right]
    case .text(let comparison): [comparison.text, comparison.pattern]
    case .membership(let expression, _), .entity(let expression, _): [expression]
    case .exists, .foreign: []
    }
  }

  /// The collection that the leaf searches.
  package var objects: RelatedObjects? {
    if case .exists(let objects) = self { objects } else { nil }
  }
}

extension CompiledExpression {
  fileprivate func readsTransient(_ model: ModelLayout) -> Bool {
    switch self {
    case .constant, .object: false
    case .path(_, let path): path.slot(in: model).isTransient
    case .aggregate(_, let objects, let element):
      (element?.readsTransient(model) ?? false) || objects.filter.needsObjects(model)
    case .arithmetic(_, let left, let right): left.readsTransient(model) || right.readsTransient(model)
    case .function(_, let argument): argument.readsTransient(model)
    case .conditional(let tree, let left, let right):
      tree.needsObjects(model) || left.readsTransient(model) || right.readsTransient(model)
    }
  }
}
