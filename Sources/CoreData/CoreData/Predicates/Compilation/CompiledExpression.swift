/// A compiled side of a comparison. Its value is read from the objects in scope.
///
/// Scope 0 is the evaluated object. Each collection that is searched adds a scope, so that an expression inside
/// `SUBQUERY` can use the element, the elements of outer collections, and the evaluated object.
package indirect enum CompiledExpression: Sendable {
  case constant(Value)
  /// The identity of an object in scope.
  case object(scope: Int, entity: Int)
  case path(scope: Int, CompiledPath)
  /// An aggregate over related objects. The expression is read from each element, which is in scope there; it is nil
  /// for a count.
  case aggregate(AggregateOperator, RelatedObjects, of: CompiledExpression?)
  case arithmetic(ArithmeticOperator, CompiledExpression, CompiledExpression)
  case function(PredicateFunction, CompiledExpression)
  case conditional(CompiledPredicate.Tree, CompiledExpression, CompiledExpression)
}

/// The objects at the end of a path with at least one to-many relationship. An object that is reached twice occurs
/// twice.
package struct RelatedObjects: Sendable {
  /// The scope of the object where the path starts.
  package let source: Int
  /// The index of that object's entity.
  let sourceEntity: Int
  /// The slots of the path's relationships, to-one or to-many. The last one is to-many.
  package let steps: [Int]
  /// The index of the entity that the path leads to.
  let destination: Int
  /// The scope of each element, for `filter` and for values computed from the element.
  let scope: Int
  /// The condition for elements; elements that do not satisfy it are skipped.
  var filter: CompiledPredicate.Tree {
    // Results that were cached for other elements are not valid for these.
    didSet { nesting = nil }
  }
  /// The key for caching results; nil unless the filter itself searches collections, or is inside such a filter.
  var nesting: Nesting?

  var isUnfiltered: Bool {
    if case .constant(true) = filter { true } else { false }
  }
}

extension RelatedObjects {
  /// The scopes that the elements of a nested `SUBQUERY` depend on. They are the key for caching a result: for the
  /// same objects in these scopes the result is the same, no matter by which path they were reached.
  final class Nesting: Sendable {
    /// The outer scopes that determine the elements.
    let scopes: [Int]

    init(scopes: [Int]) { self.scopes = scopes }
  }

  /// The scopes that determine the elements, including those that their filter reads.
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
