import Foundation

/// A column of a fetch's result dictionaries: its name and its expression.
struct FetchColumn {
  let name: String
  /// The path of keys within the dictionary of a composite attribute, if the column is an element of one.
  private(set) var elementPath: [String] = []
  private(set) var syntax: ExpressionSyntax
  /// The requested attribute type of the values.
  let type: NSAttributeType

  /// - Parameters:
  ///   - property: a property name or description.
  ///   - list: the name of the request's property that contains it, for error messages.
  /// - Throws: an error that says why the property cannot be a column.
  init(_ property: Any, in list: String) throws {
    switch property {
    case let description as NSExpressionDescription:
      guard let expression = description.expression else {
        throw Self.error("\(list): the expression description \(description.name) has no expression.")
      }
      self.init(name: description.name, syntax: expression.syntax, type: description.expressionResultType)
    case let description as NSPropertyDescription: self.init(named: description.path)
    case let name as String: self.init(named: name)
    default:
      throw Self.error("\(list) takes names and property descriptions, not \(Swift.type(of: property)).")
    }
  }

  init(named name: String) {
    let keys = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    self.init(name: name, syntax: .keyPath(keys), type: .undefinedAttributeType)
  }

  private init(name: String, syntax: ExpressionSyntax, type: NSAttributeType) {
    self.name = name
    self.syntax = syntax
    self.type = type
  }

  /// The columns to compute for a column: one for each element of a composite attribute, otherwise the column itself.
  func parts(of entity: EntityLayout, in model: ModelLayout) -> [FetchColumn] {
    guard case .keyPath(.evaluatedObject, let keys) = syntax,
      let composite = CompositeLayout(at: keys, of: entity, in: model)
    else { return [self] }
    return composite.paths.map { path in
      var part = self
      part.elementPath = path
      part.syntax = .keyPath(keys + path)
      return part
    }
  }

  static func error(_ description: String) -> NSError { .coreData(NSPersistentStoreOperationError, description) }
}

extension CompositeLayout {
  /// Finds the composite attribute, or composite element, at the end of a path of keys. Nil if the path ends in
  /// anything else.
  fileprivate init?(at keys: [String], of entity: EntityLayout, in model: ModelLayout) {
    var entity = entity
    for (index, key) in keys.enumerated() {
      guard let slot = entity.slot(named: key) else { return nil }
      switch entity.slots[slot].kind {
      case .attribute:
        guard case .composite(let found)? = entity.slots[slot].composite?.content(at: keys[(index + 1)...])?.content
        else { return nil }
        self = found
        return
      case .toOne(let relationship): entity = model.entities[relationship.destination]
      case .toMany: return nil
      }
    }
    return nil
  }

  /// The path of names to each element that holds a value.
  fileprivate var paths: [[String]] {
    elements.flatMap { element -> [[String]] in
      switch element.content {
      case .value: [[element.name]]
      case .composite(let inner): inner.paths.map { [element.name] + $0 }
      }
    }
  }
}

/// A result dictionary while it is built.
struct FetchedDictionary {
  private(set) var values: [String: Any] = [:]

  /// Sets the value of a column. The element of a composite attribute is set within the attribute's own dictionary.
  mutating func set(_ value: Any?, _ name: String, _ elementPath: [String]) {
    guard !elementPath.isEmpty else { return values[name] = value }
    guard let value else { return }
    values[name] = Self.setting(value, at: elementPath[...], in: values[name])
  }

  private static func setting(_ value: Any, at path: ArraySlice<String>, in known: Any?) -> Any {
    guard let name = path.first else { return value }
    var values = known as? [String: Any] ?? [:]
    values[name] = setting(value, at: path.dropFirst(), in: values[name])
    return values
  }
}
