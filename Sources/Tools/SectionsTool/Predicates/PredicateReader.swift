import CoreData
import Foundation

/// Replaces texts in a predicate by values of the type with which they are compared, as in `dateCreated <
/// "2019-12-31"`.
///
/// Core Data does not convert a text to a date. Such a comparison would match nothing and report no error.
struct PredicateReader {
  let entity: NSEntityDescription
  /// The entities of the iterator variables of enclosing `SUBQUERY` expressions.
  var variables: [String: NSEntityDescription] = [:]

  init(_ entity: NSEntityDescription) { self.entity = entity }

  /// Returns the predicate with its texts replaced by values; the same object if there are none.
  ///
  /// - Throws: an error that names the compared property, its type and the text, and says what to write.
  func read(_ predicate: NSPredicate) throws -> NSPredicate {
    switch predicate {
    case let compound as NSCompoundPredicate:
      let parts = compound.subpredicates
      let read = try parts.map(self.read)
      guard zip(parts, read).contains(where: { $0 !== $1 }) else { return compound }
      return NSCompoundPredicate(type: compound.compoundPredicateType, subpredicates: read)
    case let comparison as NSComparisonPredicate: return try read(comparison)
    default: return predicate
    }
  }

  private func read(_ comparison: NSComparisonPredicate) throws -> NSPredicate {
    let (left, right) = (comparison.leftExpression, comparison.rightExpression)
    let comparedWith = { subject(of: $0).flatMap { $0.isCompared(by: comparison) ? $0 : nil } }
    let readLeft = try values(in: left, for: comparedWith(right)) ?? inner(left)
    let readRight = try values(in: right, for: comparedWith(left)) ?? inner(right)
    guard readLeft != nil || readRight != nil else { return comparison }
    return NSComparisonPredicate(
      leftExpression: readLeft ?? left, rightExpression: readRight ?? right,
      modifier: comparison.comparisonPredicateModifier, type: comparison.predicateOperatorType,
      options: comparison.options)
  }

  /// Returns the constant or collection with its texts replaced by values; nil if nothing changes.
  private func values(in expression: NSExpression, for subject: PredicateSubject?) throws -> NSExpression? {
    guard let subject else { return nil }
    switch expression.expressionType {
    case .constantValue:
      return try subject.value(of: expression.constantValue).map { NSExpression(forConstantValue: $0) }
    case .aggregate:
      return try changed(expression.elements) { try values(in: $0, for: subject) }.map {
        NSExpression(forAggregate: $0)
      }
    default: return nil
    }
  }

  /// Returns the expression with the predicates in it converted; nil if nothing changes.
  private func inner(_ expression: NSExpression) throws -> NSExpression? {
    switch expression.expressionType {
    case .subquery:
      guard let collection = expression.collection as? NSExpression,
        case .object(let element, _)? = subject(of: collection)
      else { return nil }
      var reader = self
      reader.variables[expression.variable] = element
      let predicate = expression.predicate
      let (readCollection, read) = (try inner(collection), try reader.read(predicate))
      guard readCollection != nil || read !== predicate else { return nil }
      return NSExpression(
        forSubquery: readCollection ?? collection, usingIteratorVariable: expression.variable, predicate: read)
    case .conditional:
      return NSExpression(
        forConditional: try read(expression.predicate),
        trueExpression: try inner(expression.true) ?? expression.true,
        falseExpression: try inner(expression.false) ?? expression.false)
    case .aggregate: return try changed(expression.elements, inner).map { NSExpression(forAggregate: $0) }
    case .function: return try function(expression)
    default: return nil
    }
  }

  private func function(_ expression: NSExpression) throws -> NSExpression? {
    let arguments = expression.arguments ?? []
    if PredicateSubject.pathFunctions.contains(expression.function) {
      return try inner(expression.operand).map {
        NSExpression(forFunction: $0, selectorName: expression.function, arguments: arguments)
      }
    }
    return try changed(arguments, inner).map { NSExpression(forFunction: expression.function, arguments: $0) }
  }

  /// Returns the expressions, some of them replaced; nil if none is.
  private func changed(
    _ expressions: [NSExpression], _ replace: (NSExpression) throws -> NSExpression?
  ) rethrows -> [NSExpression]? {
    let replaced = try expressions.map(replace)
    guard replaced.contains(where: { $0 != nil }) else { return nil }
    return zip(expressions, replaced).map { $1 ?? $0 }
  }
}

extension PredicateSubject {
  /// Whether the comparison compares whole values, not parts of a text. For a value that has no text, Core Data itself
  /// reports a search for a part. A URI has parts.
  fileprivate func isCompared(by comparison: NSComparisonPredicate) -> Bool {
    switch comparison.predicateOperatorType {
    case .equalTo, .notEqualTo, .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .between:
      return true
    case .in, .contains:
      guard case .value(.URIAttributeType, _) = self else { return true }
      let collection = comparison.predicateOperatorType == .in ? comparison.rightExpression : comparison.leftExpression
      return collection.expressionType == .aggregate
    default: return false
    }
  }
}

extension NSExpression {
  /// The elements of an aggregate expression; empty for another one.
  fileprivate var elements: [NSExpression] { collection as? [NSExpression] ?? [] }
}
