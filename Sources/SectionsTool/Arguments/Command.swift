/// One call of the tool, its arguments read and checked.
enum Command {
  case help
  case demo
  case entities(store: String, model: String?, json: Bool)
  case list(ListOptions)
  case replay(ListOptions, script: String, inPlace: Bool)
  case watch(ListOptions)
  case stress(events: Int, seed: UInt64?, exhaustive: Bool)

  init(arguments: [String]) throws {
    guard let name = arguments.first else {
      throw ToolError.usage("Say what to do: demo, entities, list, replay or watch.")
    }
    let rest = Array(arguments.dropFirst())
    switch name {
    case "help", "--help", "-h": self = .help
    case "demo": self = try Self.demo(rest)
    case "entities": self = try Self.entities(rest)
    case "list": self = try Self.list(rest)
    case "replay": self = try Self.replay(rest)
    case "watch": self = try Self.watch(rest)
    case "stress": self = try Self.stress(rest)
    default:
      throw ToolError.usage("'\(name)' is no command; there are demo, entities, list, replay and watch.")
    }
  }

  func run() async throws {
    switch self {
    case .help: printLine(usage)
    case .demo: try await Demo().run()
    case .entities(let store, let model, let json): try EntitiesCommand(store: store, model: model, json: json).run()
    case .list(let options): try await ListCommand(options: options).run()
    case .replay(let options, let script, let inPlace):
      try await ReplayCommand(options: options, script: script, inPlace: inPlace).run()
    case .watch(let options): try await WatchCommand(options: options).run()
    case .stress(let events, let seed, let exhaustive):
      try StressCommand(events: events, seed: seed, exhaustive: exhaustive).run()
    }
  }
}

extension Command {
  private static func demo(_ arguments: [String]) throws -> Command {
    var reader = ArgumentReader(command: "demo", arguments: arguments)
    let positional = try reader.read { _, _ in false }
    try expect(positional, [], in: "demo")
    return .demo
  }

  private static func entities(_ arguments: [String]) throws -> Command {
    var model: String?
    var json = false
    var reader = ArgumentReader(command: "entities", arguments: arguments)
    let positional = try reader.read { name, value in
      switch name {
      case "model": model = try value()
      case "json": json = true
      default: return false
      }
      return true
    }
    try expect(positional, ["STORE"], in: "entities")
    return .entities(store: positional[0], model: model, json: json)
  }

  private static func list(_ arguments: [String]) throws -> Command {
    let (options, _) = try options(of: "list", positional: ["STORE"], arguments) { _ in false }
    return .list(options)
  }

  private static func replay(_ arguments: [String]) throws -> Command {
    var inPlace = false
    let (options, positional) = try options(of: "replay", positional: ["STORE", "SCRIPT"], arguments) { name in
      guard name == "in-place" else { return false }
      inPlace = true
      return true
    }
    return .replay(options, script: positional[1], inPlace: inPlace)
  }

  private static func watch(_ arguments: [String]) throws -> Command {
    let (options, _) = try options(of: "watch", positional: ["STORE"], arguments) { _ in false }
    return .watch(options)
  }

  private static func stress(_ arguments: [String]) throws -> Command {
    var events = 10_000
    var seed: UInt64?
    var exhaustive = false
    var reader = ArgumentReader(command: "stress", arguments: arguments)
    let positional = try reader.read { name, value in
      switch name {
      case "events": events = try ArgumentReader.count(try value(), for: name)
      case "seed": seed = UInt64(try ArgumentReader.count(try value(), for: name))
      case "exhaustive": exhaustive = true
      default: return false
      }
      return true
    }
    try expect(positional, [], in: "stress")
    return .stress(events: events, seed: seed, exhaustive: exhaustive)
  }

  /// Reads the options that list, replay and watch share; `flag` takes a command's own.
  private static func options(
    of command: String, positional names: [String], _ arguments: [String], flag: (String) -> Bool
  ) throws -> (ListOptions, positional: [String]) {
    var options = ListOptions()
    var reader = ArgumentReader(command: command, arguments: arguments)
    let positional = try reader.read { name, value in
      switch name {
      case "items": options.items = try value()
      case "by": options.by = try value()
      case "sort": options.sort = try ArgumentReader.sortKeys(try value(), for: name)
      case "section-sort": options.sectionSort = try ArgumentReader.sortKeys(try value(), for: name)
      case "where": options.itemPredicate = try value()
      case "sections-where": options.sectionPredicate = try value()
      case "limit": options.limit = try ArgumentReader.count(try value(), for: name)
      case "offset": options.offset = try ArgumentReader.count(try value(), for: name)
      case "section-limit": options.sectionLimit = try ArgumentReader.count(try value(), for: name)
      case "unmatched": options.unmatched = try ArgumentReader.choice(try value(), for: name)
      case "empty": options.empty = try ArgumentReader.choice(try value(), for: name)
      case "classic": options.classic = try ArgumentReader.choice(try value(), for: name)
      case "depends": options.depends = ArgumentReader.list(try value())
      case "section-depends": options.sectionDepends = ArgumentReader.list(try value())
      case "model": options.model = try value()
      case "json": options.json = true
      default: return flag(name)
      }
      return true
    }
    try expect(positional, names, in: command)
    options.store = positional[0]
    guard !options.items.isEmpty else { throw ToolError.usage("'sections \(command)' needs --items ENTITY.") }
    guard !options.by.isEmpty else { throw ToolError.usage("'sections \(command)' needs --by PATH.") }
    return (options, positional)
  }

  private static func expect(_ positional: [String], _ names: [String], in command: String) throws {
    if positional.count < names.count {
      throw ToolError.usage("'sections \(command)' needs \(names[positional.count...].joined(separator: " and ")).")
    }
    if positional.count > names.count {
      throw ToolError.usage("'\(positional[names.count])' is one argument too many for 'sections \(command)'.")
    }
  }
}
