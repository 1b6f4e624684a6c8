import Foundation

/// A side of a comparison, compiled as far as its shape is known.
enum CompiledOperand {
  case single(CompiledExpression)
  /// A literal collection, or one that was passed as an argument.
  case list([CompiledOperand])
  /// The values at the end of a path through a to-many relationship. Each value is read from an element in scope.
  case many(RelatedObjects, element: CompiledExpression)
  /// The elements of a composite attribute. With related objects, those of each object.
  case composite(CompiledComposite, of: RelatedObjects?)
  /// The entity of an object.
  case entity(CompiledExpression)
  case entityConstant(Int)
}

extension PredicateCompiler {
  func operand(_ expression: ExpressionSyntax) throws -> CompiledOperand {
    switch expression {
    case .constant(let constant): return operand(constant)
    case .now: return .single(.constant(.date(now)))
    case .evaluatedObject: return .single(.object(scope: 0, entity: scopes[0].index))
    case .variable(let name):
      let scope = try scope(of: name)
      return .single(.object(scope: scope, entity: scopes[scope].index))
    case .aggregate(let elements): return .list(try elements.map(operand))
    case .arithmetic(let operation, let left, let right):
      return .single(
        folded(.arithmetic(operation, try number(left, in: expression), try number(right, in: expression))))
    case .function(let function, let argument):
      let value = try single(argument, in: expression)
      let wanted: ValueClass = function.takesString ? .string : .number
      guard [wanted, .null].contains(valueClass(of: value)) else {
        throw PredicateProblem.error("\(function.rawValue) takes a \(wanted): \(expression).")
      }
      return .single(folded(.function(function, value)))
    case .keyPath(.constant, _): return operand(try ObjectEvaluation(object: nil, variables: [:]).operand(expression))
    case .keyPath(let base, let keys): return try path(keys, of: base, in: expression)
    case .statistic(let aggregate, let argument): return .single(try statistic(aggregate, argument, in: expression))
    case .conditional(let predicate, let left, let right):
      return .single(try conditional(predicate, left, right, in: expression))
    case .call(let collection, ExpressionSyntax.elementName, let arguments):
      // Only the size of a relationship can be computed by a store.
      if ElementWord(arguments) == .size, case .many(let objects, .object)? = try? operand(collection) {
        return .single(.aggregate(.count, objects, of: nil))
      }
      noteObjectsOnly()
      throw PredicateProblem.error("A store cannot be asked for an element by its index: \(expression).")
    case .distinct, .random, .set, .block, .call:
      throw PredicateProblem.error("A fetch cannot be asked this, which is evaluated with objects only: \(expression).")
    case .subquery(let collection, let variable, let predicate):
      return try subquery(collection, variable, predicate, in: expression)
    }
  }

  private func operand(_ constant: ConstantSyntax) -> CompiledOperand {
    switch constant {
    case .value(let value): return .single(.constant(value))
    case .collection(let elements): return .list(elements.map { operand($0) })
    case .object(let constant):
      switch constant.object {
      case let object as any RowKeyProviding:
        let isElsewhere =
          object.rowStoreIdentifier != nil && storeIdentifier != nil && object.rowStoreIdentifier != storeIdentifier
        let key = object.rowKey
        // An object of another model may have an entity that this model lacks; then it has no row here either.
        let isRow = !isElsewhere && model.entities.indices.contains(Int(key.entity))
        return .single(.constant(.reference(isRow ? key : RowKey(entity: scopes[0].index, primaryKey: .min))))
      case let entity as NSEntityDescription:
        // An entity that the model lacks has no objects.
        return .entityConstant(model.entitiesByName[entity.name ?? ""]?.index ?? -1)
      default: return .single(.constant(.opaque(OpaqueBox(constant.object))))
      }
    }
  }

  private func scope(of variable: String) throws -> Int {
    guard let scope = variables[variable] else {
      throw PredicateProblem.error(
        "The variable $\(variable) has no value: give it one with withSubstitutionVariables before the predicate is used."
      )
    }
    return scope
  }

