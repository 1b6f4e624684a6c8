import Foundation

extension PredicateParser {
  /// Words that cannot be keys unless they are written with `#` before them.
  private static let reserved: Set<String> = [
    "AND", "OR", "NOT", "IN", "ALL", "ANY", "SOME", "NONE", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH",
    "BETWEEN", "TRUEPREDICATE", "FALSEPREDICATE",
  ]

  /// Whether a word standing alone is not taken for a key.
  static func isKeyword(_ word: String) -> Bool {
    let word = word.uppercased()
    return reserved.contains(word) || ["NULL", "NIL", "TRUE", "YES", "FALSE", "NO", "SELF"].contains(word)
  }

  /// Reads what begins with a word: a literal, a function or a key.
  mutating func word(_ word: String) throws(PredicateFormatError) -> ExpressionSyntax {
    let start = token
    try advance()
    switch word.uppercased() {
    case "NULL", "NIL": return .constant(.null)
    case "TRUE", "YES": return .constant(.value(.int(1)))
    case "FALSE", "NO": return .constant(.value(.int(0)))
    case "SELF": return .evaluatedObject
    case "SUBQUERY" where token.kind == .symbol("("):
      return try withinSubquery(start) { parser throws(PredicateFormatError) in try parser.subquery() }
    case "CAST" where token.kind == .symbol("("): return try cast(start)
    case "TERNARY" where token.kind == .symbol("("): return try conditional()
    case "FUNCTION" where token.kind == .symbol("("): return try call(start)
    case "FETCH" where token.kind == .symbol("("): return try fetch(start)
    case let upper where Self.reserved.contains(upper):
      throw error(start, "expected an expression, but found “\(word)”; a key of that name is written #\(word)")
    default: break
    }
    var name = word
    while token.kind == .symbol(":") {
      name += ":"
      try advance()
      guard case .word(let part) = token.kind else { break }
      name += part
      try advance()
    }
    guard token.kind == .symbol("(") else {
      if name.contains(":") { throw unexpected("expected “(” and the arguments of \(name)") }
      return .keyPath([word])
    }
    return try function(name, start)
  }

  /// `SUBQUERY(collection, $variable, predicate)`, after its name.
  private mutating func subquery() throws(PredicateFormatError) -> ExpressionSyntax {
    try expect("(")
    let collection = try expression()
    try expect(",")
    guard case .variable(let variable) = token.kind else { throw unexpected("expected a $variable") }
    try advance()
    try expect(",")
    let start = token
    let inner = try disjunction()
    let predicate = try predicate(inner, start)
    guard token.kind == .symbol(")") else { throw unexpected("expected AND, OR or “)”") }
    try advance()
    return .subquery(collection, variable: variable, predicate)
  }

  /// `TERNARY(predicate, value, otherwise)`, after its name.
  private mutating func conditional() throws(PredicateFormatError) -> ExpressionSyntax {
    try descend()
    defer { ascend() }
    try expect("(")
    let start = token
    let condition = try disjunction()
    let predicate = try predicate(condition, start)
    try expect(",")
    let left = try expression()
    try expect(",")
    let right = try expression()
    guard token.kind == .symbol(")") else { throw unexpected("expected “)”") }
    try advance()
    return .conditional(predicate, left, right)
  }

  /// `CAST(seconds, "NSDate")`: how a date is written as text. There is no other cast.
  private mutating func cast(_ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    let arguments = try list(from: "(", to: ")")
    guard arguments.count == 2, case .constant(.value(let value)) = arguments[0], value.valueClass == .number,
      case .constant(.value(.string("NSDate"))) = arguments[1]
    else { throw error(start, "CAST is not supported, except of a number of seconds to \"NSDate\"") }
    return .constant(.value(.date(value.doubleValue)))
  }

  /// `FUNCTION(object, "name:", arguments…)`, after its name.
  private mutating func call(_ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    let parts = try list(from: "(", to: ")")
    guard parts.count >= 2, case .constant(.value(.string(let name))) = parts[1] else {
      throw error(start, "FUNCTION takes an object, a name between quotation marks, and arguments")
    }
    return .call(named: name, of: parts[0], Array(parts.dropFirst(2)))
  }

  /// `FETCH(request, context, whether to count)`, after its name.
  private mutating func fetch(_ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    let parts = try list(from: "(", to: ")")
    guard (2...3).contains(parts.count) else { throw error(start, "FETCH takes a request, a context, and YES or NO") }
    return .call(of: parts[1], ExpressionSyntax.fetchName, [parts[0]] + parts.dropFirst(2))
  }

  private static let binaryFunctions: [String: ArithmeticOperator] = [
    "add:to:": .add, "from:subtract:": .subtract, "multiply:by:": .multiply, "divide:by:": .divide,
    "modulus:by:": .modulus, "raise:toPower:": .power, "bitwiseAnd:with:": .bitwiseAnd, "bitwiseOr:with:": .bitwiseOr,
    "bitwiseXor:with:": .bitwiseXor, "leftshift:by:": .leftShift, "rightshift:by:": .rightShift,
  ]

  /// The name of an operator as a function: `a + b` is `add:to:` of both.
  static func name(of operation: ArithmeticOperator) -> String {
    binaryFunctions.first { $0.value == operation }?.key ?? operation.rawValue
  }

  /// The names of all functions.
  static var functionNames: String {
    let unary = PredicateFunction.allCases.map(\.rawValue).filter { $0.hasSuffix(":") && $0.count > 1 }
    let collective = AggregateOperator.allCases.map(\.rawValue) + ["distinct:", "randomn:", "random()", "now()"]
    return (unary + collective + binaryFunctions.keys).sorted().joined(separator: ", ")
  }

  /// The call of a function; nil where there is none of the name for so many arguments.
  static func call(_ name: String, _ arguments: [ExpressionSyntax]) -> ExpressionSyntax? {
    if arguments.isEmpty {
      switch name {
      case "now": return .now
      case "random": return .random(nil)
      default: return nil
      }
    }
    if let operation = binaryFunctions[name], arguments.count == 2 {
      return .arithmetic(operation, arguments[0], arguments[1])
    }
    let selector = name.contains(":") ? name : name + ":"
    // The elements may be written one by one.
    if let aggregate = AggregateOperator(rawValue: selector) {
      return .statistic(aggregate, arguments.count == 1 ? arguments[0] : .aggregate(arguments))
    }
    guard arguments.count == 1 else { return nil }
    switch selector {
    case "noindex:": return arguments[0]
    case "distinct:": return .distinct(arguments[0])
    case "randomn:": return .random(arguments[0])
    default:
      guard let function = PredicateFunction(rawValue: selector), function != .negate else { return nil }
      return .function(function, arguments[0])
    }
  }

  /// A function's arguments and what it comes to, after its name.
  private mutating func function(_ name: String, _ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    let arguments = try list(from: "(", to: ")")
    if let call = Self.call(name, arguments) { return call }
    throw error(
      start,
      "the function \(name) with \(arguments.count) arguments is not supported; there are \(Self.functionNames)"
    )
  }
}
