import Foundation

extension PredicateCompiler {
  /// Compiles the keys that follow an expression.
  func path(_ keys: [String], of base: ExpressionSyntax, in expression: ExpressionSyntax) throws -> CompiledOperand {
    switch try operand(base) {
    case .single(.object(let scope, let entity)):
      return try path(keys, PathBeginning(scope: scope, entity: model.entities[entity]), in: expression)
    case .many(let objects, .object(let scope, let entity)) where scope == objects.scope:
      return try path(keys, PathBeginning(objects, entity: model.entities[entity]), in: expression)
    default: throw PredicateProblem.error("\(base) has no keys: \(expression).")
    }
  }

  private func path(
    _ keys: [String], _ beginning: PathBeginning, in expression: ExpressionSyntax
  ) throws -> CompiledOperand {
    var path = beginning
    let resolution = KeyResolution(model: model)
    var index = -1
    while index + 1 < keys.count {
      index += 1
      let key = keys[index]
      var isLast: Bool { index == keys.count - 1 }
      if key.hasPrefix("@") { return try aggregate(key, keys[(index + 1)...], path, in: expression) }
      if path.entity.slotsByName[key] == nil {
        switch key {
        case "self", "SELF", "objectID": continue
        case "entity":
          if isLast { return .entity(path.end) }
          throw PredicateProblem.error(
            "A fetch cannot ask for \(keys[(index + 1)...].joined(separator: ".")) of the key entity: \(expression). "
              + "Compare entity with an entity description.")
        default: break
        }
      }
      var slot = try resolution.slot(key, of: path.entity)
      if path.entity.slots[slot].composite != nil {
        let (content, count) = try resolution.content(of: slot, at: keys[(index + 1)...], path.entity)
        index += count
        switch content {
        case .value(let element): slot = element
        case .composite(let layout):
          guard isLast else {
            throw PredicateProblem.error(
              "\(path.entity.name).\(key) is composite and has no single value: \(expression). Name an element.")
          }
          return .composite(CompiledComposite(layout, path), of: path.objects)
        }
      }
      switch path.entity.slots[slot].kind {
      case .attribute:
        if case .attribute(.stringAttributeType) = path.entity.slots[slot].kind, keys[(index + 1)...] == ["length"] {
          // The key `length` after a string attribute, as a property of the string.
          path.attribute = slot
          let length = CompiledExpression.function(.length, path.end)
          return path.objects.map { .many($0, element: length) } ?? .single(length)
        }
        if path.entity.slots[slot].kind.valueClass == .opaque { noteObjectsOnly() }
        // Only an aggregate may follow, for example in `tracks.price.@sum`.
        guard isLast || keys[index + 1].hasPrefix("@") else {
          throw PredicateProblem.error(
            "\(path.entity.name).\(path.entity.slots[slot].name) is an attribute and has no key \(keys[index + 1]): "
              + "\(expression).")
        }
        path.attribute = slot
      case .toOne(let relationship): path.take(slot, to: model.entities[relationship.destination])
      case .toMany(let relationship):
        guard path.objects?.isUnfiltered ?? true else {
          throw PredicateProblem.error("No to-many relationship can follow a SUBQUERY: \(expression).")
        }
        path.take(slot, to: model.entities[relationship.destination], leastScope: scopes.count)
      }
    }
    return path.objects.map { .many($0, element: path.end) } ?? .single(path.end)
  }

  private func aggregate(
    _ name: String, _ keys: ArraySlice<String>, _ path: PathBeginning, in expression: ExpressionSyntax
  ) throws -> CompiledOperand {
    guard let aggregate = AggregateOperator(key: name) else { throw PredicateProblem.unknownAggregate(name) }
    guard let objects = path.objects else {
      throw PredicateProblem.error("\(name) needs a path through a to-many relationship: \(expression).")
    }
    if aggregate == .count {
      guard keys.isEmpty else { throw PredicateProblem.error("Nothing can follow @count: \(expression).") }
      return .single(.aggregate(.count, objects, of: nil))
    }
    var element = path.end
    if !keys.isEmpty {
      guard path.attribute == nil, case .single(let value) = try self.path(Array(keys), path.within, in: expression)
      else {
        throw PredicateProblem.error("\(name) must be followed by one value of each element: \(expression).")
      }
      element = value
    }
    return .single(try self.aggregate(aggregate, objects, element, in: expression))
  }

