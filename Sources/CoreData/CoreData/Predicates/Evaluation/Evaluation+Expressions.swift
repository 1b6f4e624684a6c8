extension Evaluation {
  /// The value of an expression for the objects in scope.
  func value(_ expression: CompiledExpression) throws -> Value {
    switch expression {
    case .constant(let value): value
    case .object(let scope, _): .reference(self[scope: scope])
    case .path(let scope, let path): try path.value(from: self[scope: scope], in: reader)
    case .aggregate(let aggregate, let objects, let element): try value(of: aggregate, objects, element)
    case .arithmetic(let operation, let left, let right): operation.apply(try value(left), try value(right))
    case .function(let function, let argument): function.apply(try value(argument))
    case .conditional(let tree, let left, let right): try value(try holds(tree) ? left : right)
    }
  }

  private func value(
    of aggregate: AggregateOperator, _ objects: RelatedObjects, _ element: CompiledExpression?
  ) throws -> Value {
    if aggregate == .count, let answers, let nesting = objects.nesting {
      return .int(
        try answers.number(.count, of: nesting, nesting.scopes.map { self[scope: $0] }) {
          var count: Int64 = 0
          try visit(objects) { _ in
            count += 1
            return true
          }
          return count
        })
    }
    var accumulator = Accumulator(aggregate)
    try visit(objects) { inner in
      accumulator.add(try element.map { try inner.value($0) } ?? .null)
      return true
    }
    return accumulator.result
  }
}
