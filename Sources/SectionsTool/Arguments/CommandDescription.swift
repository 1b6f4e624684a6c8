/// A command as `help` describes it. Its arguments are read by the same description.
struct CommandDescription: Sendable {
  struct Option: Sendable {
    let name: String
    /// The placeholder of the value behind the name; nil for an option without a value.
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
  /// The arguments without an option's name, in order: `STORE`.
  var positional: [String] = []
  /// The arguments behind ``positional`` that may be left out.
  var optional: [String] = []
  var options: [Option] = []
  /// The words that an argument of ``positional`` may be, by its name, where they are fixed.
  var choices: [String: [String]] = [:]
  /// Further help, in lines.
  var notes = ""

  /// `list STORE --items ENTITY --by PATH [options]`
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

/// The exit statuses other than 0, and when the tool ends with each.
let failureStatuses = [
  (status: 1, reason: "something is wrong with the data"),
  (status: 2, reason: "something is wrong with the command line"), (status: 3, reason: "the value asked for is nil"),
]

/// The cases that belong to each status, in sentences.
let statusNotes = """
  The command line is wrong also where it asks for what the store does not have: an unknown entity, a path of --by,
  --show or --sort that leads nowhere, a predicate that cannot be read, or one that compares with a text that is no such
  value. Data are the store, the model, and a script with all that is in it.
  """

/// The last line of every help.
let exitStatus =
  "Exit status: 0, " + failureStatuses.map { "\($0.status) when \($0.reason)" }.joined(separator: ", ") + "."
