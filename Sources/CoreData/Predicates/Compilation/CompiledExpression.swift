/// A side of a comparison, resolved: its value is read from the objects in scope.
///
/// Scope 0 is the object that the predicate is evaluated with; each collection that is searched adds one, so that an
/// expression inside `SUBQUERY` sees the element, the elements around it and the object itself.
package indirect enum CompiledExpression: Sendable {
  case constant(Value)
  /// The identity of an object in scope.
  case object(scope: Int, entity: Int)
  case path(scope: Int, CompiledPath)
  /// The value is read from each element, which is in scope there; a count needs none.
  case aggregate(AggregateOperator, RelatedObjects, of: CompiledExpression?)
  case arithmetic(ArithmeticOperator, CompiledExpression, CompiledExpression)
  case function(PredicateFunction, CompiledExpression)
  case conditional(CompiledPredicate.Tree, CompiledExpression, CompiledExpression)
}

/// The objects at the end of a path with at least one to-many relationship; an object reached twice is there twice.
package struct RelatedObjects: Sendable {
  /// The scope of the object that the path starts from.
  package let source: Int
  /// The index of that object's entity.
  let sourceEntity: Int
  /// To-one and to-many slots; the last is to-many.
  package let steps: [Int]
  /// The index of the entity that the path leads to.
  let destination: Int
  /// The scope of the element, for `filter` and for the values computed from it.
  let scope: Int
  /// Leaves out the elements that do not satisfy it.
  var filter: CompiledPredicate.Tree {
    // Results that were cached for other elements do not hold for these.
    didSet { nesting = nil }
  }
  /// Set if the filter reads collections again, or is part of a filter that does.
  var nesting: Nesting?

  var isUnfiltered: Bool {
    if case .constant(true) = filter { true } else { false }
  }
}

extension RelatedObjects {
  /// The scopes that the elements of a nested `SUBQUERY` depend on, so that a result about them can be cached: for the
  /// same objects it is the same, however many ways lead to them.
  final class Nesting: Sendable {
    /// The scopes around the elements that decide which they are.
    let scopes: [Int]

    init(scopes: [Int]) { self.scopes = scopes }
  }

  /// The scopes that the elements are read from, with those that their filter reads.
  var scopesRead: Set<Int> { filter.scopesRead.subtracting([scope]).union([source]) }
}

extension CompiledPredicate.Tree {
  var scopesRead: Set<Int> {
    var scopes: Set<Int> = []
    _ = contains { leaf in
      for expression in leaf.expressions { scopes.formUnion(expression.scopesRead) }
      if let objects = leaf.objects { scopes.formUnion(objects.scopesRead) }
      return false
    }
    return scopes
  }
}

extension CompiledExpression {
  var scopesRead: Set<Int> {
    switch self {
    case .constant: []
    case .object(let scope, _), .path(let scope, _): [scope]
    case .aggregate(_, let objects, let element):
      objects.scopesRead.union((element?.scopesRead ?? []).subtracting([objects.scope]))
    case .arithmetic(_, let left, let right): left.scopesRead.union(right.scopesRead)
    case .function(_, let argument): argument.scopesRead
    case .conditional(let tree, let left, let right): tree.scopesRead.union(left.scopesRead).union(right.scopesRead)
    }
  }
}
