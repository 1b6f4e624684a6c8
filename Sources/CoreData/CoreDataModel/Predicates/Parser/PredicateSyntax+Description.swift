import Foundation

extension PredicateSyntax: CustomStringConvertible {
  /// The predicate in the format language. Parsing it gives an equal predicate, unless it contains blocks or objects.
  package var description: String {
    switch self {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .leaf(.comparison(let comparison)): comparison.description
    case .leaf(.foreign): "BLOCKPREDICATE"
    case .not(let tree): "NOT \(tree.nestedDescription)"
    case .and(let trees): trees.map(\.nestedDescription).joined(separator: " AND ")
    case .or(let trees): trees.map(\.nestedDescription).joined(separator: " OR ")
    }
  }

  private var nestedDescription: String {
    switch self {
    case .and, .or: "(\(description))"
    default: description
    }
  }
}

extension ComparisonSyntax: CustomStringConvertible {
  package var description: String {
    let prefix =
      switch modifier {
      case .direct: ""
      case .any: "ANY "
      case .all: "ALL "
      }
    return "\(prefix)\(left) \(comparison.rawValue)\(options.suffix) \(right)"
  }
}

extension ExpressionSyntax: CustomStringConvertible {
  package var description: String {
    switch self {
    case .constant(let constant): constant.description
    case .evaluatedObject: "SELF"
    case .variable(let name): "$\(name)"
    case .now: "now()"
    case .keyPath(.evaluatedObject, let keys): keys.map(Self.escaped).joined(separator: ".")
    case .keyPath(let base, let keys): ([base.description] + keys.map(Self.escaped)).joined(separator: ".")
    case .aggregate(let elements): "{\(elements.map(\.description).joined(separator: ", "))}"
    case .arithmetic(.modulus, let left, let right): "modulus:by:(\(left), \(right))"
    case .arithmetic(let operation, let left, let right): "(\(left) \(operation.rawValue) \(right))"
    case .function(.negate, let argument): "-(\(argument))"
    case .function(let function, let argument): "\(function.rawValue)(\(argument))"
    case .statistic(let aggregate, let argument): "\(aggregate.rawValue)(\(argument))"
    case .distinct(let argument): "distinct:(\(argument))"
    case .random(nil): "random()"
    case .random(let limit?): "randomn:(\(limit))"
    case .set(let operation, let left, let right): "\(left) \(operation.rawValue) \(right)"
    case .conditional(let predicate, let left, let right): "TERNARY(\(predicate), \(left), \(right))"
    case .call(let context, Self.fetchName, let arguments):
      "FETCH(\(([arguments[0], context] + arguments.dropFirst()).map(\.description).joined(separator: ", ")))"
    case .call(let target, Self.elementName, let arguments):
      "\(target)[\(arguments.map(\.description).joined(separator: ", "))]"
    case .call(let target, let name, let arguments):
      "FUNCTION(\(([target, .constant(.value(.string(name)))] + arguments).map(\.description).joined(separator: ", ")))"
    case .block(let block, let arguments):
      "BLOCK(\(UInt(bitPattern: ObjectIdentifier(block).hashValue)), {\(arguments.map(\.description).joined(separator: ", "))})"
    case .subquery(let collection, let variable, let predicate): "SUBQUERY(\(collection), $\(variable), \(predicate))"
    }
  }

  /// A key with a `#` before it if it would otherwise be a keyword.
  private static func escaped(_ key: String) -> String {
    key.hasPrefix("@") || !PredicateParser.isKeyword(key) ? key : "#\(key)"
  }
}

extension ConstantSyntax: CustomStringConvertible {
  package var description: String {
    switch self {
    case .collection(let elements): "{\(elements.map(\.description).joined(separator: ", "))}"
    case .object(let object): "\(object.object)"
    case .value(let value): Self.description(of: value)
    }
  }

  private static func description(of value: Value) -> String {
    switch value {
    case .null: "nil"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .date(let seconds): "CAST(\(seconds), \"NSDate\")"
    case .decimal(let box): "\(box.number)"
    case .string(let text): quoted(text)
    case .uuid(let uuid): uuid.uuidString
    case .data(let data): "<\(data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())>"
    case .reference(let key): "<\(key.primaryKey)>"
    case .opaque(let box): "\(box.object)"
    }
  }

  private static func quoted(_ text: String) -> String {
    var literal = "\""
    for character in text.unicodeScalars {
      switch character {
      case "\"", "\\": literal += "\\\(character)"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      default: literal.unicodeScalars.append(character)
      }
    }
    return literal + "\""
  }
}
