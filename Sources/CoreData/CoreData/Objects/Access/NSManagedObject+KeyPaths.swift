import Foundation

extension NSManagedObject {
  final func valueAlong(_ keyPath: String) -> Any? {
    let (key, rest) = Self.firstStep(of: keyPath)
    if key == "self" || key == "SELF" { return rest.isEmpty ? self : valueAlong(rest) }
    let value = value(forKey: key)
    return rest.isEmpty ? value : Self.follow(rest, from: value)
  }

  private static func follow(_ keyPath: String, from value: Any?) -> Any? {
    switch value {
    case let object as NSManagedObject: return object.valueAlong(keyPath)
    case let set as NSOrderedSet:
      if keyPath.hasPrefix("@") { return collected(keyPath, set.array) }
      return NSOrderedSet(array: values(keyPath, of: set.array))
    case let set as NSSet:
      if keyPath.hasPrefix("@") { return collected(keyPath, set.allObjects) }
      return NSSet(array: values(keyPath, of: set.allObjects))
    case nil: return nil
    case let array as [Any]:
      if keyPath.hasPrefix("@") { return collected(keyPath, array) }
      return NSArray(array: array.map { follow(keyPath, from: $0) ?? NSNull() })
    case let dictionary as [String: Any]:
      let (key, rest) = firstStep(of: keyPath)
      if key.hasPrefix("@") { return collected(keyPath, Array(dictionary.values)) }
      return rest.isEmpty ? dictionary[key] : follow(rest, from: dictionary[key])
    case let readable as any KeyValueReadable:
      let (key, rest) = firstStep(of: keyPath)
      let value = readable.value(forKey: key)
      return rest.isEmpty ? value : follow(rest, from: value)
    default: fatalError("The key path goes on with \"\(keyPath)\" where there is a value, not an object.")
    }
  }

  /// Applies an operator to the values of a collection's elements, as Foundation's key-value coding does.
  private static func collected(_ keyPath: String, _ elements: [Any]) -> Any? {
    let (name, rest) = firstStep(of: keyPath)
    if name == "@count" { return NSNumber(value: elements.count) }
    let read = { (element: Any) -> Any? in rest.isEmpty ? element : follow(rest, from: element) }
    if let union = UnionOperator(rawValue: name) { return union.apply(elements.map(read)) }
    guard let aggregate = AggregateOperator(key: name) else {
      fatalError(
        "The key path has no operator \(name): there are @count, @sum, @avg, @min, @max, @unionOfObjects, "
          + "@distinctUnionOfObjects, @unionOfArrays, @distinctUnionOfArrays and @distinctUnionOfSets.")
    }
    var accumulator = Accumulator(aggregate)
    for element in elements {
      let value = ConstantSyntax(argument: read(element)).comparable
      // `@avg` counts nil as 0.
      accumulator.add(aggregate == .average && value.isNull ? .int(0) : value)
    }
    return ConstantSyntax.value(accumulator.result).object
  }

  private static func values(_ keyPath: String, of elements: [Any]) -> [Any] {
    UnionOperator.distinct(
      elements.flatMap { element -> [Any] in
        guard let value = keyPath.isEmpty ? element : follow(keyPath, from: element) else { return [] }
        // Sets of sets are united, as Foundation's key-value coding does for any key path.
        return UnionOperator.setMembers(of: value) ?? [value]
      })
  }

  final func setValueAlong(_ keyPath: String, _ value: Any?) {
    let (key, rest) = Self.firstStep(of: keyPath)
    if rest.isEmpty { return setValue(value, forKey: key) }
    if layout.hasComposites, let slot = layout.slot(named: key), layout.slots[slot].composite != nil {
      let keys = rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      return setElement(value, slot, at: keys)
    }
    guard let next = self.value(forKey: key) else { return }
    guard let object = next as? NSManagedObject else {
      fatalError("\(propertyName(slot(named: key))) is no to-one relationship: nothing can be set through it.")
    }
    object.setValueAlong(rest, value)
  }

  private static func firstStep(of keyPath: String) -> (key: String, rest: String) {
    guard let dot = keyPath.firstIndex(of: ".") else { return (keyPath, "") }
    return (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
  }
}
