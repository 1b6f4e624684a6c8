import Foundation

/// Compiles a predicate for the layouts of a model.
///
/// Everything that depends only on the predicate is computed once here. Constants are converted to the class of the
/// values that they are compared with, comparisons of different classes become constant, and patterns are prepared.
struct PredicateCompiler {
  let model: ModelLayout
  /// The identifier of the store whose rows are matched, if given. An object of another store is not equal to any of
  /// its rows.
  let storeIdentifier: String?
  let now = Date.timeIntervalSinceReferenceDate
  /// The entities of the objects in scope: first that of the evaluated object, then those of the elements of the
  /// enclosing collections.
  var scopes: [EntityLayout]
  /// The scopes of `SUBQUERY` variables.
  var variables: [String: Int] = [:]
  /// Whether comparisons that only objects can evaluate are compiled to `.foreign` leaves instead of errors.
  var asksObjects = true
  /// Records whether the comparison that is being compiled contains a part that only objects can evaluate.
  private let sighting = Sighting()

  private final class Sighting {
    var isSeen = false
  }

  init(entity: EntityLayout, model: ModelLayout, storeIdentifier: String?) {
    self.model = model
    self.storeIdentifier = storeIdentifier
    scopes = [entity]
  }

  typealias Tree = CompiledPredicate.Tree

  func compile(_ syntax: PredicateSyntax) throws -> Tree {
    try syntax.map { leaf in
      switch leaf {
      case .comparison(let comparison): return try compileOrAsk(comparison)
      case .foreign(let foreign):
        guard scopes.count == 1 else { throw PredicateProblem.error("A block predicate cannot stand inside SUBQUERY.") }
        return .leaf(.foreign(foreign))
      }
    }
  }

  /// Records that the comparison contains a part that only objects can evaluate: a transformed value, or an element by
  /// its index. Failing to compile the comparison is then not an error.
  func noteObjectsOnly() { sighting.isSeen = true }

  private func compileOrAsk(_ comparison: ComparisonSyntax) throws -> Tree {
    guard scopes.count == 1 else { return try compile(comparison) }
    // A nested comparison, in TERNARY, must not change the record of the outer one.
    let wasSeen = sighting.isSeen
    sighting.isSeen = false
    defer { sighting.isSeen = wasSeen || sighting.isSeen }
    do {
      return try compile(comparison)
    } catch {
      guard asksObjects, sighting.isSeen else { throw error }
      let written = PredicateSyntax.leaf(.comparison(comparison))
      return .leaf(
        .foreign(
          ForeignPredicate { object, variables in
            try ObjectEvaluation(object: object, variables: variables ?? [:], isOfFetch: true).holds(written)
          }))
    }
  }

  private func compile(_ comparison: ComparisonSyntax) throws -> Tree {
    let left = try operand(comparison.left)
    let right = try operand(comparison.right)
    let test = { (element: CompiledOperand) throws -> Tree in
      try compare(element, comparison.comparison, right, comparison.options, in: comparison)
    }
    switch (comparison.modifier, left) {
    case (.direct, _): return try test(left)
    case (.any, .many(let objects, let element)): return try any(objects) { try test(.single(element)) }
    case (.all, .many(let objects, let element)):
      return .negation(try any(objects) { .negation(try test(.single(element))) })
    // As in Apple's SQL, the modifier has no effect on a single value.
    case (.any, .single), (.all, .single): return try test(left)
    case (.any, .composite(let composite, of: let objects?)):
      return try any(objects) { try test(.composite(composite, of: nil)) }
    case (.all, .composite(let composite, of: let objects?)):
      return .negation(try any(objects) { .negation(try test(.composite(composite, of: nil))) })
    case (.any, .list(let elements)): return .disjunction(try elements.map(test))
    case (.all, .list(let elements)): return .conjunction(try elements.map(test))
    default:
      throw PredicateProblem.error(
        "ANY, SOME, ALL and NONE need a path through a to-many relationship on the left: \(comparison)."
      )
    }
  }

  /// Compiles a test whether any of the objects satisfies a condition and their filter.
  func any(_ objects: RelatedObjects, _ condition: () throws -> Tree) rethrows -> Tree {
    var objects = objects
    objects.filter = .conjunction([objects.filter, try condition()])
    if case .constant(false) = objects.filter { return .constant(false) }
    return .leaf(.exists(objects))
  }

