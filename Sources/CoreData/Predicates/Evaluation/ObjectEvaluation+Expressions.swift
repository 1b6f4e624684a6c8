import Foundation

extension ObjectEvaluation {
  /// What an expression comes to, ready to be compared.
  func operand(_ expression: ExpressionSyntax) throws -> ConstantSyntax {
    switch expression {
    case .constant(let constant): return constant
    case .now: return .value(.date(Date.timeIntervalSinceReferenceDate))
    case .aggregate(let elements): return .collection(try elements.map(operand))
    case .arithmetic(let operation, let left, let right):
      return .value(operation.apply(try operand(left).comparable, try operand(right).comparable))
    case .function(let function, let argument): return .value(function.apply(try operand(argument).comparable))
    case .evaluatedObject, .variable, .keyPath, .subquery: return ConstantSyntax(argument: try read(expression))
    }
  }

  /// The object that an expression leads to.
  private func read(_ expression: ExpressionSyntax) throws -> Any? {
    switch expression {
    case .evaluatedObject: return object
    case .variable(let name):
      guard let value = variables[name] else { throw KeyResolution.error("The variable $\(name) has no value.") }
      return value
    case .keyPath(let base, let keys): return try read(keys[...], of: try read(base))
    case .subquery(let collection, let variable, let predicate):
      return try elements(of: try read(collection)).filter { element in
        var inner = self
        inner.variables[variable] = element
        return try inner.holds(predicate)
      }
    case .constant(.object(let object)): return object.object
    default: return try operand(expression)
    }
  }

  private func read(_ keys: ArraySlice<String>, of object: Any?) throws -> Any? {
    guard let key = keys.first else { return object }
    if key.hasPrefix("@") { return try aggregate(key, keys.dropFirst(), of: object) }
    guard let object = object.flatMap(flattened), !(object is NSNull) else {
      return keys.last == AggregateOperator.count.rawValue ? 0 : nil
    }
    if key.caseInsensitiveCompare("self") == .orderedSame { return try read(keys.dropFirst(), of: object) }
    switch object {
    case let dictionary as [String: Any]: return try read(keys.dropFirst(), of: dictionary[key])
    case let readable as any KeyValueReadable: return try read(keys.dropFirst(), of: readable.value(forKey: key))
    default: break
    }
    guard case .collection = ConstantSyntax(argument: object) else {
      throw KeyResolution.error("The key \(key) cannot be read from an object of type \(type(of: object)).")
    }
    return try through(keys, elements(of: object))
  }

  /// The values of the elements, those of nested collections among them; an aggregate further on is of all of them.
  private func through(_ keys: ArraySlice<String>, _ elements: [Any]) throws -> Any? {
    let path = keys.prefix { !$0.hasPrefix("@") }
    let values = try elements.flatMap { element -> [Any] in
      let value = try read(path, of: element) ?? NSNull()
      if case .collection = ConstantSyntax(argument: value) { return self.elements(of: value) }
      return [value]
    }
    return try read(keys.dropFirst(path.count), of: values)
  }

  private func aggregate(_ name: String, _ keys: ArraySlice<String>, of object: Any?) throws -> Any? {
    guard let aggregate = AggregateOperator(rawValue: name) else { throw PredicateCompiler.unknownAggregate(name) }
    var accumulator = Accumulator(aggregate)
    for element in elements(of: object) {
      accumulator.add(ConstantSyntax(argument: try read(keys, of: element)).comparable)
    }
    return ConstantSyntax.value(accumulator.result)
  }

  private func elements(of object: Any?) -> [Any] {
    switch object.flatMap(flattened) {
    case let array as [Any]: array
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: Array(set)
    case let set as Set<AnyHashable>: set.map(\.base)
    default: []
    }
  }
}
