import Foundation

extension PredicateParser {
  /// The words that can be used as keys only with a `#` before them.
  private static let reserved: Set<String> = [
    "AND", "OR", "NOT", "IN", "ALL", "ANY", "SOME", "NONE", "LIKE", "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH",
    "BETWEEN", "TRUEPREDICATE", "FALSEPREDICATE",
  ]

  /// Whether a word is a keyword, so that it cannot be a key.
  static func isKeyword(_ word: String) -> Bool {
    let word = word.uppercased()
    return reserved.contains(word) || ["NULL", "NIL", "TRUE", "YES", "FALSE", "NO", "SELF"].contains(word)
  }

  /// Reads a literal, function or key path that begins with a word.
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

  /// Reads the rest of `SUBQUERY(collection, $variable, predicate)` after the name.
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

  /// Reads the rest of `TERNARY(predicate, value, otherwise)` after the name.
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

  /// Reads the rest of `CAST(seconds, "NSDate")`, the notation of a date. No other cast is supported.
  private mutating func cast(_ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    let arguments = try list(from: "(", to: ")")
    guard arguments.count == 2, case .constant(.value(let value)) = arguments[0], value.valueClass == .number,
      case .constant(.value(.string("NSDate"))) = arguments[1]
    else { throw error(start, "CAST is not supported, except of a number of seconds to \"NSDate\"") }
    return .constant(.value(.date(value.doubleValue)))
  }

  /// Reads the rest of `FUNCTION(object, "name:", arguments…)` after the name.
  private mutating func call(_ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    let parts = try list(from: "(", to: ")")
    guard parts.count >= 2, case .constant(.value(.string(let name))) = parts[1] else {
      throw error(start, "FUNCTION takes an object, a name between quotation marks, and arguments")
    }
    return .call(named: name, of: parts[0], Array(parts.dropFirst(2)))
  }

  /// Reads the rest of `FETCH(request, context, countOnly)` after the name.
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

  /// The function name of an operator. For example, `a + b` is `add:to:`.
  static func name(of operation: ArithmeticOperator) -> String {
    binaryFunctions.first { $0.value == operation }?.key ?? operation.rawValue
  }

  /// The names of all functions.
  static var functionNames: String {
    let unary = PredicateFunction.allCases.map(\.rawValue).filter { $0.hasSuffix(":") && $0.count > 1 }
    let collective = AggregateOperator.allCases.map(\.rawValue) + ["distinct:", "randomn:", "random()", "now()"]
    return (unary + collective + binaryFunctions.keys).sorted().joined(separator: ", ")
  }

  /// The call of a function; nil if there is no function of this name with this number of arguments.
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
    // The elements may be given as separate arguments.
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

  /// Reads the arguments of a function after its name, and returns the call.
  private mutating func function(_ name: String, _ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    let arguments = try list(from: "(", to: ")")
    if let call = Self.call(name, arguments) { return call }
    throw error(
      start,
      "the function \(name) with \(arguments.count) arguments is not supported; there are \(Self.functionNames)"
    )
  }
}
