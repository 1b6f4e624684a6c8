/// A predicate compiled for an entity: key paths are replaced by slots, and constants by values.
///
/// Every comparison is either true or false, as in Foundation's format language: nil is equal only to nil, not equal
/// to everything else, and neither less nor greater than anything.
package struct CompiledPredicate: Sendable {
  package typealias Tree = PredicateTree<CompiledLeaf>

  /// The index of the entity where the key paths start.
  let entity: Int
  package let tree: Tree
}

package enum CompiledLeaf: Sendable {
  case comparison(CompiledComparison)
  case text(CompiledTextComparison)
  /// Tests whether a value is among constants.
  case membership(CompiledExpression, ConstantSet)
  /// Tests whether the collection has an element. The filter of the objects contains the condition for elements.
  case exists(RelatedObjects)
  /// Tests whether a reference is to an object of one of the entities.
  case entity(CompiledExpression, entities: Set<Int>)
  /// A condition that is evaluated with each object. A store cannot evaluate it.
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
  /// The prepared test, if the pattern is a constant; otherwise nil.
  let test: TextTest?
}
