/// The words that a shell offers for an argument, or for the value of an option.
enum ArgumentWords: Equatable {
  case choices([String])
  case files
  /// Files, except those that SQLite keeps beside a store.
  case stores
  /// Free text, such as a number or a predicate.
  case text

  init(placeholder: String) {
    switch placeholder {
    case "STORE", "FROM", "TO": self = .stores
    case "FILE", "SCRIPT": self = .files
    default: self = .text
    }
  }
}

extension CommandDescription.Option {
  /// The words for the option's value, derived from the placeholder: choices for `shown|hidden`, files for `FILE`; nil
  /// if the option takes no value.
  var words: ArgumentWords? {
    guard let value else { return nil }
    if value.contains("|") { return .choices(value.split(separator: "|").map(String.init)) }
    return ArgumentWords(placeholder: value)
  }
}

extension CommandDescription {
  /// The words for each positional argument, optional ones included.
  var positionalWords: [ArgumentWords] {
    (positional + optional).map { choices[$0].map(ArgumentWords.choices) ?? ArgumentWords(placeholder: $0) }
  }

  /// All commands and `help`, for completion and the manual page.
  static let documented =
    all + [
      CommandDescription(
        name: "help", summary: "prints the commands, or the options of one", positional: ["COMMAND"],
        choices: ["COMMAND": all.map(\.name)])
    ]

  /// The command's options and `--help`, which every command takes.
  var documentedOptions: [Option] {
    options + [Option(name: "help", value: nil, text: "prints the options of the command")]
  }
}
