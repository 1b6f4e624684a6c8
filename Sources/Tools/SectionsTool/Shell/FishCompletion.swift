/// The completion script for fish.
enum FishCompletion {
  static var script: String {
    let commands = CommandDescription.documented
    let start = [
      "# Completion of sections for fish, made by 'sections completion fish'.", "", "complete -c sections -f",
      "complete -c sections -n __fish_use_subcommand -l help -d 'prints the commands'",
      "complete -c sections -n __fish_use_subcommand -l version -d 'prints the version'",
    ]
    let names = commands.map { "complete -c sections -n __fish_use_subcommand -a \($0.name) -d \(quoted($0.summary))" }
    return (start + names + commands.flatMap(lines) + [""]).joined(separator: "\n")
  }

  private static func lines(of command: CommandDescription) -> [String] {
    // Compare the first word only, because the command's name may also be an argument of another command, as of `help`.
    let isCommand = "set -l words (commandline -poc); test \"$words[2]\" = \(command.name)"
    var lines = ["", "# \(command.name)"]
    for option in command.documentedOptions {
      let rest = " -d \(quoted(option.text))"
      let value =
        switch option.words {
        case .choices(let words): " -x -a \(quoted(words.joined(separator: " ")))"
        case .files: " -r -F"
        case .stores: " -x -a \(quoted(stores))"
        case .text: " -x"
        case nil: ""
        }
      lines.append("complete -c sections -n \(quoted(isCommand)) -l \(option.name)\(value)\(rest)")
    }
    var condition = isCommand
    for words in command.positionalWords {
      switch words {
      case .choices(let words):
        let isOpen = condition + "; and not __fish_seen_subcommand_from \(words.joined(separator: " "))"
        lines.append("complete -c sections -n \(quoted(isOpen)) -a \(quoted(words.joined(separator: " ")))")
        condition += "; and __fish_seen_subcommand_from \(words.joined(separator: " "))"
      case .text: break
      case .files, .stores:
        let offered = words == .files ? "-F" : "-a \(quoted(stores))"
        let line = "complete -c sections -n \(quoted(condition)) \(offered)"
        // One line serves all file arguments, such as FROM and TO.
        if lines.last != line { lines.append(line) }
      }
    }
    return lines
  }

  /// A fish command that lists files except those that SQLite keeps beside a store.
  private static let stores =
    #"(__fish_complete_path (commandline -ct) | string match -rv -- '-(wal|shm|journal)(\t|$)')"#

  /// Returns a text in single quotes for fish.
  private static func quoted(_ text: String) -> String { "'" + text.escaping("'") + "'" }
}
