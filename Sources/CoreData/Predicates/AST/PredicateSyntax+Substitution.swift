extension PredicateSyntax {
  /// The predicate with constants in the place of variables. Variables that are not named stay.
  func substituting(_ variables: [String: Any]) -> PredicateSyntax {
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
  fileprivate func substituting(_ variables: [String: Any]) -> ExpressionSyntax {
    switch self {
    case .constant, .evaluatedObject, .now: return self
    case .variable(let name): return variables[name].map { .constant(ConstantSyntax(argument: $0)) } ?? self
    case .keyPath(let base, let keys): return .keyPath(of: base.substituting(variables), keys)
    case .aggregate(let elements): return .aggregate(elements.map { $0.substituting(variables) })
    case .arithmetic(let operation, let left, let right):
      return .arithmetic(operation, left.substituting(variables), right.substituting(variables))
    case .function(let function, let argument): return .function(function, argument.substituting(variables))
    case .subquery(let collection, let variable, let predicate):
      var inner = variables
      inner[variable] = nil
      return .subquery(collection.substituting(variables), variable: variable, predicate.substituting(inner))
    }
  }
}
