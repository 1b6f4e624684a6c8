/// One side of a comparison, resolved: its value is read from the objects in scope.
///
/// Scope 0 is the object that the predicate is asked about; each collection that is looked into adds one, so that an
/// expression inside `SUBQUERY` sees the element, the elements around it and the object itself.
indirect enum CompiledExpression: Sendable {
  case constant(Value)
  /// The identity of an object in scope.
  case object(scope: Int, entity: Int)
  case path(scope: Int, CompiledPath)
  /// The value is read from each element, which is in scope there; a count needs none.
  case aggregate(AggregateOperator, RelatedObjects, of: CompiledExpression?)
  case arithmetic(ArithmeticOperator, CompiledExpression, CompiledExpression)
  case function(PredicateFunction, CompiledExpression)
}

/// The objects that a path with at least one to-many relationship leads to; an object reached twice is there twice.
struct RelatedObjects: Sendable {
  /// The scope of the object that the path starts from.
  let source: Int
  /// The index of that object's entity.
  let sourceEntity: Int
  /// To-one and to-many slots; the last is to-many.
  let steps: [Int]
  /// The index of the entity that the path leads to.
  let destination: Int
  /// The scope in which the element is seen by `filter`, and by what is asked of it.
  let scope: Int
  /// Leaves out the elements that do not satisfy it.
  var filter: CompiledPredicate.Tree

  var isUnfiltered: Bool {
    if case .constant(true) = filter { true } else { false }
  }
}
