import Foundation

// Each property is valid only for some types of expressions. As in Apple's class, reading it from another expression
// traps.

extension _MadeBySyntax where Self: NSExpression {
  /// The kind of the expression.
  public var expressionType: _FoundationNames.ExpressionType {
    switch syntax {
    case .constant: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable: .variable
    case .keyPath(.evaluatedObject, _): .keyPath
    case .keyPath, .now, .arithmetic, .function, .statistic, .distinct, .random, .call: .function
    case .aggregate: .aggregate
    case .set(.union, _, _): .unionSet
    case .set(.intersect, _, _): .intersectSet
    case .set(.minus, _, _): .minusSet
    case .conditional: .conditional
    case .block: .block
    case .subquery: .subquery
    }
  }

  /// The value of a constant expression.
  public var constantValue: Any? {
    guard case .constant(let constant) = syntax else { refuse("constantValue") }
    return written.constantObject ?? constant.object
  }

  /// The key path of a key path expression.
  public var keyPath: String {
    guard case .keyPath(.evaluatedObject, let keys) = syntax else { refuse("keyPath") }
    return keys.joined(separator: ".")
  }

  /// The name of a function expression.
  public var function: String {
    switch syntax {
    case .keyPath(let base, _):
      if case .evaluatedObject = base { refuse("function") }
      return "valueForKeyPath:"
    case .now: return "now"
    case .arithmetic(let operation, _, _): return PredicateParser.name(of: operation)
    case .function(let function, _): return function.rawValue
    case .statistic(let aggregate, _): return aggregate.rawValue
    case .distinct: return "distinct:"
    case .random(nil): return "random"
    case .random: return "randomn:"
    case .call(_, let name, _): return name
    default: refuse("function")
    }
  }

  /// The variable's name of a variable expression; for a subquery, the name of the predicate's variable.
  public var variable: String {
    switch syntax {
    case .variable(let name), .subquery(_, let name, _): name
    default: refuse("variable")
    }
  }

  /// The object on which a function is called; a constant nil for functions of the format language.
  public var operand: NSExpression {
    switch syntax {
    case .keyPath(let base, _):
      if case .evaluatedObject = base { refuse("operand") }
      return WrittenExpression.make(base)
    case .call(let target, let name, _) where name != ExpressionSyntax.elementName:
      return WrittenExpression.make(target)
    case .call, .now, .arithmetic, .function, .statistic, .distinct, .random:
      return WrittenExpression.make(.constant(.null))
    default: refuse("operand")
    }
  }

  /// The arguments of a function or block.
  public var arguments: [NSExpression]? {
    let arguments: [ExpressionSyntax] =
      switch syntax {
      case .keyPath(let base, let keys):
        if case .evaluatedObject = base { refuse("arguments") } else { [.keyPath(keys)] }
      case .now, .random(nil): []
      case .arithmetic(_, let left, let right): [left, right]
      case .function(_, let argument), .statistic(_, let argument), .distinct(let argument),
        .random(let argument?):
        [argument]
      case .call(let collection, ExpressionSyntax.elementName, let arguments): [collection] + arguments
      case .block(_, let arguments), .call(_, _, let arguments): arguments
      default: refuse("arguments")
      }
    return arguments.map { WrittenExpression.make($0) }
  }

  /// The elements of a collection as an array of expressions; for a subquery, the expression of the collection that it
  /// filters.
  public var collection: Any {
    switch syntax {
    case .aggregate(let elements): elements.map { WrittenExpression.make($0) as NSExpression }
    case .subquery(let collection, _, _): WrittenExpression.make(collection) as NSExpression
    default: refuse("collection")
    }
  }

  /// The predicate of a subquery or conditional expression.
  public var predicate: NSPredicate {
    switch syntax {
    case .subquery(_, _, let predicate), .conditional(let predicate, _, _): .written(predicate)
    default: refuse("predicate")
    }
  }

  /// The first set of a set operation.
  public var left: NSExpression {
    guard case .set(_, let left, _) = syntax else { refuse("left") }
    return WrittenExpression.make(left)
  }

  /// The second set of a set operation.
  public var right: NSExpression {
    guard case .set(_, _, let right) = syntax else { refuse("right") }
    return WrittenExpression.make(right)
  }

  /// The value of a conditional expression if its predicate is true.
  public var `true`: NSExpression {
    guard case .conditional(_, let value, _) = syntax else { refuse("true") }
    return WrittenExpression.make(value)
  }

  /// The value of a conditional expression if its predicate is false.
  public var `false`: NSExpression {
    guard case .conditional(_, _, let value) = syntax else { refuse("false") }
    return WrittenExpression.make(value)
  }

  /// The block of a block expression.
  public var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
    guard case .block(let block, _) = syntax else { refuse("expressionBlock") }
    return { block.body($0, $1, $2) ?? NSNull() }
  }

  private func refuse(_ part: String) -> Never {
    fatalError("The expression \(self) has no \(part): look at its expressionType first.")
  }
}
