/// The logical structure of a predicate. The leaves are all parsed comparisons or all compiled ones.
///
/// `AND` and `OR` have a list of operands, so that a long chain is not a deep tree.
package indirect enum PredicateTree<Leaf: Sendable>: Sendable {
  case constant(Bool)
  case leaf(Leaf)
  case not(Self)
  case and([Self])
  case or([Self])
}

extension PredicateTree {
  /// The conjunction of the trees in order. Nested conjunctions and redundant constants are removed.
  package static func conjunction(_ trees: [Self]) -> Self { joined(trees, isConjunction: true) }

  /// The disjunction of the trees in order. Nested disjunctions and redundant constants are removed.
  package static func disjunction(_ trees: [Self]) -> Self { joined(trees, isConjunction: false) }

  private static func joined(_ trees: [Self], isConjunction: Bool) -> Self {
    var terms: [Self] = []
    for tree in trees {
      switch tree {
      case .constant(isConjunction): continue
      case .constant: return tree
      case .and(let nested) where isConjunction: terms += nested
      case .or(let nested) where !isConjunction: terms += nested
      default: terms.append(tree)
      }
    }
    if terms.isEmpty { return .constant(isConjunction) }
    return terms.count == 1 ? terms[0] : isConjunction ? .and(terms) : .or(terms)
  }

  /// The negation of the tree.
  package static func negation(_ tree: Self) -> Self {
    switch tree {
    case .constant(let value): .constant(!value)
    case .not(let inner): inner
    default: .not(tree)
    }
  }

  /// Evaluates the tree. Leaves are evaluated from left to right until the result is known.
  package func evaluate(_ holds: (Leaf) throws -> Bool) rethrows -> Bool {
    switch self {
    case .constant(let value): return value
    case .leaf(let leaf): return try holds(leaf)
    case .not(let tree): return try !tree.evaluate(holds)
    case .and(let trees):
      for tree in trees where try !tree.evaluate(holds) { return false }
      return true
    case .or(let trees):
      for tree in trees where try tree.evaluate(holds) { return true }
      return false
    }
  }

  /// Replaces each leaf by a tree, and simplifies the result.
  package func map<Other>(_ transform: (Leaf) throws -> PredicateTree<Other>) rethrows -> PredicateTree<Other> {
    switch self {
    case .constant(let value): .constant(value)
    case .leaf(let leaf): try transform(leaf)
    case .not(let tree): .negation(try tree.map(transform))
    case .and(let trees): .conjunction(try trees.map { try $0.map(transform) })
    case .or(let trees): .disjunction(try trees.map { try $0.map(transform) })
    }
  }

  /// Whether at least one leaf satisfies a condition.
  package func contains(where condition: (Leaf) -> Bool) -> Bool {
    switch self {
    case .constant: false
    case .leaf(let leaf): condition(leaf)
    case .not(let tree): tree.contains(where: condition)
    case .and(let trees), .or(let trees): trees.contains { $0.contains(where: condition) }
    }
  }

  /// The operands of a conjunction; empty for a constant true. For any other tree, the tree itself.
  package var conjuncts: [Self] {
    switch self {
    case .constant(true): []
    case .and(let trees): trees
    default: [self]
    }
  }
}

/// Caches the last compiled form of a predicate that is evaluated outside a fetch. Filtering an array evaluates it once
/// for each object, nearly always for the same entity.
package final class KnownCompilation: Sendable {
  /// The compiled predicate. Its type is declared in `CoreData`.
  package let last = Protected<(any AnyObject & Sendable)?>(nil)
}
