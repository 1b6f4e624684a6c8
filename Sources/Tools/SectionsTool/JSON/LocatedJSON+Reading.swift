/// Accessors that require a kind of value. Errors name the value by the parameter `what`.
extension LocatedJSON {
  func members(_ what: String) throws -> [Member] {
    guard case .object(let members) = content else { throw unexpected(what, "an object") }
    return members
  }

  func elements(_ what: String) throws -> [LocatedJSON] {
    guard case .array(let elements) = content else { throw unexpected(what, "an array") }
    return elements
  }

  func text(_ what: String) throws -> String {
    guard let string else { throw unexpected(what, "a string") }
    return string
  }

  func choice<Choice: RawRepresentable & CaseIterable>(_ what: String) throws -> Choice
  where Choice.RawValue == String {
    let text = try text(what)
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw LocatedProblem(offset: offset, message: "\(what) is one of \(choices), not \"\(text)\"")
    }
    return choice
  }

  /// Returns a whole number, which may be negative.
  func index(_ what: String) throws -> Int {
    guard case .scalar(.integer(let value)) = content, let index = Int(exactly: value) else {
      throw unexpected(what, "an index")
    }
    return index
  }

  /// Requires `true`. Scripts cannot write `false` for these keys.
  func requireTrue(_ what: String) throws {
    guard case .scalar(.bool(true)) = content else { throw unexpected(what, "true") }
  }

  func unexpected(_ what: String, _ expected: String) -> LocatedProblem {
    LocatedProblem(offset: offset, message: "\(what) is \(expected), not \(kind)")
  }
}
