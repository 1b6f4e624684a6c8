import SectionedTerminal

/// A line of the table of keys. The help screen and the browser use it, and a test compares Docs/Browse.md with it.
struct BrowseKey: Sendable {
  /// The condition under which a key has an effect.
  enum Condition: Sendable, CaseIterable {
    case always, inAList, onAValue, withEdit, inTheDemo
  }

  /// The names of the keys in the help.
  let name: String
  let keys: [TerminalKey]
  let text: String
  let condition: Condition
  /// The browser's command; nil if the list handles the key.
  let command: BrowseCommand?

  private init(
    _ name: String, _ keys: [TerminalKey], _ text: String, _ condition: Condition = .always,
    _ command: BrowseCommand? = nil
  ) {
    (self.name, self.keys, self.text, self.condition, self.command) = (name, keys, text, condition, command)
  }

  /// All keys, in the order of the help.
  static let all = [
    BrowseKey("↑ ↓ k j", [.up, .down, .character("k"), .character("j")], "one line"),
    BrowseKey("PgUp PgDn Space", [.pageUp, .pageDown, .character(" ")], "one page"),
    BrowseKey("Home End g G", [.home, .end, .character("g"), .character("G")], "first and last line"),
    BrowseKey("Tab Shift-Tab", [.tab, .backTab], "next section, section before"),
    BrowseKey("← →", [.left, .right], "fold and unfold the section"),
    BrowseKey("- +", [.character("-"), .character("+")], "fold and unfold all sections"),
    BrowseKey("Enter", [.enter], "details; follow; show or set a value"),
    BrowseKey("Esc Backspace", [.escape, .backspace], "end the search; back", .always, .back),
    BrowseKey("?", [.character("?"), .function(1)], "this help", .always, .help),
    BrowseKey("q", [.character("q")], "quit", .always, .quit),
    BrowseKey("Ctrl-C", [.control("c")], "end at once; nothing is saved or asked", .always, .interrupt),
    BrowseKey("e", [.character("e")], "choose an entity", .always, .entities),
    BrowseKey("b", [.character("b")], "choose the sections", .inAList, .sections),
    BrowseKey("/", [.character("/")], "search as you type", .always, .search),
    BrowseKey("t", [.character("t")], "jump to a section by its title", .always, .jump),
    BrowseKey("o", [.character("o")], "order of the items; again: reversed", .inAList, .order),
    BrowseKey("O", [.character("O")], "order of the sections", .inAList, .sectionOrder),
    BrowseKey("c", [.character("c")], "choose the columns", .inAList, .columns),
    BrowseKey("r Ctrl-L", [.character("r"), .control("l")], "fetch again", .always, .fetchAgain),
    BrowseKey("v", [.character("v")], "the whole value", .onAValue, .showValue),
    BrowseKey("y", [.character("y")], "copy the value", .onAValue, .copyValue),
    BrowseKey("w", [.character("w")], "write the value to a file", .onAValue, .writeValue),
    BrowseKey("i", [.character("i")], "insert an object", .withEdit, .insert),
    BrowseKey("d Del", [.character("d"), .delete], "delete the object", .withEdit, .delete),
    BrowseKey("m", [.character("m")], "to another section or object", .withEdit, .move),
    BrowseKey("J", [.character("J")], "the item one line down", .withEdit, .moveDown),
    BrowseKey("K", [.character("K")], "the item one line up", .withEdit, .moveUp),
    BrowseKey("x", [.character("x")], "remove the value", .withEdit, .removeValue),
    BrowseKey("s", [.character("s")], "save", .withEdit, .save),
    BrowseKey("u", [.character("u")], "undo the last edit", .withEdit, .undo),
    BrowseKey("U", [.character("U")], "redo the last edit", .withEdit, .redo),
    BrowseKey("n", [.character("n")], "next step of the story", .inTheDemo, .nextStep),
  ]

  /// The command of a key; nil if the list handles the key or it has no effect.
  static func command(for key: TerminalKey) -> BrowseCommand? { all.first { $0.keys.contains(key) }?.command }
}

/// A command of the browser. Lists handle their own keys besides these.
enum BrowseCommand: String, CaseIterable, Sendable {
  case help, quit, interrupt, back, entities, sections, order, sectionOrder, columns, search, jump, fetchAgain
  case showValue, copyValue, writeValue
  case insert, delete, move, moveDown, moveUp, removeValue, save, undo, redo
  case nextStep

  /// Whether the command opens a line in which the user types.
  var opensLine: Bool { [.search, .jump, .writeValue].contains(self) }
}
