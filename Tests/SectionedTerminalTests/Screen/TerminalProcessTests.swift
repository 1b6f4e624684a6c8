import Foundation
import SectionedTerminal
import TerminalTesting
import Testing

/// Tests of the program `Fixtures/Terminal` in a terminal, including the ways in which it may end.
@Suite("A program leaves the terminal as it was", .serialized)
struct TerminalProcessTests {
  static let kinds = ["xterm-256color", "xterm", "vt100"]

  /// Returns the program, which is in the folder of the test products.
  private static func program() throws -> String {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    while folder.path != "/" {
      let program = folder.appendingPathComponent("TerminalProgram").path
      if FileManager.default.isExecutableFile(atPath: program) { return program }
      folder.deleteLastPathComponent()
    }
    throw PseudoTerminal.Failure(message: "TerminalProgram is not built.")
  }

  /// Starts the program, and waits for its first screen.
  private static func started(
    _ kind: String = "xterm-256color", _ environment: [String: String] = [:], rows: Int = 12, columns: Int = 40,
    errors: String? = "/dev/null"
  ) throws -> (PseudoTerminal, before: TerminalModes) {
    let terminal = try PseudoTerminal(rows: rows, columns: columns)
    let before = terminal.modes
    #expect(before.isCooked)
    var environment = environment
    environment["TERM"] = kind
    environment["SWIFT_BACKTRACE"] = "enable=no"
    try terminal.start(try program(), environment: environment, errors: errors)
    let isThere = terminal.wait { $0.lines.last == "\(columns)x\(rows) none" }
    try #require(isThere, "\(terminal.screen.lines)")
    #expect(!terminal.modes.isCooked && terminal.screen.marksPastes)
    return (terminal, before)
  }

  private static func checkRestored(_ terminal: PseudoTerminal, _ before: TerminalModes) {
    #expect(terminal.modes == before)
    #expect(!terminal.screen.isAlternate)
    #expect(terminal.screen.isCursorVisible)
    #expect(!terminal.screen.hasApplicationKeys)
    #expect(!terminal.screen.reportsMouse)
    #expect(!terminal.screen.marksPastes)
    #expect(terminal.screen.isPlain)
    #expect(terminal.screen.unknown == [])
  }

