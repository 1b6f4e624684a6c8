extension CommandDescription {
  /// The commands, in the order in which a person meets them.
  static let all = [
    demo, entities, history, list, value, browse, replay, watch, copy, draw, completion, manual, stress,
  ]

  static func named(_ name: String) -> CommandDescription? { all.first { $0.name == name } }

  static let demo = CommandDescription(
    name: "demo",
    summary: "builds a store of the world's time zones, shows it, changes it, and prints what is reported",
    options: [
      html,
      Option(name: "browse", value: nil, text: "plays it in the browser, one step at each n, in place of printing it"),
      Option(name: "store", value: "STORE", text: "makes the store there and saves each step, for a watch to follow"),
    ],
    notes: """
      With --store there must be no store before, and it stays. In a terminal each step waits for the return key:
      sections watch STORE --items Zone --by country.code --sort name --section-sort name follows it in another one.
      STORE is a file, or an address: postgresql://user@host/database?schema=NAME.
      """)

  static let entities = CommandDescription(
    name: "entities", summary: "what is in a store: entities, attributes, relationships, counts, its history's span",
    positional: ["STORE"], optional: ["ENTITY"],
    options: [
      Option(name: "brief", value: nil, text: "names and counts alone, the largest first, empty ones in the last line"),
      model, json,
    ],
    notes: "With ENTITY it shows this one. \(store) It is opened for reading only.")

  static let history = CommandDescription(
    name: "history", summary: "what was saved when: the transactions of the persistent history, newest first",
    positional: ["STORE"],
    options: [
      Option(name: "limit", value: "N", text: "the newest N transactions (0, the default: all)"), model,
      Option(name: "json", value: nil, text: "JSON: one object with the transactions and their changes"),
    ],
    notes: """
      A transaction has a number, a date, an author and the name of a context, as far as the program gave them, and its
      changes: inserted, updated and deleted objects, with the properties that an update changed.
      \(store) It is opened for reading only.
      """)

  static let list = CommandDescription(
    name: "list", summary: "the list: all sections, and the items of each", positional: ["STORE"],
    options: [items, optional(by)] + fetching + policies + shown + [
      model, json,
      Option(
        name: "csv", value: nil, text: "comma-separated values: a line for an item, with section, title and --show"),
    ],
    notes: """
      \(storeAndPath) It may be an attribute, too: its values are the sections. So are those
      of an attribute at the end of PATH that several objects share. \(days)
      Without --by the items are one list. Then, and where values or days are sections, there is no --section-sort,
      --sections-where, --section-limit, --section-depends, --section-show, --depends, --unmatched and --empty.
      """)

  static let value = CommandDescription(
    name: "value", summary: "one value: its bytes for a file or a pipe, what is in it for a terminal",
    positional: ["STORE", "OBJECT", "ATTRIBUTE"],
    options: [
      model,
      Option(name: "describe", value: nil, text: "what is in the value for a file, too: kind, size, decoded lines"),
    ],
    notes: """
      OBJECT is p7, or where several entities have such an object 'Track p7' or Track/p7, as lists print it, or a URI.
      ATTRIBUTE may be a path over relationships to one object: album.cover. Of a nil value the exit status is 3.
      A file gets the bytes as they are: sections value Store.sqlite p7 cover > cover.jpg
      Described are pictures by format and size, JSON, property lists and archives in lines, other data in hexadecimal.
      Of an archive only values of Foundation's classes are decoded; another object is its class and its fields.
      \(store) It is opened for reading only.
      """)

  static let browse = CommandDescription(
    name: "browse", summary: "shows a store on the whole terminal: lists, objects, search, and edits with --edit",
    positional: ["STORE"],
    options: [optional(items), optional(by)] + fetching + policies.filter { $0.name != "classic" } + shown + [
      model,
      Option(name: "edit", value: nil, text: "opens the store for edits, which s saves (default: for reading only)"),
    ],
    notes: """
      \(storeAndPath) It may be an attribute, too: its values are the sections. \(days)
      It may also be left out, and lead to many objects. In these lists there is no --section-sort, --sections-where,
      --section-limit, --section-depends, --depends, --unmatched and --empty; --section-show is for sections that are
      objects.
      Without --items it begins with the entities to choose from. In it, ? shows the keys. Docs/Browse.md shows it.
      """)

  static let replay = CommandDescription(
    name: "replay",
    summary: "makes the edits of a script on a temporary copy of the store and prints what is reported to a delegate",
    positional: ["STORE", "SCRIPT"],
    options: [items, by] + fetching + policies + shown + [
      model, json, html,
      Option(name: "in-place", value: nil, text: "makes the edits in the store itself, not in a copy"),
    ],
    notes: """
      \(storeAndPath)
      With - for STORE the edits begin with an empty store of the model that --model names.
      With - for SCRIPT the script is read from standard input. Docs/Script.md describes it.
      A script that says "source": "memory" has its list in itself and needs no store: sections replay - SCRIPT.
      The page of --html shows at most \(PageLimit.rows) sections and items: --limit N shows fewer.
      """)

  static let watch = CommandDescription(
    name: "watch", summary: "shows the list and follows what other processes write, until interrupted",
    positional: ["STORE"], options: [items, by] + fetching + policies + shown + [model, json],
    notes: """
      \(storeAndPath)
      Batch 0 is the list as it is found, each later one what was written since. An interrupt ends it with status 0.
      """)

  static let copy = CommandDescription(
    name: "copy", summary: "copies a store to another place, a file or a server: every object with its primary key",
    positional: ["FROM", "TO"], options: [model],
    notes: """
      FROM and TO are files, or addresses: postgresql://user@host/database?schema=NAME. There must be nothing at TO.
      FROM needs no model file when it carries its model. It is opened for reading only.
      """)

  static let draw = CommandDescription(
    name: "draw", summary: "draws what a script does to a list, or how costs grow, as SVG",
    positional: ["WHAT", "FILE"],
    options: [
      Option(name: "output", value: "FILE", text: "writes this file instead of standard output"),
      Option(name: "batch", value: "N", text: "which batch of the script, from 0 on (default: the last one)"),
      model, optional(items), optional(by),
    ] + fetching + policies,
    choices: ["WHAT": DrawCommand.Picture.allCases.map(\.rawValue)],
    notes: """
      WHAT is one of
        index-map      the list after a batch, beside the sections of a fetched results controller
        index-spaces   the list before and after a batch, each change at its old and its new index
        stages         the stages of the batch's update plan
        views          the list after a batch as a table, a collection, a picker and other views show it
        growth         what 'Benchmarks --filter growth --json' printed: costs by the number of rows
      FILE is a script, Docs/Script.md, for an empty store of the model that --model names; for growth, figures. It is
      standard input with -. Without --items, --by and --model the script is a scenario: tracks by album, both by
      position, with Music.xcdatamodel beside it.
      """)

  static let completion = CommandDescription(
    name: "completion", summary: "prints a script by which a shell completes commands, options and their values",
    positional: ["SHELL"], choices: ["SHELL": CompletionShell.allCases.map(\.rawValue)],
    notes: """
      SHELL is bash, zsh or fish. With 'sections' on the PATH, a shell that is started anew takes the script from
        sections completion bash > ~/.local/share/bash-completion/completions/sections
        sections completion zsh > FOLDER/_sections, where FOLDER is one of $fpath
        sections completion fish > ~/.config/fish/completions/sections.fish
      """)

  static let manual = CommandDescription(
    name: "man", summary: "prints the manual page, for 'man'",
    notes: """
      A file of that name is found by 'man sections':
        sections man > ~/.local/share/man/man1/sections.1
      Without a file, 'sections man | man -l -' shows it.
      """)

  static let stress = CommandDescription(
    name: "stress", summary: "for developers: drives the controller with random events and checks each",
    options: [
      Option(name: "events", value: "N", text: "how many (default: 10000)"),
      Option(name: "seed", value: "N", text: "the first seed (default: a random one)"),
      Option(
        name: "exhaustive", value: nil, text: "instead, checks the laws of change sets on all pairs of small lists"),
    ])

  private static let store = """
    STORE is a file, or an address: postgresql://user@host/database?schema=NAME.
    It needs no model file when it carries its model.
    """

  private static let storeAndPath = """
    \(store)
    PATH leads from an item to its section: owner, owner.id, album.artist.
    """

  private static let days = """
    KEY:day makes a section of each day of the date KEY in the local time zone, which the variable TZ names. Its items
    are in the order of their times where --sort says nothing; --sort KEY:desc begins with the last day.
    """

  private static let items = Option(name: "items", value: "ENTITY", text: "what the items are", isRequired: true)
  private static let by = Option(
    name: "by", value: "PATH", text: "leads from an item to its section", isRequired: true)
  private static func optional(_ option: Option) -> Option {
    var option = option
    option.isRequired = false
    return option
  }

  private static let model = Option(name: "model", value: "FILE", text: ".xcdatamodeld, .xcdatamodel, .momd or .mom")
  private static let json = Option(name: "json", value: nil, text: "JSON: one object, or one a line and batch")

  private static let html = Option(
    name: "html", value: "FILE", text: "writes a page that plays what a view is handed, step by step, too")

  private static let fetching = [
    Option(name: "sort", value: "KEY[:desc],…", text: "order of the items in a section (default: primary key)"),
    Option(name: "section-sort", value: "KEY[:desc],…", text: "order of the sections (default: primary key)"),
    Option(name: "where", value: "PREDICATE", text: "which items"),
    Option(name: "sections-where", value: "PREDICATE", text: "which sections"),
    Option(name: "limit", value: "N", text: "at most N items in the whole list (0: all)"),
    Option(name: "offset", value: "N", text: "without the first N items of the whole list"),
  ]

  private static let policies = [
    Option(name: "section-limit", value: "N", text: "at most N items a section (0: all)"),
    Option(name: "unmatched", value: "hidden|last", text: "items without a section (default: hidden)"),
    Option(name: "empty", value: "shown|hidden", text: "sections without items (default: shown)"),
    Option(name: "depends", value: "PATH,…", text: "key paths whose changes update items"),
    Option(name: "section-depends", value: "PATH,…", text: "key paths whose changes update sections"),
    Option(
      name: "classic", value: "legal|faithful", text: "how callbacks name what one batch cannot do (default: legal)"),
  ]

  private static let shown = [
    Option(
      name: "show", value: "KEY,…", text: "which values of the items are shown (JSON's default: their attributes)",
      mayBeEmpty: true),
    Option(name: "section-show", value: "KEY,…", text: "which values of the sections are shown", mayBeEmpty: true),
  ]
}
