extension PredicateCompiler {
  /// The class of an expression's values. A value may also be nil.
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

  /// The root entity of the objects that an expression refers to; nil if its values are not references. References
  /// can only be compared within a root entity, because primary keys are unique only there.
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
