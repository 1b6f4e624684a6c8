extension CommandDescription {
  /// The commands, roughly in the order in which a new user needs them.
  static let all = [
    demo, entities, history, list, tree, value, browse, replay, watch, copy, draw, completion, manual,
  ]

  static func named(_ name: String) -> CommandDescription? { all.first { $0.name == name } }

  static let demo = CommandDescription(
    name: "demo",
    summary: "builds a store of the world's time zones, shows it, changes it, and prints what is reported",
    options: [
      html,
      Option(
        name: "browse", value: nil, text: "shows it in the browser instead of printing it: the key n plays a step"),
      Option(
        name: "store", value: "STORE",
        text: "creates the store there and saves each step, so that sections watch can follow"),
    ],
    notes: """
      With --store there must be no store yet, and the new one is kept. In a terminal each step waits for the return
      key, so that another terminal can follow:
        sections watch STORE --items Zone --by country.code --sort name --section-sort name
      STORE is a file, or an address: postgresql://user@host/database?schema=NAME.
      """)

  static let entities = CommandDescription(
    name: "entities",
    summary: "prints what a store holds: entities, attributes, relationships, counts, the span of its history",
    positional: ["STORE"], optional: ["ENTITY"],
    options: [
      Option(
        name: "brief", value: nil, text: "only names and counts, the largest first, empty entities in the last line"),
      model, json,
    ],
    notes: "With ENTITY it prints that one. \(store) It is opened for reading only.")

  static let history = CommandDescription(
    name: "history", summary: "prints when what was saved: the transactions of the persistent history, newest first",
    positional: ["STORE"],
    options: [
      Option(name: "limit", value: "N", text: "the newest N transactions (0, the default: all)"), model,
      Option(name: "json", value: nil, text: "JSON: one object with the transactions and their changes"),
    ],
    notes: """
      A transaction has a number, a date, an author and the name of a context, if the program set them, and its changes:
      inserted, updated and deleted objects, and the properties that an update changed.
      \(store) It is opened for reading only.
      """)

  static let list = CommandDescription(
    name: "list", summary: "prints a list: all sections, and the items of each", positional: ["STORE"],
    options: [items, optional(by)] + fetching + policies + shown + aggregates + [
      model, json,
      Option(
        name: "csv", value: nil,
        text: "comma-separated values: one line for each item, with its section, title and --show"),
    ],
    notes: """
      \(storeAndPath) PATH may be an attribute: each value is a section. The same holds for
      an attribute at the end of PATH that several objects share. \(days)
      Without --by the items are one list. Then, and if values or days are the sections, --section-sort,
      --sections-where, --section-limit, --section-depends, --section-show, --depends, --unmatched, --empty, --count,
      --sum, --min, --max and --average are not allowed.
      """)

  static let tree = CommandDescription(
    name: "tree", summary: "prints objects as a tree, with lines from each parent to its children",
    positional: ["STORE"],
    options: [
      items,
      parent,
      Option(name: "depth", value: "N", text: "the nodes down to depth N: 0 for the roots alone (default: all)"),
      Option(
        name: "sort", value: "KEY[:desc],…",
        text: "order of siblings (default: that of an ordered relationship, else primary key)"),
      Option(name: "where", value: "PREDICATE", text: "selects the objects"),
      shown[0], model, Option(name: "json", value: nil, text: "JSON: one object with the nodes in depth-first order"),
      Option(name: "html", value: "FILE", text: "also writes a page whose nodes open and close"),
    ],
    notes: """
      Each node has the number of its children, and of all nodes beneath it if these are more, printed or not.
      An object whose parent is not selected is a root. So is the first object of a cycle. Both are counted at the end.
      The page of --html shows at most \(PageLimit.rows) nodes: --depth N shows fewer.
      \(store) It is opened for reading only.
      """)

  static let value = CommandDescription(
    name: "value", summary: "prints one value: its bytes to a file or a pipe, a description to a terminal",
    positional: ["STORE", "OBJECT", "ATTRIBUTE"],
    options: [
      model,
      Option(name: "describe", value: nil, text: "prints the description to a file, too: kind, size, decoded lines"),
    ],
    notes: """
      OBJECT is p7; 'Track p7' or Track/p7, as lists print it, if several entities have a p7; or a URI.
      ATTRIBUTE may be a path over relationships to one object: album.cover. If the value is nil, the exit status is 3.
      A file gets the bytes as they are: sections value Store.sqlite p7 cover > cover.jpg
      The description of a picture is its format and size. JSON, property lists and archives are printed in lines, other
      data in hexadecimal. In an archive only values of Foundation's classes are decoded; of another object the class
      and the fields are printed.
      \(store) It is opened for reading only.
      """)

  static let browse = CommandDescription(
    name: "browse", summary: "shows a store on the whole terminal: lists, objects, search, and edits with --edit",
    positional: ["STORE"],
    options: [optional(items), optional(by), optional(parent)] + fetching + policies.filter { $0.name != "classic" }
      + shown + aggregates + [
        Option(
          name: "position", value: "KEY",
          text: "the attribute of the items' positions, which J and K change with --edit (without --sort, the order)"),
        model,
        Option(
          name: "edit", value: nil, text: "opens the store for edits, which the key s saves (default: for reading only)"
        ),
      ],
    notes: """
      \(storeAndPath) PATH may be an attribute: each value is a section. \(days)
      PATH may also be left out, or lead to many objects. In all these lists --section-sort, --sections-where,
      --section-limit, --section-depends, --depends, --unmatched, --empty, --count, --sum, --min, --max and --average
      are not allowed; --section-show needs sections that are objects.
      With --parent the objects are a tree: the arrows open and close a node, + and - all of them.
      Without --items a menu of the entities comes first. The key ? shows all keys. Docs/Browse.md describes them.
      """)

  static let replay = CommandDescription(
    name: "replay",
    summary:
      "performs the edits of a script on a temporary copy of the store and prints the calls that a delegate receives",
    positional: ["STORE", "SCRIPT"],
    options: [items, by] + fetching + policies + shown + [
      model, json, html,
      Option(name: "in-place", value: nil, text: "performs the edits in the store itself, not in a copy"),
    ],
    notes: """
      \(storeAndPath)
      If STORE is -, the edits begin with an empty store of the model that --model names.
      If SCRIPT is -, the script is read from standard input. Docs/Script.md describes scripts.
      A script with "source": "memory" contains its list and needs no store: sections replay - SCRIPT.
      The page of --html shows at most \(PageLimit.rows) sections and items: --limit N shows fewer.
      """)

  static let watch = CommandDescription(
    name: "watch", summary: "shows the list and follows what other processes write, until interrupted",
    positional: ["STORE"], options: [items, by] + fetching + policies + shown + aggregates + [model, json],
    notes: """
      \(storeAndPath)
      Batch 0 is the list at the start; each later batch is what other processes wrote since the one before. An
      interrupt ends the command with status 0.
      """)

  static let copy = CommandDescription(
    name: "copy", summary: "copies a store to another place, a file or a server: every object with its primary key",
    positional: ["FROM", "TO"], options: [model],
    notes: """
      FROM and TO are files, or addresses: postgresql://user@host/database?schema=NAME. There must be nothing at TO.
      FROM needs no model file if it carries its model. It is opened for reading only.
      """)

  static let draw = CommandDescription(
    name: "draw", summary: "draws what a script does to a list, or how costs grow, as SVG",
    positional: ["WHAT", "FILE"],
    options: [
      Option(name: "output", value: "FILE", text: "writes this file instead of standard output"),
      Option(name: "batch", value: "N", text: "the number of the batch in the script, from 0 (default: the last one)"),
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
      FILE is a script (Docs/Script.md) for an empty store of the model that --model names; for growth it holds figures.
      If FILE is -, it is standard input. Without --items, --by and --model the script is a scenario: tracks by album,
      both by position, with Music.xcdatamodel in the same folder.
      """)

  static let completion = CommandDescription(
    name: "completion", summary: "prints a script with which a shell completes commands, options and their values",
    positional: ["SHELL"], choices: ["SHELL": CompletionShell.allCases.map(\.rawValue)],
    notes: """
      SHELL is bash, zsh or fish. With 'sections' on the PATH, a new shell reads the script from the file written by
        sections completion bash > ~/.local/share/bash-completion/completions/sections
        sections completion zsh > FOLDER/_sections, where FOLDER is one of $fpath
        sections completion fish > ~/.config/fish/completions/sections.fish
      """)

  static let manual = CommandDescription(
    name: "man", summary: "prints the manual page, for 'man'",
    notes: """
      'man sections' finds this file:
        sections man > ~/.local/share/man/man1/sections.1
      'sections man | man -l -' shows the page without a file.
      """)

  private static let store = """
    STORE is a file, or an address: postgresql://user@host/database?schema=NAME.
    It needs no model file if it carries its model.
    """

  private static let storeAndPath = """
    \(store)
    PATH is the path from an item to its section: owner, owner.id, album.artist.
    """

  private static let days = """
    KEY:day makes a section of each day of the date KEY in the local time zone, which the variable TZ names. Without
    --sort its items are in the order of their times; --sort KEY:desc begins with the last day.
    """

  private static let items = Option(name: "items", value: "ENTITY", text: "the entity of the items", isRequired: true)
  private static let by = Option(
    name: "by", value: "PATH", text: "the path from an item to its section", isRequired: true)
  private static let parent = Option(
    name: "parent", value: "KEY", text: "the relationship from an object to its parent, of the same entity",
    isRequired: true)
  private static func optional(_ option: Option) -> Option {
    var option = option
    option.isRequired = false
    return option
  }

  private static let model = Option(name: "model", value: "FILE", text: ".xcdatamodeld, .xcdatamodel, .momd or .mom")
  private static let json = Option(name: "json", value: nil, text: "JSON: one object, or one line for each batch")

  private static let html = Option(
    name: "html", value: "FILE", text: "also writes a page that plays the changes of a view, step by step")

  private static let fetching = [
    Option(name: "sort", value: "KEY[:desc],…", text: "order of the items in a section (default: primary key)"),
    Option(name: "section-sort", value: "KEY[:desc],…", text: "order of the sections (default: primary key)"),
    Option(name: "where", value: "PREDICATE", text: "selects the items"),
    Option(name: "sections-where", value: "PREDICATE", text: "selects the sections"),
    Option(name: "limit", value: "N", text: "at most N items in the whole list (0: all)"),
    Option(name: "offset", value: "N", text: "without the first N items of the whole list"),
  ]

  private static let policies = [
    Option(name: "section-limit", value: "N", text: "at most N items in each section (0: all)"),
    Option(name: "unmatched", value: "hidden|last", text: "items without a section (default: hidden)"),
    Option(name: "empty", value: "shown|hidden", text: "sections without items (default: shown)"),
    Option(name: "depends", value: "PATH,…", text: "key paths whose changes update items"),
    Option(name: "section-depends", value: "PATH,…", text: "key paths whose changes update sections"),
    Option(
      name: "classic", value: "legal|faithful",
      text: "how callbacks report changes that one batch cannot express (default: legal)"),
  ]

  private static let aggregates = [
    Option(name: "count", value: "PREDICATE", text: "the number of items that match, of each section and of all"),
    Option(name: "sum", value: "KEY,…", text: "sums of numbers of the items, shown or not"),
    Option(name: "min", value: "KEY,…", text: "the least values: numbers, dates or texts"),
    Option(name: "max", value: "KEY,…", text: "the greatest values"),
    Option(name: "average", value: "KEY,…", text: "averages of numbers"),
  ]

  private static let shown = [
    Option(
      name: "show", value: "KEY,…", text: "the values of the items to show (default in JSON: the attributes)",
      mayBeEmpty: true),
    Option(name: "section-show", value: "KEY,…", text: "the values of the sections to show", mayBeEmpty: true),
  ]
}
