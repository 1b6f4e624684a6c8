/// The manual page, made from the descriptions of the commands.
enum ManualPage {
  static var text: String {
    let lines =
      [#".TH SECTIONS 1 "" "sections \#(packageVersion)" "User Commands""#, ".nh", ".ad l"]
      + ManualText.heading("NAME")
      + [#"sections \- lists made of sections, from any Core Data store"#]
      + ManualText.heading("SYNOPSIS") + synopsis
      + ManualText.heading("DESCRIPTION") + [ManualText.escaped("sections \(toolSummary)")]
      + ManualText.paragraph(argumentNotes)
      + ManualText.heading("COMMANDS")
      + [ManualText.escaped("Each command takes --help, which prints its options.")]
      + CommandDescription.documented.flatMap(command)
      + ManualText.heading("EXIT STATUS") + statuses
      + ManualText.heading("ENVIRONMENT")
      + environment.flatMap { ManualText.entry(ManualText.bold($0.name), $0.meaning) }
      + ManualText.heading("FILES") + files.flatMap { ManualText.entry(ManualText.escaped($0.name), $0.meaning) }
      + ManualText.heading("EXAMPLES")
      + examples.flatMap { ManualText.paragraph($0.purpose) + ManualText.block([$0.command]) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Example calls for the manual page.
  static let examples: [(purpose: String, command: String)] = [
    ("The entities of a store, and how many objects each has:", "sections entities Store.sqlite"),
    (
      "Time zones by country, both by name:",
      "sections list Store.sqlite --items Zone --by country --section-sort name --sort name"
    ),
    (
      "The names as JSON, for another program:",
      "sections list Store.sqlite --items Zone --by country --show name --json"
    ),
    (
      "The zones of one country, by a predicate:",
      #"sections list Store.sqlite --items Zone --where 'country.name == "Iceland"'"#
    ),
    (
      "What was changed since a day:", #"sections list Store.sqlite --items Note --where 'dateChanged >= "2024-05-01"'"#
    ),
    (
      "The notes of each day, the newest first:",
      "sections list Store.sqlite --items Note --by dateCreated:day --sort dateCreated:desc"
    ),
    (
      "The zones that belong to no country, too:",
      "sections list Store.sqlite --items Zone --by country --unmatched last"
    ),
    ("A value as a file:", "sections value Store.sqlite 'Track p7' cover > cover.jpg"),
    ("The last ten saves:", "sections history Store.sqlite --limit 10"),
    ("The same store on the whole terminal:", "sections browse Store.sqlite --items Zone --by country"),
    (
      "The reports of a script's edits, which are made on a copy:",
      "sections replay Store.sqlite Script.json --items Zone --by country"
    ),
    ("The list while another program writes the store:", "sections watch Store.sqlite --items Zone --by country"),
    ("A copy on a server:", "sections copy Store.sqlite postgresql://me@host/database"),
  ]

  private static let environment: [(name: String, meaning: String)] = [
    ("NO_COLOR", "No colours are written where it is set and not empty."),
    ("TERM", "Plain text is written where it is 'dumb'."),
    ("TZ", "The time zone whose days --by KEY:day makes sections of, such as 'Europe/Berlin'."),
  ]

  private static let files: [(name: String, meaning: String)] = [
    ("STORE, STORE-wal", "A store in SQLite, and the log of changes that are not in it yet: both belong to a copy."),
    (".xcdatamodeld, .xcdatamodel, .momd, .mom", "A model for --model, where a store does not carry its own."),
    ("SCRIPT", "Edits for 'sections replay', in JSON."),
  ]

  private static var synopsis: [String] {
    CommandDescription.documented.flatMap { command -> [String] in
      [ManualText.bold("sections \(command.name)") + ManualText.escaped(command.synopsis.dropFirst(command.name.count))]
        + [".br"]
    } + [ManualText.bold("sections --version")]
  }

  private static func command(_ command: CommandDescription) -> [String] {
    [
      ".SS sections \(ManualText.escaped(command.synopsis))",
      ManualText.escaped(command.summary).capitalizedFirst + ".",
    ]
      + command.options.flatMap { option in
        ManualText.entry(
          ManualText.bold("--\(option.name)") + (option.value.map { " " + ManualText.escaped($0) } ?? ""), option.text)
      }
      + (command.notes.isEmpty ? [] : ManualText.paragraph(command.notes))
  }

  private static var statuses: [String] {
    ManualText.entry("0", "The command did its work, or the reader of its output went away.")
      + failureStatuses.flatMap { ManualText.entry("\($0.status)", $0.reason.capitalizedFirst + ".") }
      + ManualText.paragraph(statusNotes)
  }
}

extension String {
  /// The text with its first letter as a capital.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
