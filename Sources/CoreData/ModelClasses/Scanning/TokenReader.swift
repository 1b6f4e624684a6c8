/// Iterates over the tokens of a source.
struct TokenReader {
  let tokens: [SwiftToken]
  private(set) var index = 0

  init(_ tokens: [SwiftToken]) { self.tokens = tokens }

  var current: SwiftToken? { index < tokens.count ? tokens[index] : nil }
  var next: SwiftToken? { index + 1 < tokens.count ? tokens[index + 1] : nil }
  var previous: SwiftToken? { index > 0 ? tokens[index - 1] : nil }

  func isAt(_ text: String) -> Bool { current?.is(text) ?? false }

  mutating func advance() { index += 1 }

  mutating func skip(_ text: String) -> Bool {
    guard isAt(text) else { return false }
    index += 1
    return true
  }

  /// Returns the current token and advances, if the token is a word.
  mutating func word() -> SwiftToken? {
    guard let current, current.kind == .word else { return nil }
    index += 1
    return current
  }

  /// Skips from an opening bracket to the token after the matching closing one.
  mutating func skipBrackets() {
    var depth = 0
    while let current {
      if current.kind == .symbol {
        if "([{".contains(current.text) { depth += 1 }
        if ")]}".contains(current.text) { depth -= 1 }
      }
      index += 1
      if depth <= 0 { return }
    }
  }

  /// Skips generic parameters or arguments, from `<` to the token after the matching `>`.
  mutating func skipAngles() {
    var depth = 0
    while let current {
      if current.is("<") { depth += 1 }
      // The `>` of an arrow `->` is not a bracket.
      if current.is(">"), !(current.isJoined && previous?.is("-") == true) { depth -= 1 }
      index += 1
      if depth <= 0 { return }
    }
  }

  // MARK: Types

  /// Reads the type at the current position. Returns nil, after some tokens, for a kind of type that no property can
  /// have.
  mutating func type() -> TypeSyntax? {
    _ = skip("inout") || skip("__owned") || skip("__shared") || skip("borrowing") || skip("consuming")
    while isAt("@") {
      advance()
      _ = word()
      if isAt("(") { skipBrackets() }
    }
    let isExistential = skip("any")
    guard var type = plainType() else { return nil }
    if isExistential { type = .existential(type) }
    while let current, current.kind == .symbol {
      // Accept `?` and `!` even after a space. Swift accepts them there, too, if they cannot mean anything else.
      if current.text == "?" || current.text == "!" {
        type = .optional(type)
        advance()
      } else {
        break
      }
    }
    // Protocol compositions and function types are not supported.
    if isAt("&") || (isAt("-") && next?.is(">") == true) { return nil }
    return type
  }

  private mutating func plainType() -> TypeSyntax? {
    if skip("(") {
      guard let inner = type(), skip(")") else { return nil }
      return inner
    }
    if skip("[") {
      guard let element = type() else { return nil }
      if skip(":") {
        guard let value = type(), skip("]") else { return nil }
        return .dictionary(element, value)
      }
      return skip("]") ? .array(element) : nil
    }
    var parts: [TypeSyntax.Part] = []
    while let name = word() {
      var part = TypeSyntax.Part(name: name.text)
      if isAt("<") {
        advance()
        repeat {
          guard let argument = type() else { return nil }
          part.arguments.append(argument)
        } while skip(",")
        guard skip(">") else { return nil }
      }
      parts.append(part)
      guard isAt("."), next?.kind == .word else { break }
      advance()
    }
    return parts.isEmpty ? nil : .named(parts)
  }
}