  /// Compiles an aggregate over values of related objects.
  func aggregate(
    _ aggregate: AggregateOperator, _ objects: RelatedObjects, _ element: CompiledExpression,
    in expression: ExpressionSyntax
  ) throws -> CompiledExpression {
    if aggregate == .count { return .aggregate(.count, objects, of: nil) }
    try check(aggregate, of: element, in: expression)
    return .aggregate(aggregate, objects, of: element)
  }

  /// - Throws: an error if the aggregate is not defined for such values.
  func check(_ aggregate: AggregateOperator, of element: CompiledExpression, in expression: ExpressionSyntax) throws {
    let elementClass = valueClass(of: element)
    switch aggregate {
    case .count: break
    case .sum, .average, .median, .standardDeviation:
      guard elementClass == .number || elementClass == .null else {
        throw PredicateProblem.error("\(aggregate.key ?? aggregate.rawValue) needs numbers: \(expression).")
      }
    case .minimum, .maximum:
      guard elementClass != .opaque, elementClass != .reference else {
        throw PredicateProblem.error(
          "\(aggregate.key ?? aggregate.rawValue) needs values that have an order: \(expression).")
      }
    case .mode: throw PredicateProblem.error("A fetch cannot ask for a mode, which is a collection: \(expression).")
    }
  }
}

/// The compiled beginning of a path.
struct PathBeginning {
  /// The entity at the end of the path so far.
  var entity: EntityLayout
  /// The slots of the relationships since `scope`.
  var slots: [Int] = []
  /// The attribute at the end of the path.
  var attribute: Int?
  /// The elements of the last to-many relationship. `slots` start in their scope.
  private(set) var objects: RelatedObjects?
  private var scope: Int
  private var scopeEntity: Int

  init(scope: Int, entity: EntityLayout) {
    self.scope = scope
    self.entity = entity
    scopeEntity = entity.index
  }

  init(_ objects: RelatedObjects, entity: EntityLayout) {
    self.init(scope: objects.scope, entity: entity)
    self.objects = objects
  }

  /// The same position as the start of a separate path within the elements.
  var within: PathBeginning {
    var path = self
    path.objects = nil
    return path
  }

  /// Appends a to-one relationship.
  mutating func take(_ slot: Int, to destination: EntityLayout) {
    slots.append(slot)
    entity = destination
  }

  /// Appends a to-many relationship, whose elements are then in scope.
  ///
  /// - Parameter leastScope: the lowest scope that is not in use outside the path.
  mutating func take(_ slot: Int, to destination: EntityLayout, leastScope: Int) {
    // Elements of an enclosing path stay in scope, for example in `albums.@sum.tracks.@count`.
    let newScope = objects?.scope ?? max(leastScope, scope + 1)
    // A second to-many relationship continues the path of the first, so that both are walked at once.
    let source =
      objects.map { ($0.source, $0.sourceEntity, $0.steps + slots + [slot]) } ?? (scope, scopeEntity, slots + [slot])
    objects = RelatedObjects(
      source: source.0, sourceEntity: source.1, steps: source.2, destination: destination.index, scope: newScope,
      filter: .constant(true)
    )
    scope = newScope
    scopeEntity = destination.index
    slots = []
    entity = destination
  }

  /// The value at the end of the path so far, read from the object in `scope`.
  var end: CompiledExpression {
    if let attribute { return .path(scope: scope, CompiledPath(entity: scopeEntity, hops: slots, last: attribute)) }
    guard let last = slots.last else { return .object(scope: scope, entity: scopeEntity) }
    return .path(scope: scope, CompiledPath(entity: scopeEntity, hops: slots.dropLast(), last: last))
  }
}
