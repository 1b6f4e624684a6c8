import OrderedRows

/// A command's arguments, parsed: options with their values, and positional arguments.
struct ArgumentReader {
  private(set) var positional: [String] = []
  private(set) var options: [(name: String, value: String)] = []
  private let command: CommandDescription

  /// The command's name.
  var name: String { command.name }

  /// - Throws: a usage error that names the wrong argument.
  init(_ arguments: [String], of command: CommandDescription) throws {
    self.command = command
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        positional += rest
        break
      }
      if argument.hasPrefix("--") {
        let option = try option(argument.dropFirst(2), &rest)
        if let first = options.first(where: { $0.name == option.name }) { throw repeated(first, option.value) }
        options.append(option)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        throw usage("'\(argument)' is no option of 'sections \(command.name)'; options begin with two dashes.")
      } else {
        positional.append(argument)
      }
    }
    try checkPositional()
  }

  private func option(_ text: Substring, _ rest: inout ArraySlice<String>) throws -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    guard let option = command.options.first(where: { $0.name == name }) else {
      let near = NearNames.question(for: "--\(name)", among: command.options.map { "--\($0.name)" }, mark: "")
      throw usage("'--\(name)' is no option of 'sections \(command.name)'.\(near)")
    }
    guard let value = option.value else {
      if parts.count > 1 { throw usage("--\(name) takes no value.") }
      return (name, "")
    }
    guard let given = parts.count > 1 ? parts[1] : rest.first else { throw usage("--\(name) needs a value, \(value).") }
    if parts.count == 1 {
      if given.hasPrefix("--") {
        throw usage("--\(name) needs a value, \(value), but '\(given)' follows. Write --\(name)=VALUE for any value.")
      }
      rest.removeFirst()
    }
    if given.isEmpty, !option.mayBeEmpty { throw usage("--\(name) needs a value, \(value), not ''.") }
    return (name, given)
  }

  /// The error of an option that is given twice. The tool reports it, because it cannot know which value is meant.
  private func repeated(_ first: (name: String, value: String), _ second: String) -> ToolError {
    let hasValue = command.options.contains { $0.name == first.name && $0.value != nil }
    let values = !hasValue ? "" : first.value == second ? ", '\(second)'" : ", '\(first.value)' and '\(second)'"
    return usage("--\(first.name) is given twice\(values).")
  }

  private func checkPositional() throws {
    let names = command.positional
    if positional.count < names.count {
      throw usage("'sections \(command.name)' needs \(names[positional.count...].joined(separator: " and ")).")
    }
    let all = names + command.optional
    if positional.count > all.count {
      throw usage("'\(positional[all.count])' is one argument too many for 'sections \(command.name)'.")
    }
    for (name, argument) in zip(all, positional) where argument.isEmpty {
      throw usage("'sections \(command.name)' needs \(name), not ''.")
    }
  }

  func usage(_ message: String) -> ToolError { .usage(message, command: command.name) }

  /// Reads a value of an option. Adds the option's name to a problem of the value.
  func read<Value>(_ option: String, _ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let problem as OptionValue.Problem {
      throw usage("--\(option) \(problem.message)")
    }
  }
}
