/// The connectives of a predicate over leaves of one kind: parsed comparisons, or compiled ones.
///
/// Chains of `AND` and of `OR` are lists, so that their length does not deepen the tree.
package indirect enum PredicateTree<Leaf: Sendable>: Sendable {
  case constant(Bool)
  case leaf(Leaf)
  case not(Self)
  case and([Self])
  case or([Self])
}

extension PredicateTree {
  /// All of the trees, in order, without nesting or constants that change nothing.
  package static func conjunction(_ trees: [Self]) -> Self { joined(trees, isConjunction: true) }

  /// Any of the trees, in order, without nesting or constants that change nothing.
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

  /// The opposite of the tree.
  package static func negation(_ tree: Self) -> Self {
    switch tree {
    case .constant(let value): .constant(!value)
    case .not(let inner): inner
    default: .not(tree)
    }
  }

  /// Whether the tree holds. Only as many leaves are evaluated as decide it, from left to right.
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

  /// The tree with each leaf replaced by a tree, simplified.
  package func map<Other>(_ transform: (Leaf) throws -> PredicateTree<Other>) rethrows -> PredicateTree<Other> {
    switch self {
    case .constant(let value): .constant(value)
    case .leaf(let leaf): try transform(leaf)
    case .not(let tree): .negation(try tree.map(transform))
    case .and(let trees): .conjunction(try trees.map { try $0.map(transform) })
    case .or(let trees): .disjunction(try trees.map { try $0.map(transform) })
    }
  }

  /// Whether any leaf meets a condition.
  package func contains(where condition: (Leaf) -> Bool) -> Bool {
    switch self {
    case .constant: false
    case .leaf(let leaf): condition(leaf)
    case .not(let tree): tree.contains(where: condition)
    case .and(let trees), .or(let trees): trees.contains { $0.contains(where: condition) }
    }
  }

  /// The trees that all must hold: the terms of a conjunction, else the tree itself.
  package var conjuncts: [Self] {
    switch self {
    case .constant(true): []
    case .and(let trees): trees
    default: [self]
    }
  }
}

/// The last compilation of a predicate outside a fetch: a list of objects is filtered by evaluating one after the
/// other, nearly always of one entity.
package final class KnownCompilation: Sendable {
  /// The compiled predicate, of a type of the module above.
  package let last = Protected<(any AnyObject & Sendable)?>(nil)
}
