/// A predicate resolved against an entity: every key path is slots, every constant a value.
///
/// Every comparison is true or false, as in the format language of Foundation: what compares with nil is equal to nil
/// only, different from everything else, and neither before nor after anything.
package struct CompiledPredicate: Sendable {
  package typealias Tree = PredicateTree<CompiledLeaf>

  /// The index of the entity that the key paths start from.
  let entity: Int
  package let tree: Tree
}

package enum CompiledLeaf: Sendable {
  case comparison(CompiledComparison)
  case text(CompiledTextComparison)
  /// Whether the value is among constants.
  case membership(CompiledExpression, ConstantSet)
  /// Whether there is an element at all; what it must satisfy is the filter of the objects.
  case exists(RelatedObjects)
  /// Whether the object that a reference leads to is of one of the entities.
  case entity(CompiledExpression, entities: Set<Int>)
  /// Evaluated with objects, one by one; a store cannot evaluate it.
  case foreign(ForeignPredicate)
}

package struct CompiledComparison: Sendable {
  package let left: CompiledExpression
  package let relation: Relation
  package let right: CompiledExpression
  package let options: StringOptions
}

package struct CompiledTextComparison: Sendable {
  package let text: CompiledExpression
  package let relation: TextRelation
  package let pattern: CompiledExpression
  package let options: StringOptions
  /// The test itself, where the pattern is a constant.
  let test: TextTest?
}
