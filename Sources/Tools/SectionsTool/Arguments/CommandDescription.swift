/// A command of the tool. Both its help and the parsing of its arguments use this description.
struct CommandDescription: Sendable {
  struct Option: Sendable {
    let name: String
    /// The placeholder of the option's value; nil if the option takes no value.
    let value: String?
    let text: String
    var isRequired = false
    /// Whether an empty value is allowed.
    var mayBeEmpty = false

    /// The option with its placeholder, as `--limit N`.
    var spelling: String { "--\(name)" + (value.map { " \($0)" } ?? "") }
  }

  let name: String
  let summary: String
  /// The placeholders of the required positional arguments, in order, as `STORE`.
  var positional: [String] = []
  /// The placeholders of the optional positional arguments, which follow ``positional``.
  var optional: [String] = []
  var options: [Option] = []
  /// The possible words of a positional argument, by its placeholder, if they are fixed.
  var choices: [String: [String]] = [:]
  /// More lines for the help.
  var notes = ""

  /// The command line in short, as `list STORE --items ENTITY --by PATH [options]`.
  var synopsis: String {
    let required = options.filter(\.isRequired)
    let words =
      [name] + positional + optional.map { "[\($0)]" } + required.map(\.spelling)
      + (options.count > required.count ? ["[options]"] : [])
    return words.joined(separator: " ")
  }

  /// The text that `sections COMMAND --help` prints.
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

/// The exit statuses other than 0, and the reason of each.
let failureStatuses = [
  (status: 1, reason: "something is wrong with the data"),
  (status: 2, reason: "something is wrong with the command line"), (status: 3, reason: "the value asked for is nil"),
]

/// Explains which errors have which exit status.
let statusNotes = """
  The command line is wrong also where it asks for what the store does not have: an unknown entity, a path of --by,
  --show or --sort that leads nowhere, a predicate that cannot be read, or one that compares with a text that is no such
  value. Data are the store, the model, and a script with all that is in it.
  """

/// The last line of every help.
let exitStatus =
  "Exit status: 0, " + failureStatuses.map { "\($0.status) when \($0.reason)" }.joined(separator: ", ") + "."
