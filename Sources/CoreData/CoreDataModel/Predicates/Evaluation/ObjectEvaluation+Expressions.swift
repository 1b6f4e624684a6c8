import Foundation
import OrderedRows

extension ObjectEvaluation {
  /// Evaluates an expression to a constant for comparisons.
  package func operand(_ expression: ExpressionSyntax) throws -> ConstantSyntax {
    switch expression {
    case .constant(let constant): return constant
    case .now: return .value(.date(Date.timeIntervalSinceReferenceDate))
    case .aggregate(let elements): return .collection(try elements.map(operand))
    case .arithmetic(let operation, let left, let right):
      return .value(operation.apply(try operand(left).comparable, try operand(right).comparable))
    case .function(let function, let argument): return .value(function.apply(try operand(argument).comparable))
    case .statistic(let aggregate, let argument):
      var accumulator = Accumulator(aggregate)
      switch try operand(argument) {
      case .collection(let elements): for element in elements { accumulator.add(element.comparable) }
      case .value(.null): break
      case let element: accumulator.add(element.comparable)
      }
      return aggregate == .mode ? .collection(accumulator.modes.map { .value($0) }) : .value(accumulator.result)
    case .random(nil): return .value(.int(Int64.random(in: 0...Int64(Int32.max))))
    case .random(let limit?):
      let greatest = try operand(limit).comparable.truncated
      guard greatest > 0 else { throw PredicateProblem.error("randomn: needs a number above 0: \(expression).") }
      return .value(.int(Int64.random(in: 0..<greatest)))
    case .evaluatedObject, .variable, .keyPath, .subquery, .distinct, .set, .conditional, .block, .call:
      return ConstantSyntax(argument: try read(expression))
    }
  }

  /// Evaluates an expression to the value that a program sees. An object is returned itself.
  package func object(_ expression: ExpressionSyntax) throws -> Any? {
    switch try read(expression).flatMap(flattened) {
    case let constant as ConstantSyntax: constant.object
    case is NSNull: nil
    case let object: object
    }
  }

  /// Evaluates an expression to an object or a value.
  private func read(_ expression: ExpressionSyntax) throws -> Any? {
    switch expression {
    case .evaluatedObject: return object
    case .variable(let name):
      guard let value = variables[name] else { throw PredicateProblem.error("The variable $\(name) has no value.") }
      return value
    case .keyPath(let base, let keys): return try read(keys[...], of: try read(base))
    case .subquery(let collection, let variable, let predicate):
      return try elements(of: try read(collection)).filter { element in
        var inner = self
        inner.variables[variable] = element
        return try inner.holds(predicate)
      }
    case .constant(.object(let object)): return object.object
    case .conditional(let predicate, let left, let right): return try read(try holds(predicate) ? left : right)
    case .distinct(let argument): return NSSet(array: elements(of: try object(argument)))
    case .set(let operation, let left, let right):
      let (set, other) = (elements(of: try object(left)), elements(of: try object(right)))
      return operation.apply(set, other)
    case .call(let target, ExpressionSyntax.elementName, let arguments):
      return try element(arguments.first ?? .constant(.null), of: try self.object(target), in: expression)
    case .call(let target, let name, let arguments):
      let receiver = try self.object(target)
      guard let callable = receiver as? any FunctionCallable else {
        throw PredicateProblem.error(
          "The function \(name) cannot be called on \(receiver.map { "a \(type(of: $0))" } ?? "nil") by its name: "
            + "\(expression). Use NSExpression(forBlock:arguments:).")
      }
      return try callable.call(name, try arguments.map(self.object))
    case .block(let block, let arguments):
      let context = variables.isEmpty ? nil : NSMutableDictionary(dictionary: variables)
      return block.body(self.object, try arguments.map { try self.object($0) ?? NSNull() }, context)
    default: return try operand(expression)
    }
  }

