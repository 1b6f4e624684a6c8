extension PredicateCompiler {
  /// The class of an expression's values, nil among them.
  func valueClass(of expression: CompiledExpression) -> ValueClass {
    switch expression {
    case .constant(let value): value.valueClass
    case .object: .reference
    case .path(_, let path): path.slot(in: model).kind.valueClass
    case .aggregate(.minimum, _, let element?), .aggregate(.maximum, _, let element?): valueClass(of: element)
    case .aggregate, .arithmetic: .number
    case .conditional(_, let left, let right):
      valueClass(of: left) == .null ? valueClass(of: right) : valueClass(of: left)
    case .function(let function, _): function.givesString ? .string : .number
    }
  }

  /// The root of the entity that an expression's values are references to; nil for other values. Primary keys mean
  /// rows within a root only.
  func root(of expression: CompiledExpression) -> Int? {
    switch expression {
    case .constant(.reference(let key)): return model[key].root
    case .object(_, let entity): return model.entities[entity].root
    case .path(_, let path):
      guard case .toOne(let relationship) = path.slot(in: model).kind else { return nil }
      return model.entities[relationship.destination].root
    default: return nil
    }
  }
}

extension EntityLayout.Kind {
  /// The class of the values of a slot.
  var valueClass: ValueClass {
    switch self {
    case .toOne, .toMany: .reference
    case .attribute(let type):
      switch type {
      case .stringAttributeType, .URIAttributeType: .string
      case .binaryDataAttributeType: .data
      case .UUIDAttributeType: .uuid
      case .transformableAttributeType, .undefinedAttributeType, .objectIDAttributeType, .compositeAttributeType:
        .opaque
      default: .number
      }
    }
  }
}