  @Test("the first screen, on each kind of terminal", arguments: kinds) func firstScreen(kind: String) throws {
    let (terminal, before) = try Self.started(kind)
    #expect(terminal.screen.isAlternate == (kind != "vt100"))
    #expect(
      terminal.screen.lines == [
        "  ▾ Shelf A                           30",
        "  Book 1 日本語 e\u{301}                     #1",
        "  Book 2 日本語 e\u{301}                     #2",
        "  Book 3 日本語 e\u{301}                     #3",
        "  Book 4 日本語 e\u{301}                     #4",
        "  Book 5 日本語 e\u{301}                     #5",
        "  Book 6 日本語 e\u{301}                     #6",
        "  Book 7 日本語 e\u{301}                     #7",
        "  Book 8 日本語 e\u{301}                     #8",
        "  Book 9 日本語 e\u{301}                     #9",
        "  Book 10 日本語 e\u{301}                   #10",
        "40x12 none",
      ])
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.lines.contains("goodbye"))
    Self.checkRestored(terminal, before)
  }

  @Test("scrolling, folding and new rows are drawn as they are from the beginning", arguments: kinds)
  func drawnByDifferences(kind: String) throws {
    let (terminal, _) = try Self.started(kind)
    let keys: [(TerminalKeyBytes, String)] = [
      (.pageDown, "pageDown"), (.down, "down"), (.end, "end"), (.up, "up"), (.pageUp, "pageUp"), (.left, "left"),
      (.right, "right"), (.home, "home"),
    ]
    for (key, name) in keys {
      // A vt100 has none of these keys.
      if kind == "vt100", [.pageUp, .pageDown, .home, .end].contains(key) { continue }
      terminal.type(key)
      let isThere = terminal.wait { $0.lines.last == "40x12 \(name)" }
      try #require(isThere, "\(name): \(terminal.screen.lines)")
      try Self.checkRedrawn(terminal, name)
    }
    for _ in 0..<3 {
      terminal.type("a")
      #expect(terminal.wait { $0.lines.last?.hasPrefix("40x12 character") == true })
      try Self.checkRedrawn(terminal, "a")
    }
    #expect(terminal.screen.lines.contains { $0.hasPrefix("+ New") })
    #expect(terminal.screen.unknown == [])
  }

  /// Compares the screen, which is the result of small changes, with the same screen drawn from the start. A change of
  /// the size and back makes curses draw everything.
  private static func checkRedrawn(_ terminal: PseudoTerminal, _ step: String) throws {
    let screen = terminal.screen.lines.dropLast()
    terminal.resize(rows: 12, columns: 41)
    try #require(terminal.wait { $0.lines.last == "41x12 resize" }, "\(step): \(terminal.screen.lines)")
    terminal.resize(rows: 12, columns: 40)
    try #require(terminal.wait { $0.lines.last == "40x12 resize" }, "\(step): \(terminal.screen.lines)")
    #expect(terminal.screen.lines.dropLast() == screen, "\(step)")
  }

  @Test("after Ctrl-C, signals, traps and exit", arguments: kinds) func ends(kind: String) throws {
    let ends: [(String, PseudoTerminal.End, (PseudoTerminal) -> Void)] = [
      ("Ctrl-C", .signaled(SIGINT), { $0.type(.control("c")) }),
      ("SIGTERM", .signaled(SIGTERM), { $0.signal(SIGTERM) }),
      ("SIGHUP", .signaled(SIGHUP), { $0.signal(SIGHUP) }),
      ("SIGQUIT", .signaled(SIGQUIT), { $0.type(.control("\\")) }),
      ("SIGABRT", .signaled(SIGABRT), { $0.signal(SIGABRT) }),
      ("exit", .exited(3), { $0.type("x") }),
    ]
    for (name, end, act) in ends {
      let (terminal, before) = try Self.started(kind)
      act(terminal)
      #expect(terminal.waitForEnd() == end, "\(name)")
      Self.checkRestored(terminal, before)
    }
    let (overflowing, unused) = try Self.started(kind)
    overflowing.type("o")
    #expect(overflowing.waitForEnd() == .signaled(SIGSEGV))
    Self.checkRestored(overflowing, unused)
    let (terminal, before) = try Self.started(kind)
    terminal.type("c")
    let trap = try #require(terminal.waitForEnd())
    #expect([.signaled(SIGILL), .signaled(SIGTRAP)].contains(trap))
    Self.checkRestored(terminal, before)
  }

  /// Without this, the message would be written over the screen, and disappear with it.
  @Test("what a trap says is written when the terminal is as it was", arguments: kinds)
  func errors(kind: String) throws {
    let (terminal, before) = try Self.started(kind, rows: 40, columns: 200, errors: nil)
    let lines = terminal.screen.lines
    terminal.type(.down)
    try #require(terminal.wait { $0.lines.last == "200x40 down" })
    #expect(terminal.screen.lines.dropLast() == lines.dropLast())
    terminal.type("c")
    #expect([.signaled(SIGILL), .signaled(SIGTRAP)].contains(terminal.waitForEnd()))
    Self.checkRestored(terminal, before)
    #expect(
      terminal.screen.lines.contains { $0.hasSuffix("Fatal error: The program wanted to crash.") },
      "\(terminal.screen.lines)")
  }

  @Test("another size in the middle, down to one place") func sizes() throws {
    let (terminal, before) = try Self.started()
    for (rows, columns) in [(60, 200), (10, 40), (3, 9), (24, 80)] {
      terminal.resize(rows: rows, columns: columns)
      let status = String("\(columns)x\(rows) resize".prefix(columns))
      #expect(
        terminal.wait { $0.lines.last?.hasPrefix(String(status.prefix(columns - 1))) == true }, "\(columns)x\(rows)")
      #expect(terminal.screen.lines.count == rows)
    }
    #expect(terminal.screen.lines.first?.hasPrefix("  ▾ Shelf A") == true)
    terminal.resize(rows: 1, columns: 1)
    terminal.type(.down)
    terminal.resize(rows: 12, columns: 40)
    // The program may see two resizes as one. Its last line then shows the key, which comes after both.
    #expect(terminal.wait { $0.lines.last?.hasPrefix("40x12 ") == true })
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
    Self.checkRestored(terminal, before)
  }

  @Test("the mouse: a click, a double click's second press, the wheel") func mouse() throws {
    let (terminal, _) = try Self.started()
    #expect(terminal.screen.reportsMouse)
    terminal.type(.click(row: 3, column: 10))
    let place = TerminalPoint(row: 3, column: 10)
    #expect(terminal.wait { $0.cursor.row == 3 && $0.style(at: place).attributes == .reverse })
    terminal.type(.wheelDown(row: 3, column: 10))
    #expect(terminal.wait { $0.lines[1].hasPrefix("  Book 4") })
    terminal.type(.wheelUp(row: 3, column: 10))
    #expect(terminal.wait { $0.lines[1].hasPrefix("  Book 1") })
    terminal.type(.click(row: 0, column: 2))
    // The drawing arrives in parts.
    #expect(terminal.wait { $0.lines[0].hasPrefix("  ▸ Shelf A") && $0.lines[4].hasPrefix("  Last") })
    #expect(
      terminal.screen.lines[1...4] == [
        "  ▾ Shelf B                            0", "    (empty)",
        "  ▾ Shelf C                            1", "  Last                               #99",
      ])
  }

  @Test("wide characters, marks and keys with modifiers come as they are typed") func input() throws {
    let (terminal, _) = try Self.started()
    for (text, shown) in [
      ("日", "character(\"日\")"), ("é", "character(\"é\")"), ("👍", "character(\"👍\")"), ("\u{12}", "control(\"r\")"),
      ("\u{1B}OP", "function(1)"), ("\u{1B}[Z", "backTab"), ("\r", "enter"), ("\u{7F}", "backspace"), ("\t", "tab"),
      ("\u{1B}", "escape"),
    ] {
      terminal.type(text)
      #expect(terminal.wait { $0.lines.last == "40x12 \(shown)" }, "\(shown): \(terminal.screen.lines.last ?? "")")
    }
  }

  /// As keys, `c` would crash the program, `q` end it, and `d` remove a book.
  @Test("a paste is one key, whatever is in it", arguments: kinds) func paste(kind: String) throws {
    let (terminal, before) = try Self.started(kind)
    let lines = terminal.screen.lines.dropLast()
    func expect(_ shown: String) throws {
      try #require(terminal.wait { $0.lines.last == "40x12 \(shown)" }, "\(shown): \(terminal.screen.lines)")
      #expect(terminal.screen.lines.dropLast() == lines)
    }
    terminal.paste("c 日本\nq")
    try expect(#"paste("c 日本\nq")"#)
    // The paste contains a key of the terminal, a mouse event, and half of an end mark.
    terminal.paste("\u{1B}[B\u{1B}[<0;3;1M\u{1B}[201d")
    try expect(#"paste("[B[<0;3;1M[201d")"#)
    terminal.paste("")
    try expect(#"paste("")"#)
    // An end mark without a beginning is ignored. Bytes after an end mark are keys.
    terminal.type("\u{1B}[201~\u{1B}[200~c\u{1B}[201~\u{12}")
    try expect(#"control("r")"#)
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
    Self.checkRestored(terminal, before)
  }

  /// The line is slow, so the program may draw between any two bytes.
  @Test("a paste that comes in pieces", arguments: kinds) func slowPaste(kind: String) throws {
    let (terminal, before) = try Self.started(kind)
    // For curses this is the escape key.
    terminal.type("\u{1B}")
    try #require(terminal.wait { $0.lines.last == "40x12 escape" }, "\(terminal.screen.lines)")
    var columns = 40
    for piece in ["[20", "0", "~c", "q\u{1B}", "[2", "01"] {
      terminal.type(piece)
      columns = columns == 40 ? 41 : 40
      terminal.resize(rows: 12, columns: columns)
      try #require(terminal.wait { $0.lines.last?.hasPrefix("\(columns)x12 ") == true }, "\(piece)")
    }
    terminal.type("~")
    let shown = #"\#(columns)x12 paste("cq")"#
    #expect(terminal.wait { $0.lines.last == shown }, "\(terminal.screen.lines)")
    // The end mark was lost, so the paste lasts until the end mark of the next one. Until then Ctrl-C ends the program,
    // as usual.
    terminal.type("\u{1B}[200~d")
    terminal.paste("x")
    let joined = #"\#(columns)x12 paste("dx")"#
    #expect(terminal.wait { $0.lines.last == joined }, "\(terminal.screen.lines)")
    terminal.type("\u{1B}[200~c")
    terminal.type(.control("c"))
    #expect(terminal.waitForEnd() == .signaled(SIGINT))
    Self.checkRestored(terminal, before)
  }

  @Test("colours where the terminal has them, attributes where it has none, or the person wants none")
  func colours() throws {
    let place = TerminalPoint(row: 2, column: 38)
    let (colored, _) = try Self.started()
    #expect(colored.screen.style(at: place) == TerminalStyle(foreground: .green))
    let (plain, _) = try Self.started("vt100")
    #expect(plain.screen.style(at: place) == TerminalStyle(.bold))
    let (unwanted, _) = try Self.started("xterm-256color", ["NO_COLOR": "1"])
    #expect(unwanted.screen.style(at: place) == TerminalStyle(.bold))
  }

  @Test("no terminal, and a kind that nothing is known of") func refused() throws {
    let terminal = try PseudoTerminal(rows: 10, columns: 60)
    try terminal.start(try Self.program(), environment: ["TERM": "no-such-terminal"])
    #expect(terminal.waitForEnd() == .exited(2))
    #expect(terminal.screen.lines.contains("no screen: unknownTerminal(\"no-such-terminal\")"))
    let dumb = try PseudoTerminal(rows: 10, columns: 60)
    try dumb.start(try Self.program(), environment: ["TERM": "dumb"])
    #expect(dumb.waitForEnd() == .exited(2))
    #expect(dumb.modes.isCooked)
  }

  @Test("after Ctrl-Z the terminal is the shell's; when the process goes on it is drawn anew") func stopped() throws {
    let (terminal, before) = try Self.started()
    let lines = terminal.screen.lines.dropLast()
    // The first process of a session is in an orphaned group, which the signal cannot stop. It continues at once.
    terminal.signal(SIGTSTP)
    #expect(terminal.wait { $0.lines.last == "40x12 resize" })
    #expect(terminal.screen.lines.dropLast() == lines)
    #expect(terminal.screen.isAlternate && terminal.screen.marksPastes)
    terminal.type(.control("c"))
    #expect(terminal.waitForEnd() == .signaled(SIGINT))
    Self.checkRestored(terminal, before)
  }

  /// The program is not notified of this stop, and meanwhile a shell may use the terminal.
  @Test("what was stopped by SIGSTOP draws anew when it goes on") func stoppedUnseen() throws {
    let (terminal, before) = try Self.started()
    let lines = terminal.screen.lines.dropLast()
    terminal.signal(SIGSTOP)
    terminal.signal(SIGCONT)
    try #require(terminal.wait { $0.lines.last == "40x12 resize" }, "\(terminal.screen.lines)")
    #expect(terminal.screen.lines.dropLast() == lines)
    let asked = Array("\u{1B}[?2004h".utf8)
    #expect(terminal.output.split(separator: asked, omittingEmptySubsequences: false).count == 3)
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
    Self.checkRestored(terminal, before)
  }

  @Test("a window that is closed ends the program") func hangUp() throws {
    let (terminal, _) = try Self.started()
    terminal.hangUp()
    // The program ends by the signal, or by the end of its input, whichever comes first.
    let end = try #require(terminal.waitForEnd())
    #expect([.signaled(SIGHUP), .exited(0)].contains(end))
  }
}
