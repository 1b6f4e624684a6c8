/// Walks a command's arguments: names and values of options, and what stands by itself.
struct ArgumentReader {
  private var rest: ArraySlice<String>
  private let command: String

  init(command: String, arguments: [String]) {
    self.command = command
    rest = arguments[...]
  }

  /// Hands each option to `option` and returns what was no option, in order.
  ///
  /// - Parameter option: takes the option's name and a way to take its value; returns false for a name it does not know.
  mutating func read(_ option: (String, () throws -> String) throws -> Bool) throws -> [String] {
    var positional: [String] = []
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--"), argument != "--" else {
        if argument.hasPrefix("-"), argument.count > 1 {
          throw ToolError.usage("'\(argument)' is no option of 'sections \(command)'; options begin with two dashes.")
        }
        positional.append(argument)
        continue
      }
      var name = String(argument.dropFirst(2))
      var attached: String?
      if let equals = name.firstIndex(of: "=") {
        attached = String(name[name.index(after: equals)...])
        name = String(name[..<equals])
      }
      var tookValue = false
      let known = try option(name) {
        tookValue = true
        if let attached { return attached }
        guard let value = rest.popFirst() else { throw ToolError.usage("--\(name) needs a value.") }
        return value
      }
      guard known else { throw ToolError.usage("'--\(name)' is no option of 'sections \(command)'.") }
      if attached != nil, !tookValue { throw ToolError.usage("--\(name) takes no value.") }
    }
    return positional
  }
}

extension ArgumentReader {
  static func count(_ text: String, for option: String) throws -> Int {
    guard let value = Int(text), value >= 0 else {
      throw ToolError.usage("--\(option) takes a whole number that is not negative, not '\(text)'.")
    }
    return value
  }

  static func choice<Choice: RawRepresentable & CaseIterable>(_ text: String, for option: String) throws -> Choice
  where Choice.RawValue == String {
    guard let choice = Choice(rawValue: text) else {
      let choices = Choice.allCases.map(\.rawValue).joined(separator: " or ")
      throw ToolError.usage("--\(option) is \(choices), not '\(text)'.")
    }
    return choice
  }

  static func list(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: true).map { String($0) }
  }

  static func sortKeys(_ text: String, for option: String) throws -> [ListOptions.SortKey] {
    try list(text).map { part in
      let pieces = part.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      switch (pieces.count, pieces.last) {
      case (1, _) where !part.isEmpty: return .init(key: part, ascending: true)
      case (2, "asc"): return .init(key: pieces[0], ascending: true)
      case (2, "desc"): return .init(key: pieces[0], ascending: false)
      default: throw ToolError.usage("--\(option) takes KEY or KEY:desc, not '\(part)'.")
      }
    }
  }
}
