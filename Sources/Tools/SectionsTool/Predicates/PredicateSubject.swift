import CoreData
import Foundation

/// The value or object with which a predicate compares a constant.
enum PredicateSubject {
  /// A value of a type, with its name for messages, as `'dateCreated' of Note`.
  case value(NSAttributeType, String)
  /// An object of an entity, with its name for messages.
  case object(NSEntityDescription, String)

  /// The functions that follow a key path from an object.
  static let pathFunctions: Set = ["valueForKeyPath:", "valueForKey:"]
}

extension PredicateReader {
  /// Returns the subject that an expression describes; nil if no constant is converted for it.
  func subject(of expression: NSExpression) -> PredicateSubject? {
    switch expression.expressionType {
    case .evaluatedObject: return .object(entity, "SELF")
    case .variable: return variables[expression.variable].map { .object($0, "$\(expression.variable)") }
    case .keyPath: return Self.subject(of: expression.keyPath, from: entity)
    case .subquery: return (expression.collection as? NSExpression).flatMap { subject(of: $0) }
    case .conditional: return subject(of: expression.true) ?? subject(of: expression.false)
    case .function: return subject(ofFunction: expression)
    default: return nil
    }
  }

  private func subject(ofFunction expression: NSExpression) -> PredicateSubject? {
    let name = expression.function
    let arguments = expression.arguments ?? []
    switch name {
    case _ where PredicateSubject.pathFunctions.contains(name):
      guard case .object(let base, _)? = subject(of: expression.operand), let path = arguments.first,
        path.expressionType == .keyPath
      else { return nil }
      return Self.subject(of: path.keyPath, from: base)
    case "min:", "max:", "distinct:": return arguments.first.flatMap { subject(of: $0) }
    case "now": return .value(.dateAttributeType, "now()")
    case _ where Self.ofNumbers.contains(name): return .value(.doubleAttributeType, "\(name)…")
    default: return nil
    }
  }

  /// The functions whose result is always a number.
  private static let ofNumbers: Set = [
    "count:", "sum:", "average:", "length:", "abs:", "ceiling:", "floor:", "trunc:", "sqrt:", "ln:", "log:", "exp:",
    "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "modulus:by:",
  ]

  /// Returns the subject at the end of a key path; nil if a key does not exist, which Core Data reports.
  private static func subject(of path: String, from entity: NSEntityDescription) -> PredicateSubject? {
    var subject = PredicateSubject.object(entity, "SELF")
    var attribute: NSAttributeDescription?
    for key in path.split(separator: ".").map(String.init) {
      switch (key, subject) {
      case ("@count", _), ("@sum", _), ("@avg", _): return .value(.integer64AttributeType, "'\(path)'")
      case ("@min", _), ("@max", _), ("SELF", _), ("self", _): continue
      case (_, .object(let owner, _)):
        let name = "'\(path)' of \(entity.name ?? "")"
        if let relationship = owner.relationshipsByName[key], let destination = relationship.destinationEntity {
          subject = .object(destination, name)
        } else if let found = owner.attributesByName[key] {
          (attribute, subject) = (found, .value(found.attributeType, name))
        } else {
          return nil
        }
      case (_, .value(_, let name)):
        let elements = (attribute as? NSCompositeAttributeDescription)?.elements ?? []
        guard let element = elements.first(where: { $0.name == key }) else { return nil }
        (attribute, subject) = (element, .value(element.attributeType, name))
      }
    }
    return subject
  }
}