  func single(_ argument: ExpressionSyntax, in expression: ExpressionSyntax) throws -> CompiledExpression {
    guard case .single(let value) = try operand(argument) else {
      throw PredicateProblem.error("\(argument) has no single value: \(expression). A to-many key is not allowed here.")
    }
    return value
  }

  private func statistic(
    _ aggregate: AggregateOperator, _ argument: ExpressionSyntax, in expression: ExpressionSyntax
  ) throws -> CompiledExpression {
    switch try operand(argument) {
    case .many(let objects, let element): return try self.aggregate(aggregate, objects, element, in: expression)
    case .list(let elements):
      var accumulator = Accumulator(aggregate)
      for element in elements {
        guard case .single(.constant(let value)) = element else {
          throw PredicateProblem.error("The elements of a collection must be constants here: \(expression).")
        }
        accumulator.add(value)
      }
      return .constant(accumulator.result)
    default:
      throw PredicateProblem.error(
        "\(aggregate.rawValue) needs a path through a to-many relationship here, or a collection: \(expression).")
    }
  }

  private func conditional(
    _ predicate: PredicateSyntax, _ left: ExpressionSyntax, _ right: ExpressionSyntax, in expression: ExpressionSyntax
  ) throws -> CompiledExpression {
    let (tree, left, right) = (
      try compile(predicate), try single(left, in: expression), try single(right, in: expression)
    )
    let (leftClass, rightClass) = (valueClass(of: left), valueClass(of: right))
    guard leftClass == rightClass || leftClass == .null || rightClass == .null else {
      throw PredicateProblem.error("Both values of TERNARY must be of one kind: \(expression).")
    }
    if case .constant(let holds) = tree { return holds ? left : right }
    return .conditional(tree, left, right)
  }

  private func number(_ argument: ExpressionSyntax, in expression: ExpressionSyntax) throws -> CompiledExpression {
    let value = try single(argument, in: expression)
    guard [.number, .null].contains(valueClass(of: value)) else {
      throw PredicateProblem.error("\(argument) is not a number: \(expression).")
    }
    return value
  }

  /// Computes an expression that consists of constants only; returns any other expression unchanged.
  private func folded(_ expression: CompiledExpression) -> CompiledExpression {
    switch expression {
    case .arithmetic(let operation, .constant(let left), .constant(let right)):
      .constant(operation.apply(left, right))
    case .function(let function, .constant(let argument)): .constant(function.apply(argument))
    default: expression
    }
  }

  private func subquery(
    _ collection: ExpressionSyntax, _ variable: String, _ predicate: PredicateSyntax, in expression: ExpressionSyntax
  ) throws -> CompiledOperand {
    guard case .many(var objects, .object(let scope, let entity)) = try operand(collection), scope == objects.scope
    else {
      throw PredicateProblem.error("SUBQUERY needs a to-many relationship: \(expression).")
    }
    var inner = self
    inner.scopes.append(model.entities[entity])
    inner.variables[variable] = scope
    objects.filter = .conjunction([objects.filter, try inner.compile(predicate)])
    if scopes.count > 1 || objects.filter.looksIntoCollections {
      objects.nesting = .init(scopes: objects.scopesRead.sorted())
    }
    return .many(objects, element: .object(scope: scope, entity: entity))
  }
}

extension CompiledPredicate.Tree {
  fileprivate var looksIntoCollections: Bool {
    contains { leaf in leaf.objects != nil || leaf.expressions.contains { $0.looksIntoCollections } }
  }
}

extension CompiledExpression {
  fileprivate var looksIntoCollections: Bool {
    switch self {
    case .constant, .object, .path: false
    case .aggregate: true
    case .arithmetic(_, let left, let right): left.looksIntoCollections || right.looksIntoCollections
    case .conditional(let tree, let left, let right):
      tree.looksIntoCollections || left.looksIntoCollections || right.looksIntoCollections
    case .function(_, let argument): argument.looksIntoCollections
    }
  }
}
