import Foundation

/// An evaluation of a predicate with a single object outside a fetch. The object may be a dictionary, a value, or a
/// managed object if the predicate has keys that a fetch cannot read (see `ManagedEvaluation`).
///
/// Names are resolved during the evaluation. Values compare as in a fetch.
package struct ObjectEvaluation {
  package let object: Any?
  package var variables: [String: Any]
  /// Whether a fetch evaluates the predicate. Then an unknown key is an error, as it is if the store evaluates the
  /// predicate.
  package var isOfFetch = false

  package init(object: Any?, variables: [String: Any], isOfFetch: Bool = false) {
    (self.object, self.variables, self.isOfFetch) = (object, variables, isOfFetch)
  }

  package func holds(_ syntax: PredicateSyntax) throws -> Bool {
    try syntax.evaluate { leaf in
      switch leaf {
      case .comparison(let comparison): try holds(comparison)
      case .foreign(let foreign): try foreign.substituting(variables).matches(object)
      }
    }
  }

  private func holds(_ comparison: ComparisonSyntax) throws -> Bool {
    let left = try operand(comparison.left)
    let right = try operand(comparison.right)
    switch comparison.modifier {
    case .direct: return try holds(left, comparison, right)
    case .any: return try elements(left).contains { try holds($0, comparison, right) }
    case .all: return try elements(left).allSatisfy { try holds($0, comparison, right) }
    }
  }

  private func elements(_ operand: ConstantSyntax) throws -> [ConstantSyntax] {
    switch operand {
    case .collection(let elements): return elements
    case .value(.null): return []
    default: throw PredicateProblem.error("ANY, SOME, ALL and NONE need a collection on the left, not \(operand).")
    }
  }

  private func holds(_ left: ConstantSyntax, _ comparison: ComparisonSyntax, _ right: ConstantSyntax) throws -> Bool {
    let options = comparison.options
    switch comparison.comparison {
    case .in:
      if case .collection = left, case .collection = right, comparison.modifier == .direct {
        let value = try object(comparison.left)
        return elements(of: try object(comparison.right)).contains { areSame($0, value) }
      }
      if case .collection(let elements) = right { return contains(elements, left, options) }
      return try tests(right, .contains, left, options)
    case .contains:
      if case .collection(let elements) = left { return contains(elements, right, options) }
      return try tests(left, .contains, right, options)
    case .between:
      guard case .collection(let bounds) = right, bounds.count == 2 else {
        throw PredicateProblem.error("BETWEEN needs two bounds on the right, not \(right).")
      }
      return relates(left, .greaterThanOrEqualTo, bounds[0], options)
        && relates(left, .lessThanOrEqualTo, bounds[1], options)
    case .beginsWith: return try tests(left, .beginsWith, right, options)
    case .endsWith: return try tests(left, .endsWith, right, options)
    case .like: return try tests(left, .like, right, options)
    case .matches:
      do {
        return try tests(left, .matches, right, options)
      } catch {
        // An invalid constant pattern is an error. A pattern that comes from an object's value matches nothing.
        guard case .constant(let pattern) = comparison.right else { return false }
        throw PredicateProblem.noExpression("\(pattern)", in: comparison)
      }
    case .equalTo, .notEqualTo:
      if case .collection = left, case .collection = right, comparison.modifier == .direct {
        let isSame = areSame(try object(comparison.left), try object(comparison.right))
        return isSame == (comparison.comparison == .equalTo)
      }
      return relates(left, comparison.comparison == .equalTo ? .equalTo : .notEqualTo, right, options)
    case .lessThan: return relates(left, .lessThan, right, options)
    case .lessThanOrEqualTo: return relates(left, .lessThanOrEqualTo, right, options)
    case .greaterThan: return relates(left, .greaterThan, right, options)
    case .greaterThanOrEqualTo: return relates(left, .greaterThanOrEqualTo, right, options)
    }
  }

  /// Whether two collections are equal. If at least one is a set, the order does not matter, because constants are
  /// arrays even if they were made from a set.
  private func areSame(_ left: Any?, _ right: Any?) -> Bool {
    if OpaqueBox(left as Any).isEqual(to: OpaqueBox(right as Any)) { return true }
    guard [left, right].contains(where: { $0 is NSSet || $0 is Set<AnyHashable> }) else { return false }
    return NSSet(array: elements(of: left)).isEqual(NSSet(array: elements(of: right)))
  }

  private func contains(_ elements: [ConstantSyntax], _ element: ConstantSyntax, _ options: StringOptions) -> Bool {
    elements.contains { relates($0, .equalTo, element, options) }
  }

  private func relates(
    _ left: ConstantSyntax, _ relation: Relation, _ right: ConstantSyntax, _ options: StringOptions
  ) -> Bool {
    let (left, right) = (left.comparable, right.comparable)
    // One side is converted to the class of the other one: a numeric string on the left to a number, otherwise the
    // right side to the class of the left.
    if case .string = left, right.valueClass == .number, case let number = left.coerced(toCompareWith: .number),
      number.valueClass == .number
    {
      return relation.holds(number, right, options)
    }
    return relation.holds(left, right.coerced(toCompareWith: left.valueClass), options)
  }

  private func tests(
    _ text: ConstantSyntax, _ relation: TextRelation, _ pattern: ConstantSyntax, _ options: StringOptions
  ) throws -> Bool {
    guard case .value(.string(let text)) = text, case .value(.string(let pattern)) = pattern else { return false }
    return try TextTest(relation, pattern, options).holds(text)
  }
}

extension ConstantSyntax {
  /// The constant as a value for comparisons.
  package var comparable: Value {
    switch self {
    case .value(let value): value
    case .object(let object):
      (object.object as? any RowKeyProviding).map { .reference($0.rowKey) } ?? .opaque(OpaqueBox(object.object))
    case .collection(let elements): .opaque(OpaqueBox(elements.map(\.description)))
    }
  }
}

extension PredicateSyntax {
  /// Evaluates the predicate with a single object outside a fetch.
  ///
  /// - Parameter compilation: caches the compiled predicate for the next object.
  func holds(for object: Any?, variables: [String: Any], compilation: KnownCompilation) throws -> Bool {
    guard let object = object as? any ModelObject else {
      return try ObjectEvaluation(object: object, variables: variables).holds(self)
    }
    return try object.satisfies(self, variables: variables, compilation: compilation)
  }

  /// Evaluates the predicate for a program, and traps if that fails.
  func evaluate(with object: Any?, _ variables: [String: Any]?, _ compilation: KnownCompilation) -> Bool {
    do {
      return try holds(for: object, variables: variables ?? [:], compilation: compilation)
    } catch {
      fatalError("The predicate \(self) cannot be evaluated: \(error.localizedDescription)")
    }
  }
}
