/// The tool's version: that of its JSON, which keeps its members within the first number.
let toolVersion = "1.1"

/// What `sections help` prints.
var usage: String {
  let commands = CommandDescription.all.map { command in
    "    sections \(command.synopsis)\n        \(command.summary)"
  }
  return """
    sections shows lists made of sections, from any Core Data store: every section is an object, empty ones included.

    \(commands.joined(separator: "\n"))

      sections COMMAND --help       the options of a command; sections help COMMAND is the same
      sections --version            the version of the tool

      STORE is a file, or an address: postgresql://user@host/database?schema=NAME.
      It needs no model file when it carries its model.
      PATH leads from an item to its section: owner, owner.id, album.artist.
      A list in memory needs no store: sections replay - SCRIPT plays its verbs.

      \(exitStatus)
    """
}
