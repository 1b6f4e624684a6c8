/// The version of this package. A test compares it with README.md and Docs/Changelog.md.
let packageVersion = "0.9.0"

/// The rest of a sentence that begins with the tool's name.
let toolSummary =
  "shows lists made of sections, from any Core Data store: every section is an object, empty ones included."

/// The explanation of placeholders that several commands share.
let argumentNotes = """
  STORE is a file, or an address: postgresql://user@host/database?schema=NAME.
  It needs no model file if it carries its model.
  PATH is the path from an item to its section: owner, owner.id, album.artist.
  A list in memory needs no store: sections replay - SCRIPT plays its verbs.
  """

/// The text that `sections help` prints.
var usage: String {
  let commands = CommandDescription.all.map { command in
    "    sections \(command.synopsis)\n        \(command.summary)"
  }
  return """
    sections \(toolSummary)

    \(commands.joined(separator: "\n"))

      sections COMMAND --help       the options of a command; sections help COMMAND is the same
      sections --version            the version

    \(argumentNotes.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))

      \(exitStatus)
    """
}