  private func read(_ keys: ArraySlice<String>, of object: Any?) throws -> Any? {
    guard let key = keys.first else { return object }
    if key.hasPrefix("@") { return try aggregate(key, keys.dropFirst(), of: object) }
    guard let object = object.flatMap(flattened), !(object is NSNull) else {
      return keys.last == AggregateOperator.count.key ? 0 : nil
    }
    if key.caseInsensitiveCompare("self") == .orderedSame { return try read(keys.dropFirst(), of: object) }
    switch object {
    case let dictionary as [String: Any]: return try read(keys.dropFirst(), of: dictionary[key])
    case let readable as any KeyValueReadable:
      if isOfFetch, let object = readable as? any ModelObject { try object.requireKey(key) }
      return try read(keys.dropFirst(), of: readable.value(forKey: key))
    default: break
    }
    if case .collection = ConstantSyntax(argument: object) { return try through(keys, elements(of: object)) }
    let properties = NamedPropertyList.of(type(of: object))
    if let value = properties.value(key, of: object) { return try read(keys.dropFirst(), of: value) }
    throw properties.isEmpty
      ? PredicateProblem.error(
        "The key \(key) cannot be read from an object of type \(type(of: object)): make it NamedProperties.")
      : PredicateProblem.error(
        "\(type(of: object)) lists no property \(key) in its namedProperties; it lists "
          + NearNames.choices(for: key, among: properties.names))
  }

  /// Reads keys of all elements, and flattens nested collections. A following aggregate applies to all values together.
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
    if let union = UnionOperator(rawValue: name) {
      return union.apply(
        try elements(of: object).map { element in
          switch try read(keys, of: element).flatMap(flattened) {
          case is NSNull: nil
          case let constant as ConstantSyntax: constant.object
          case let value: value
          }
        })
    }
    guard let aggregate = AggregateOperator(key: name) else { throw PredicateProblem.unknownAggregate(name) }
    var accumulator = Accumulator(aggregate)
    for element in elements(of: object) {
      accumulator.add(ConstantSyntax(argument: try read(keys, of: element)).comparable)
    }
    return ConstantSyntax.value(accumulator.result)
  }

  /// The value of `collection[index]`; nil if there is no such element.
  private func element(_ index: ExpressionSyntax, of object: Any?, in expression: ExpressionSyntax) throws -> Any? {
    guard let object = object.flatMap(flattened), !(object is NSNull) else { return nil }
    if let word = ElementWord([index]) {
      let elements = (object as? NSDictionary)?.allKeys ?? elements(of: object)
      if word == .size { return elements.count }
      try requireOrder(of: object, in: expression)
      return word == .first ? elements.first : elements.last
    }
    let place = try self.object(index)
    if let dictionary = object as? NSDictionary {
      return place.flatMap { dictionary.object(forKey: $0) }
    }
    try requireOrder(of: object, in: expression)
    guard let number = (place as? NSNumber)?.intValue ?? place as? Int else {
      throw PredicateProblem.error("An element is asked for by a number, FIRST, LAST or SIZE: \(expression).")
    }
    let elements = elements(of: object)
    return elements.indices.contains(number) ? elements[number] : nil
  }

  private func requireOrder(of collection: Any, in expression: ExpressionSyntax) throws {
    if collection is NSSet || collection is Set<AnyHashable> || collection is NSDictionary {
      throw PredicateProblem.error("A set and a dictionary have no element by its place, only SIZE: \(expression).")
    }
    guard case .collection = ConstantSyntax(argument: collection) else {
      throw PredicateProblem.error("A \(type(of: collection)) has no elements: \(expression).")
    }
  }

  func elements(of object: Any?) -> [Any] {
    switch object.flatMap(flattened) {
    case let array as [Any]: array
    case let set as NSSet: set.allObjects
    case let set as NSOrderedSet: Array(set)
    case let set as Set<AnyHashable>: set.map(\.base)
    default: []
    }
  }
}

extension SetOperator {
  fileprivate func apply(_ left: [Any], _ right: [Any]) -> NSSet {
    let other = NSSet(array: right)
    return switch self {
    case .union: NSSet(array: left + right)
    case .intersect: NSSet(array: left.filter(other.contains))
    case .minus: NSSet(array: left.filter { !other.contains($0) })
    }
  }
}
