extension PredicateSyntax {
  /// Replaces variables by constants. Variables without a value stay.
  package func substituting(_ variables: [String: Any]) -> PredicateSyntax {
    map { leaf in
      switch leaf {
      case .comparison(var comparison):
        comparison.left = comparison.left.substituting(variables)
        comparison.right = comparison.right.substituting(variables)
        return .leaf(.comparison(comparison))
      case .foreign(let foreign): return .leaf(.foreign(foreign.substituting(variables)))
      }
    }
  }
}

extension ExpressionSyntax {
  /// Replaces variables by constants or by given expressions. Variables without a value stay.
  package func substituting(_ variables: [String: Any]) -> ExpressionSyntax {
    switch self {
    case .constant, .evaluatedObject, .now: return self
    case .variable(let name):
      return variables[name].map {
        ($0 as? any SyntaxProviding)?.expressionSyntax ?? .constant(ConstantSyntax(argument: $0))
      } ?? self
    case .random(let limit): return .random(limit?.substituting(variables))
    case .keyPath(let base, let keys): return .keyPath(of: base.substituting(variables), keys)
    case .aggregate(let elements): return .aggregate(elements.map { $0.substituting(variables) })
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, left.substituting(variables), right.substituting(variables))
    case .function(let function, let argument): return .function(function, argument.substituting(variables))
    case .statistic(let aggregate, let argument): return .statistic(aggregate, argument.substituting(variables))
    case .distinct(let argument): return .distinct(argument.substituting(variables))
    case .subquery(let collection, let variable, let predicate):
      var inner = variables
      inner[variable] = nil
      return .subquery(collection.substituting(variables), variable: variable, predicate.substituting(inner))
    case .set(let operation, let left, let right):
      return .set(operation, left.substituting(variables), right.substituting(variables))
    case .conditional(let predicate, let left, let right):
      return .conditional(
        predicate.substituting(variables), left.substituting(variables), right.substituting(variables))
    case .call(let target, let name, let arguments):
      return .call(of: target.substituting(variables), name, arguments.map { $0.substituting(variables) })
    case .block(let block, let arguments): return .block(block, arguments.map { $0.substituting(variables) })
    }
  }
}
