import CoreData
import Foundation

/// Reads the texts of a predicate as values of what they are compared with: `dateCreated < "2019-12-31"`.
///
/// Core Data never takes a text for a date: such a comparison would hold of nothing, and say nothing.
struct PredicateReader {
  let entity: NSEntityDescription
  /// The entities of the variables of `SUBQUERY`.
  var variables: [String: NSEntityDescription] = [:]

  init(_ entity: NSEntityDescription) { self.entity = entity }

  /// Returns the predicate with values in the place of texts.
  ///
  /// - Throws: an error that names what a text is compared with, its type, the text, and what to write.
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

  /// The expression with values in the place of its texts; nil where none is another one.
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

  /// The expression with the predicates within it read; nil where none is another one.
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

  /// The expressions, some of them replaced; nil where none is.
  private func changed(
    _ expressions: [NSExpression], _ replace: (NSExpression) throws -> NSExpression?
  ) rethrows -> [NSExpression]? {
    let replaced = try expressions.map(replace)
    guard replaced.contains(where: { $0 != nil }) else { return nil }
    return zip(expressions, replaced).map { $1 ?? $0 }
  }
}

extension PredicateSubject {
  /// Whether a comparison is of whole values, and not of a part of a text. Core Data reports a part that is sought in a
  /// value without text; the text of a URI has parts.
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
  /// The elements of a collection that was written.
  fileprivate var elements: [NSExpression] { collection as? [NSExpression] ?? [] }
}
