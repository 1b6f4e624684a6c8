import Foundation

/// A column of a fetch's dictionaries: its name and what it is computed of.
struct FetchColumn {
  let name: String
  let syntax: ExpressionSyntax
  /// The kind of value that was asked for.
  let type: NSAttributeType

  /// - Parameters:
  ///   - property: a name or a description.
  ///   - list: the request's property that it is an element of.
  /// - Throws: an error that says what cannot be a column.
  init(_ property: Any, in list: String) throws {
    switch property {
    case let description as NSExpressionDescription:
      guard let expression = description.expression else {
        throw Self.error("\(list): the expression description \(description.name) has no expression.")
      }
      self.init(name: description.name, syntax: expression.syntax, type: description.expressionResultType)
    case let description as NSPropertyDescription: self.init(named: description.name)
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

  static func error(_ description: String) -> NSError { .coreData(NSPersistentStoreOperationError, description) }
}
