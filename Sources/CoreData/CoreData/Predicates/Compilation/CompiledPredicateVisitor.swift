/// A visitor of everything that a compiled predicate reads.
protocol CompiledPredicateVisitor {
  /// - Parameter scope: the scope where the path starts; 0 for the evaluated object.
  mutating func visit(_ path: CompiledPath, scope: Int)

  /// Visits a collection that the predicate searches. The visitor itself must walk through its filter.
  mutating func visit(_ objects: RelatedObjects)

  /// Visits a block, which may read any property.
  mutating func visitBlock()
}

extension CompiledPredicateVisitor {
  mutating func walk(_ tree: CompiledPredicate.Tree) {
    switch tree {
    case .constant: break
    case .not(let tree): walk(tree)
    case .and(let trees), .or(let trees): for tree in trees { walk(tree) }
    case .leaf(let leaf):
      for expression in leaf.expressions { walk(expression) }
      if let objects = leaf.objects { visit(objects) }
      if case .foreign = leaf { visitBlock() }
    }
  }

  private mutating func walk(_ expression: CompiledExpression) {
    switch expression {
    case .constant, .object: break
    case .path(let scope, let path): visit(path, scope: scope)
    case .aggregate(_, let objects, let element):
      visit(objects)
      if let element { walk(element) }
    case .arithmetic(_, let left, let right):
      walk(left)
      walk(right)
    case .function(_, let argument): walk(argument)
    case .conditional(let tree, let left, let right):
      walk(tree)
      walk(left)
      walk(right)
    }
  }
}