  private func compare(
    _ left: CompiledOperand, _ comparison: PredicateOperator, _ right: CompiledOperand, _ options: StringOptions,
    in syntax: ComparisonSyntax
  ) throws -> Tree {
    switch (comparison, left, right) {
    case (_, .composite(let composite, of: nil), _):
      return try compare(composite, comparison, right, options, in: syntax)
    case (.equalTo, _, .composite(let composite, of: nil)), (.notEqualTo, _, .composite(let composite, of: nil)):
      return try compare(composite, comparison, left, options, in: syntax)
    case (.in, .entity(let object), _), (.equalTo, .entity(let object), _), (.notEqualTo, .entity(let object), _):
      let leaf = Tree.leaf(.entity(object, entities: try entities(right, in: syntax)))
      return comparison == .notEqualTo ? .negation(leaf) : leaf
    case (.in, .single(let element), .list(let elements)): return try membership(element, elements, options, syntax)
    case (.contains, .list(let elements), .single(let element)):
      return try membership(element, elements, options, syntax)
    case (.in, .single(let value), .many(let objects, let element)),
      (.contains, .many(let objects, let element), .single(let value)):
      return try any(objects) { try relate(element, .equalTo, value, options, syntax) }
    case (.between, .single(let value), .list(let bounds)) where bounds.count == 2:
      let (lower, upper) = (try single(bounds[0], in: syntax), try single(bounds[1], in: syntax))
      return .conjunction([
        try relate(value, .greaterThanOrEqualTo, lower, options, syntax),
        try relate(value, .lessThanOrEqualTo, upper, options, syntax),
      ])
    case (.between, _, _): throw PredicateProblem.error("BETWEEN needs two bounds in braces or in an array: \(syntax).")
    default:
      let (left, right) = (try single(left, in: syntax), try single(right, in: syntax))
      switch comparison.test {
      case .relation(let relation): return try relate(left, relation, right, options, syntax)
      case .text(let relation): return try match(left, relation, right, options, syntax)
      // The remaining case of IN: a string contained in another string.
      case nil: return try match(right, .contains, left, options, syntax)
      }
    }
  }

  /// The single value of an operand.
  private func single(_ operand: CompiledOperand, in syntax: ComparisonSyntax) throws -> CompiledExpression {
    switch operand {
    case .single(let expression): return expression
    case .many:
      throw PredicateProblem.error(
        """
        A to-many key is not allowed here: \(syntax). Say ANY, ALL or NONE before the path, use SUBQUERY, or ask for an \
        aggregate such as @count.
        """
      )
    case .list: throw PredicateProblem.error("A collection cannot be compared here: \(syntax). Use IN or BETWEEN.")
    case .composite:
      throw PredicateProblem.error("A composite attribute has no single value: \(syntax). Name one of its elements.")
    case .entity, .entityConstant:
      throw PredicateProblem.error("An entity can only be compared with an entity, by ==, != or IN: \(syntax).")
    }
  }

  /// The entities in an operand that an object's entity is compared with.
  private func entities(_ operand: CompiledOperand, in syntax: ComparisonSyntax) throws -> Set<Int> {
    switch operand {
    case .entityConstant(let entity): return [entity]
    case .list(let elements): return try elements.reduce(into: []) { $0.formUnion(try entities($1, in: syntax)) }
    default: throw PredicateProblem.error("An entity can only be compared with an entity, by ==, != or IN: \(syntax).")
    }
  }
}

extension PredicateOperator {
  fileprivate enum Test {
    case relation(Relation)
    case text(TextRelation)
  }

  fileprivate var test: Test? {
    switch self {
    case .equalTo: .relation(.equalTo)
    case .notEqualTo: .relation(.notEqualTo)
    case .lessThan: .relation(.lessThan)
    case .lessThanOrEqualTo: .relation(.lessThanOrEqualTo)
    case .greaterThan: .relation(.greaterThan)
    case .greaterThanOrEqualTo: .relation(.greaterThanOrEqualTo)
    case .beginsWith: .text(.beginsWith)
    case .endsWith: .text(.endsWith)
    case .contains: .text(.contains)
    case .like: .text(.like)
    case .matches: .text(.matches)
    case .in, .between: nil
    }
  }
}

extension CompiledPredicate {
  /// Compiles a predicate for an entity.
  ///
  /// - Parameters:
  ///   - predicate: any predicate. Compound predicates are split up, and blocks become leaves that need objects.
  ///   - entity: the entity of the evaluated objects. Keys of its subentities are unknown.
  ///   - model: the layouts of the model that has the entity.
  ///   - storeIdentifier: the store whose rows are matched. Objects of other stores are not equal to any of its rows.
  /// - Throws: an error that names the entity and an unknown key, or another mistake in the predicate, such as a
  ///   variable without a value.
  init(_ predicate: NSPredicate, entity: EntityLayout, model: ModelLayout, storeIdentifier: String? = nil) throws {
    let compiler = PredicateCompiler(entity: entity, model: model, storeIdentifier: storeIdentifier)
    self.init(entity: entity.index, tree: try compiler.compile(predicate.syntax))
  }
}
