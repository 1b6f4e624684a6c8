extension CompiledExpression {
  /// Whether SQL computes the value with the same type as memory. It does for integers, floating-point numbers and
  /// texts of the row and of the destinations of its to-one relationships.
  func isPlain(_ model: ModelLayout) -> Bool {
    switch self {
    case .constant(let value):
      switch value {
      case .int, .double, .string, .null: return true
      default: return false
      }
    case .path(let scope, let path):
      guard scope == 0, !path.slot(in: model).isTransient, case .attribute(let type) = path.slot(in: model).kind else {
        return false
      }
      return type.isInteger || [.doubleAttributeType, .floatAttributeType, .stringAttributeType].contains(type)
    case .arithmetic(_, let left, let right): return left.isPlain(model) && right.isPlain(model)
    case .function(_, let argument): return argument.isPlain(model)
    case .conditional(_, let left, let right): return left.isPlain(model) && right.isPlain(model)
    case .object, .aggregate: return false
    }
  }

  /// The paths from which the value of a plain expression is computed, without the paths in conditions.
  var plainPaths: [CompiledPath] {
    switch self {
    case .path(_, let path): [path]
    case .arithmetic(_, let left, let right), .conditional(_, let left, let right): left.plainPaths + right.plainPaths
    case .function(_, let argument): argument.plainPaths
    case .constant, .object, .aggregate: []
    }
  }

  /// Whether the value is a whole number, unless it overflows 64 bits.
  func isWhole(_ model: ModelLayout) -> Bool {
    switch self {
    case .constant(.int): return true
    case .path(0, let path):
      guard case .attribute(let type) = path.slot(in: model).kind else { return false }
      return type.isInteger && !path.slot(in: model).isTransient
    case .arithmetic(let operation, let left, let right):
      return operation != .power && left.isWhole(model) && right.isWhole(model)
    default: return false
    }
  }
}
