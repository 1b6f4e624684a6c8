import OrderedRows

/// A call of the tool, with its arguments parsed and checked.
enum Command {
  /// Prints the help of a command; of the whole tool if it is nil.
  case help(CommandDescription?)
  case version
  case demo(html: String?, browse: Bool, store: String?)
  case entities(EntitiesCommand)
  case history(HistoryCommand)
  case list(ListOptions)
  case tree(TreeCommand)
  case value(ValueCommand)
  case replay(ReplayCommand)
  case watch(ListOptions)
  case copy(CopyCommand)
  /// Shows the list in the browser. `given` has the names of the options on the command line.
  case browse(ListOptions, edit: Bool, given: [String])
  case draw(DrawCommand)
  case completion(CompletionShell)
  case manual

  init(arguments: [String]) throws {
    guard let name = arguments.first else {
      throw ToolError.usage("No command is given: choose \(Self.names("or")).")
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "help", "--help", "-h":
      let commands = rest.filter { !Self.asksForHelp($0) }
      try Self.require(atMost: 1, of: commands, for: name)
      self = .help(try commands.first.map(Self.description))
      return
    case "--version", "version":
      if rest.contains(where: Self.asksForHelp) {
        self = .help(nil)
        return
      }
      try Self.require(atMost: 0, of: rest, for: name)
      self = .version
      return
    default: break
    }
    let description = try Self.description(of: name)
    if rest.prefix(while: { $0 != "--" }).contains(where: Self.asksForHelp) {
      self = .help(description)
      return
    }
    let reader = try ArgumentReader(rest, of: description)
    switch name {
    case "entities": self = .entities(EntitiesCommand(reader))
    case "history": self = .history(try HistoryCommand(reader))
    case "list": self = .list(try Self.list(reader))
    case "tree": self = .tree(try TreeCommand(reader))
    case "value": self = .value(ValueCommand(reader))
    case "replay": self = .replay(try ReplayCommand(reader))
    case "watch": self = .watch(try Self.options(reader))
    case "copy": self = Self.copy(reader)
    case "browse": self = try Self.browse(reader)
    case "draw": self = .draw(try DrawCommand(reader))
    case "completion": self = .completion(try CompletionShell(reader))
    case "man": self = .manual
    default: self = try Self.demo(reader)
    }
  }

  func run(_ output: Output) async throws {
    switch self {
    case .help(let command): try output.line(command?.help ?? usage)
    case .version: try output.line("sections \(packageVersion)")
    case .completion(let shell): try output.write(shell.script)
    case .manual: try output.write(ManualPage.text)
    case .demo(_, browse: true, _): try await BrowseRun.demo(output)
    case .demo(let html, browse: false, let store): try await DemoCommand(html: html, store: store).run(output)
    case .entities(let command): try command.run(output)
    case .history(let command): try command.run(output)
    case .list(let options): try ListCommand(options: options).run(output)
    case .tree(let command): try command.run(output)
    case .value(let command): try command.run(output)
    case .replay(let command): try await command.run(output)
    case .watch(let options): try await WatchCommand(options: options).run(output)
    case .copy(let command): try command.run(output)
    case .browse(let options, let edit, let given):
      try await BrowseRun.store(options, edit: edit, given: given, output)
    case .draw(let command): try await command.run(output)
    }
  }
}

extension Command {
  private static func asksForHelp(_ argument: String) -> Bool { argument == "--help" || argument == "-h" }

  private static func require(atMost count: Int, of arguments: [String], for name: String) throws {
    guard arguments.count > count else { return }
    throw ToolError.usage("'\(arguments[count])' is one argument too many for 'sections \(name)'.")
  }

  /// The names of all commands in one text, with a conjunction such as "and" before the last name.
  private static func names(_ conjunction: String) -> String {
    let names = CommandDescription.all.map(\.name)
    return names.dropLast().joined(separator: ", ") + " \(conjunction) " + (names.last ?? "")
  }

  private static func description(of name: String) throws -> CommandDescription {
    if let command = CommandDescription.named(name) { return command }
    let near = NearNames.question(for: name, among: CommandDescription.all.map(\.name) + ["help"])
    throw ToolError.usage("'\(name)' is no command; there are \(names("and")).\(near)")
  }

  private static func demo(_ reader: ArgumentReader) throws -> Command {
    let store = reader.options.first { $0.name == "store" }?.value
    let html = try reader.outputFile("html", besides: [store])
    let browses = reader.options.contains { $0.name == "browse" }
    if html != nil, browses {
      throw reader.usage("--html writes a page of the whole story, --browse shows it step by step.")
    }
    if store != nil, browses {
      throw reader.usage("--browse plays the story without saving it, and --store saves each step.")
    }
    return .demo(html: html, browse: browses, store: store)
  }

  private static func copy(_ reader: ArgumentReader) -> Command {
    let model = reader.options.first { $0.name == "model" }?.value
    return .copy(CopyCommand(from: reader.positional[0], to: reader.positional[1], model: model))
  }

  private static func browse(_ reader: ArgumentReader) throws -> Command {
    var options = ListOptions()
    options.store = reader.positional[0]
    try options.take(reader)
    if options.items.isEmpty, let other = reader.options.first(where: { !["model", "edit"].contains($0.name) }) {
      throw reader.usage("--\(other.name) needs a list: name it with --items ENTITY.")
    }
    let given = reader.options.map(\.name)
    return .browse(try requireFile(options, reader), edit: given.contains("edit"), given: given)
  }

  /// Parses the options of `list`, which does not require `--by`.
  private static func list(_ reader: ArgumentReader) throws -> ListOptions {
    var options = ListOptions()
    options.store = reader.positional[0]
    try options.take(reader)
    guard !options.items.isEmpty else { throw reader.missing("--items ENTITY") }
    if options.csv, options.json { throw reader.usage("--csv and --json are two forms of a list: write one of them.") }
    return try requireFile(options, reader)
  }

  /// Parses the options of a list whose store must not be `-`.
  private static func options(_ reader: ArgumentReader) throws -> ListOptions {
    try requireFile(ListOptions(reader), reader)
  }

  private static func requireFile(_ options: ListOptions, _ reader: ArgumentReader) throws -> ListOptions {
    if options.store == "-" {
      throw reader.usage("'-' is an empty store, for 'sections replay' to begin with; a file is called ./-.")
    }
    return options
  }
}
