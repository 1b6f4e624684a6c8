/// A recursive-descent parser for the predicate format language.
///
/// Chains of `AND` and `OR` are read in a loop. The depth of everything else is limited to `greatestDepth`, so that no
/// format can overflow the stack here or in code that walks the tree.
package struct PredicateParser {
  /// The greatest depth. A level takes up to 4 KB of stack in a release build, and five times as much with the address
  /// sanitizer.
  static let greatestDepth = 200
  /// The greatest depth of nested `SUBQUERY`s. Each level multiplies the number of objects to examine.
  static let greatestSubqueryDepth = 5

  /// The result of reading a part of the format. Parentheses may contain either.
  enum Parsed {
    case predicate(PredicateSyntax)
    case expression(ExpressionSyntax)
  }

  var lexer: Lexer
  var token: Token
  var arguments: FormatArguments
  private var depth = 0
  /// The number of `SUBQUERY`s that contain the current position.
  private var subqueries = 0
  /// The number of arithmetic operators so far in the comparisons that contain the current position.
  private var operators = 0

  private init(_ format: String, _ arguments: [Any?]) throws(PredicateFormatError) {
    lexer = Lexer(format)
    token = try lexer.next()
    self.arguments = FormatArguments(arguments)
  }

  /// Parses a format that is a predicate.
  ///
  /// - Throws: an error with the position of the mistake and what was expected there.
  package static func parse(_ format: String, _ arguments: [Any?]) throws(PredicateFormatError) -> PredicateSyntax {
    var parser = try PredicateParser(format, arguments)
    let start = parser.token
    let parsed = try parser.disjunction()
    guard parser.token.kind == .end else {
      throw parser.unexpected(
        "expected AND, OR or the end"
          + (parsed.isExpression ? ", or a comparison such as == or CONTAINS" : "")
      )
    }
    return try parser.predicate(parsed, start)
  }

  /// Parses a format that is an expression.
  ///
  /// - Throws: an error with the position of the mistake and what was expected there.
  package static func parseExpression(
    _ format: String, _ arguments: [Any?]
  ) throws(PredicateFormatError) -> ExpressionSyntax {
    var parser = try PredicateParser(format, arguments)
    let expression = try parser.setExpression()
    guard parser.token.kind == .end else { throw parser.unexpected("expected an operator or the end") }
    return expression
  }

  // MARK: Connectives

  /// Reads terms joined by `OR`. A single term may also be an expression.
  mutating func disjunction() throws(PredicateFormatError) -> Parsed { try chain(of: .or) }

  private enum Connective {
    case or
    case and
  }

  private mutating func chain(of connective: Connective) throws(PredicateFormatError) -> Parsed {
    let start = token
    let first = connective == .or ? try chain(of: .and) : try negation()
    guard isNext(connective) else { return first }
    var terms = [try predicate(first, start)]
    while isNext(connective) {
      try advance()
      let start = token
      let next = connective == .or ? try chain(of: .and) : try negation()
      terms.append(try predicate(next, start))
    }
    return .predicate(connective == .or ? .disjunction(terms) : .conjunction(terms))
  }

  private func isNext(_ connective: Connective) -> Bool {
    switch connective {
    case .or: token.kind.isKeyword("OR") || token.kind == .symbol("||")
    case .and: token.kind.isKeyword("AND") || token.kind == .symbol("&&")
    }
  }

  private mutating func negation() throws(PredicateFormatError) -> Parsed {
    guard token.kind.isKeyword("NOT") || token.kind == .symbol("!") else { return try comparison() }
    try descend()
    defer { ascend() }
    try advance()
    let start = token
    let inner = try negation()
    return .predicate(.negation(try predicate(inner, start)))
  }

  // MARK: Comparisons

  private mutating func comparison() throws(PredicateFormatError) -> Parsed {
    let outer = operators
    defer { operators = outer }
    if token.kind.isKeyword("TRUEPREDICATE") || token.kind.isKeyword("FALSEPREDICATE") {
      let value = token.kind.isKeyword("TRUEPREDICATE")
      try advance()
      return .predicate(.constant(value))
    }
    let modifier = try modifier()
    let start = token
    let parsed = try operand()
    guard case .expression(let left) = parsed else {
      if modifier != nil { throw error(start, "expected an expression after ANY, SOME, ALL or NONE") }
      return parsed
    }
    if token.kind.isKeyword("UTI") {
      let (conforms, right) = try typeComparison()
      let predicate = TypeIdentifiers.comparison(left, conforms: conforms, to: right, modifier?.modifier ?? .direct)
      return .predicate(modifier?.isNegated ?? false ? .negation(predicate) : predicate)
    }
    guard let comparison = try comparisonOperator() else {
      if modifier != nil { throw unexpected("expected a comparison such as == or CONTAINS") }
      return parsed
    }
    let options = try stringOptions()
    let right = try expression()
    let leaf = PredicateSyntax.leaf(
      .comparison(
        ComparisonSyntax(
          left: left, comparison: comparison, right: right, modifier: modifier?.modifier ?? .direct, options: options
        )
      )
    )
    return .predicate(modifier?.isNegated ?? false ? .negation(leaf) : leaf)
  }

  private mutating func modifier() throws(PredicateFormatError) -> (modifier: ComparisonModifier, isNegated: Bool)? {
    let modifier: (ComparisonModifier, Bool)
    switch token.kind {
    case let kind where kind.isKeyword("ANY") || kind.isKeyword("SOME"): modifier = (.any, false)
    case let kind where kind.isKeyword("ALL"): modifier = (.all, false)
    case let kind where kind.isKeyword("NONE"): modifier = (.any, true)
    default: return nil
    }
    try advance()
    return modifier
  }

  private static let symbolOperators: [String: PredicateOperator] = [
    "=": .equalTo, "==": .equalTo, "!=": .notEqualTo, "<>": .notEqualTo, "<": .lessThan, "<=": .lessThanOrEqualTo,
    "=<": .lessThanOrEqualTo, ">": .greaterThan, ">=": .greaterThanOrEqualTo, "=>": .greaterThanOrEqualTo,
  ]

  private static let keywordOperators: [PredicateOperator] = [
    .beginsWith, .endsWith, .contains, .like, .matches, .in, .between,
  ]

  private mutating func comparisonOperator() throws(PredicateFormatError) -> PredicateOperator? {
    let found =
      if case .symbol(let symbol) = token.kind {
        Self.symbolOperators[symbol]
      } else {
        Self.keywordOperators.first { token.kind.isKeyword($0.rawValue) }
      }
    if found != nil { try advance() }
    return found
  }

  /// Reads `UTI-CONFORMS-TO` or `UTI-EQUALS`, and the right side.
  private mutating func typeComparison() throws(PredicateFormatError) -> (conforms: Bool, right: ExpressionSyntax) {
    try advance()
    try expect("-")
    let conforms = token.kind.isKeyword("CONFORMS")
    guard conforms || token.kind.isKeyword("EQUALS") else { throw unexpected("expected UTI-CONFORMS-TO or UTI-EQUALS") }
    try advance()
    if conforms {
      try expect("-")
      guard token.kind.isKeyword("TO") else { throw unexpected("expected UTI-CONFORMS-TO") }
      try advance()
    }
    return (conforms, try expression())
  }

  private mutating func stringOptions() throws(PredicateFormatError) -> StringOptions {
    guard token.kind == .symbol("[") else { return [] }
    try advance()
    var options: StringOptions = []
    guard case .word(let letters) = token.kind else { throw unexpected("expected c, d, n or l") }
    for letter in letters {
      switch letter {
      case "c", "C": options.insert(.caseInsensitive)
      case "d", "D": options.insert(.diacriticInsensitive)
      case "n", "N": options.insert(.normalized)
      case "l", "L": options.insert(.localeSensitive)
      default: throw unexpected("expected c, d, n or l")
      }
    }
    try advance()
    try expect("]")
    return options
  }

  // MARK: Tokens

  mutating func advance() throws(PredicateFormatError) { token = try lexer.next() }

  mutating func expect(_ symbol: String) throws(PredicateFormatError) {
    guard token.kind == .symbol(symbol) else { throw unexpected("expected “\(symbol)”") }
    try advance()
  }

  func error(_ token: Token, _ expectation: String) -> PredicateFormatError {
    lexer.error(at: token.offset, expectation)
  }

  /// The error for an unexpected token.
  func unexpected(_ expectation: String) -> PredicateFormatError {
    error(token, "\(expectation), but found \(token.kind.name)")
  }

  func predicate(_ parsed: Parsed, _ start: Token) throws(PredicateFormatError) -> PredicateSyntax {
    guard case .predicate(let predicate) = parsed else {
      if token.kind == .end || token.kind == .symbol(")") {
        throw unexpected("expected a comparison such as == or CONTAINS")
      }
      throw error(start, "expected a predicate, but this is only an expression")
    }
    return predicate
  }

  func expression(_ parsed: Parsed, _ start: Token) throws(PredicateFormatError) -> ExpressionSyntax {
    guard case .expression(let expression) = parsed else {
      throw error(start, "expected an expression, but this is a predicate")
    }
    return expression
  }

  // MARK: Depth

  /// Enters a nested level, which `ascend` leaves.
  mutating func descend() throws(PredicateFormatError) {
    guard depth < Self.greatestDepth else {
      throw error(token, "the predicate is nested deeper than \(Self.greatestDepth) levels here")
    }
    depth += 1
  }

  mutating func ascend() { depth -= 1 }

  /// Reads the contents of a `SUBQUERY`.
  ///
  /// - Parameter start: the token of its name.
  mutating func withinSubquery<Result>(
    _ start: Token, _ body: (inout PredicateParser) throws(PredicateFormatError) -> Result
  ) throws(PredicateFormatError) -> Result {
    guard subqueries < Self.greatestSubqueryDepth else {
      throw error(start, "SUBQUERY is nested deeper than \(Self.greatestSubqueryDepth) levels here")
    }
    // A `SUBQUERY` counts as two levels, because it takes that much stack.
    try descend()
    try descend()
    subqueries += 1
    defer {
      subqueries -= 1
      ascend()
      ascend()
    }
    return try body(&self)
  }

  /// Counts an arithmetic operator, because a chain of them becomes a tree as deep as the chain is long.
  mutating func countOperator() throws(PredicateFormatError) {
    guard operators < Self.greatestDepth else {
      throw error(token, "there are more than \(Self.greatestDepth) operators in this comparison")
    }
    operators += 1
  }
}

extension PredicateParser.Parsed {
  var isExpression: Bool {
    if case .expression = self { true } else { false }
  }
}
