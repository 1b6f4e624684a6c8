extension PredicateParser {
  /// Reads an expression.
  mutating func expression() throws(PredicateFormatError) -> ExpressionSyntax {
    let start = token
    let parsed = try operand()
    return try expression(parsed, start)
  }

  /// Reads one or more expressions, joined by set operators.
  mutating func setExpression() throws(PredicateFormatError) -> ExpressionSyntax {
    var left = try expression()
    while case .word(let word) = token.kind, let operation = SetOperator(rawValue: word.uppercased()) {
      try countOperator()
      try advance()
      left = .set(operation, left, try expression())
    }
    return left
  }

  /// Reads an expression with its arithmetic operators, or a predicate in parentheses.
  mutating func operand() throws(PredicateFormatError) -> Parsed { try arithmetic(above: 0) }

  private static let operators: [String: (operation: ArithmeticOperator, precedence: Int)] = [
    "|": (.bitwiseOr, 1), "^": (.bitwiseXor, 2), "&": (.bitwiseAnd, 3), "<<": (.leftShift, 4), ">>": (.rightShift, 4),
    "+": (.add, 5), "-": (.subtract, 5), "*": (.multiply, 6), "/": (.divide, 6), "**": (.power, 7),
  ]

  /// Reads operands joined by operators of a higher precedence than the given one. All operators except `**` are
  /// left-associative.
  private mutating func arithmetic(above precedence: Int) throws(PredicateFormatError) -> Parsed {
    let start = token
    var left = try signed()
    while case .symbol(let symbol) = token.kind, let next = Self.operators[symbol], next.precedence > precedence {
      try countOperator()
      let leftExpression = try expression(left, start)
      try advance()
      let rightStart = token
      let right = try arithmetic(above: next.operation == .power ? next.precedence - 1 : next.precedence)
      left = .expression(.arithmetic(next.operation, leftExpression, try expression(right, rightStart)))
    }
    return left
  }

  private mutating func signed() throws(PredicateFormatError) -> Parsed {
    let isNegative = token.kind == .symbol("-")
    guard isNegative || token.kind == .symbol("~") else { return try pathed() }
    try descend()
    defer { ascend() }
    try advance()
    let start = token
    // A power has a higher precedence than a sign before it.
    let operand = try arithmetic(above: 6)
    let argument = try expression(operand, start)
    if isNegative, case .constant(.value(let value)) = argument, value.valueClass == .number {
      return .expression(.constant(.value(PredicateFunction.negate.apply(value))))
    }
    return .expression(.function(isNegative ? .negate : .onesComplement, argument))
  }

  /// Reads a primary expression and the keys and indices after it.
  private mutating func pathed() throws(PredicateFormatError) -> Parsed {
    let start = token
    let parsed = try primary()
    guard token.kind == .symbol(".") || token.kind == .symbol("[") else { return parsed }
    var path = try expression(parsed, start)
    while true {
      if token.kind == .symbol("[") {
        try countOperator()
        path = .call(of: path, ExpressionSyntax.elementName, [try index()])
      } else if token.kind == .symbol(".") {
        try advance()
        let next = try key()
        if case .keyPath(let base, let keys) = path {
          path = .keyPath(of: base, keys + next)
        } else {
          path = .keyPath(of: path, next)
        }
      } else {
        return .expression(path)
      }
    }
  }

  /// Reads the brackets after a collection: `FIRST`, `LAST`, `SIZE`, an index or a key.
  private mutating func index() throws(PredicateFormatError) -> ExpressionSyntax {
    try descend()
    defer { ascend() }
    try expect("[")
    let index: ExpressionSyntax
    if case .word(let text) = token.kind, let word = ElementWord(rawValue: text.uppercased()) {
      try advance()
      index = .constant(.object(ConstantObject(word)))
    } else {
      index = try expression()
    }
    guard token.kind == .symbol("]") else { throw unexpected("expected “]”") }
    try advance()
    return index
  }

  private mutating func key() throws(PredicateFormatError) -> [String] {
    switch token.kind {
    case .word(let key), .key(let key), .atWord(let key):
      try advance()
      return [key]
    case .placeholder("K"):
      guard case .keyPath(_, let keys) = try argument("K") else { throw unexpected("expected a key") }
      return keys
    default: throw unexpected("expected a key")
    }
  }

  private mutating func primary() throws(PredicateFormatError) -> Parsed {
    switch token.kind {
    case .symbol("("): return try bracketed()
    case .symbol("{"): return .expression(.aggregate(try list(from: "{", to: "}")))
    case .string(let text): return try constant(.string(text))
    case .integer(let number): return try constant(.int(number))
    case .double(let number): return try constant(.double(number))
    case .placeholder(let letters): return .expression(try argument(letters))
    case .variable(let name):
      try advance()
      return .expression(.variable(name))
    case .key(let key), .atWord(let key):
      try advance()
      return .expression(.keyPath([key]))
    case .word(let word): return .expression(try self.word(word))
    case .symbol, .end: throw unexpected("expected an expression")
    }
  }

  /// Reads a parenthesized expression or predicate.
  private mutating func bracketed() throws(PredicateFormatError) -> Parsed {
    try descend()
    defer { ascend() }
    try advance()
    let inner = try disjunction()
    guard token.kind == .symbol(")") else {
      throw unexpected(inner.isExpression ? "expected an operator or “)”" : "expected AND, OR or “)”")
    }
    try advance()
    return inner
  }

  private mutating func constant(_ value: Value) throws(PredicateFormatError) -> Parsed {
    try advance()
    return .expression(.constant(.value(value)))
  }

  private mutating func argument(_ letters: String) throws(PredicateFormatError) -> ExpressionSyntax {
    let expression: ExpressionSyntax
    do throws(FormatArguments.Mismatch) {
      expression = try arguments.next(letters)
    } catch {
      throw self.error(token, error.expectation)
    }
    try advance()
    return expression
  }

  /// Reads a list of expressions, separated by commas, between two symbols.
  mutating func list(from open: String, to close: String) throws(PredicateFormatError) -> [ExpressionSyntax] {
    try descend()
    defer { ascend() }
    try expect(open)
    var elements: [ExpressionSyntax] = []
    if token.kind != .symbol(close) {
      elements.append(try expression())
      while token.kind == .symbol(",") {
        try advance()
        elements.append(try expression())
      }
    }
    guard token.kind == .symbol(close) else { throw unexpected("expected “,” or “\(close)”") }
    try advance()
    return elements
  }
}
