/// A command as `help` describes it. Its arguments are read by the same description.
struct CommandDescription: Sendable {
  struct Option: Sendable {
    let name: String
    /// What follows the name; nil for an option that stands alone.
    let value: String?
    let text: String
    var isRequired = false
    /// Whether an empty value means something.
    var mayBeEmpty = false

    /// `--limit N`
    var spelling: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
  }

  let name: String
  let summary: String
  /// What stands by itself, in order: `STORE`.
  var positional: [String] = []
  var options: [Option] = []
  /// Further help, in lines.
  var notes = ""

  /// `list STORE --items ENTITY --by PATH [options]`
  var synopsis: String {
    let required = options.filter(\.isRequired)
    let words = [name] + positional + required.map(\.spelling) + (options.count > required.count ? ["[options]"] : [])
    return words.joined(separator: " ")
  }

  /// What `sections COMMAND --help` prints.
  var help: String {
    var lines = ["sections \(synopsis)", "    \(summary)"]
    if !options.isEmpty {
      lines.append("")
      let width = options.map(\.spelling.count).max() ?? 0
      lines += options.map { option in
        let padding = String(repeating: " ", count: width - option.spelling.count)
        return "    \(option.spelling)\(padding)  \(option.text)"
      }
    }
    if !notes.isEmpty {
      lines += [""] + notes.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }
    }
    lines += ["", "  " + exitStatus]
    return lines.joined(separator: "\n")
  }
}

/// The last line of every help.
let exitStatus =
  "Exit status: 0, 1 when something is wrong with the data, 2 when something is wrong with the arguments."
