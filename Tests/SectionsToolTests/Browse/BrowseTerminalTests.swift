import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TerminalTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Tests of the built tool in a pseudo-terminal. A browser on a screen in memory gives the expected screen.
@MainActor
@Suite("The browser in a terminal", .endsWithin(minutes: 20)) struct BrowseTerminalTests {
  private static let list = ["--items", "Track", "--by", "album", "--sort", "title", "--section-sort", "title"]

  private func start(
    _ arguments: [String], rows: Int = 16, columns: Int = 60, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(rows: rows, columns: columns)
    try terminal.start(try ToolRun.tool().path, arguments, environment: environment)
    return terminal
  }

  /// Returns the titles of the tracks in a store's file.
  private func titles(_ path: String) throws -> [String] {
    let context = try ToolStore.open(path, model: nil, access: .readOnly).newContext()
    return try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track"))
        .compactMap { $0.value(forKey: "title") as? String }.sorted()
    }
  }

  @Test func eachKeyDoesWhatItDoesOnAScreenInMemory() throws {
    let (stores, quit) = ([try MusicStore(), try MusicStore()], Set<TerminalKey>([.character("q"), .control("c")]))
    let twin = try Browsing(stores[0].path, edit: true) { $0.showTracksByAlbum() }
    let terminal = try start(["browse", stores[1].path, "--edit"] + Self.list)
    #expect(terminal.wait { $0.lines == twin.lines }, "\(terminal.screen.lines) is not \(twin.lines)")
    for key in BrowseKey.all.flatMap(\.keys) where !quit.contains(key) {
      for key in [key, .escape, .down] {
        twin.press(key)
        terminal.press(key)
        try #require(terminal.wait { $0.lines == twin.lines }, "\(key): \(terminal.screen.lines) is not \(twin.lines)")
      }
    }
    terminal.type("q")
    if terminal.wait({ $0.lines.contains { $0.contains("not saved") } }) { terminal.type("d") }
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.screen.unknown.isEmpty, "\(terminal.screen.unknown)")
  }

  /// If the lines were taken as keys, the second line would delete the object at the cursor, and save.
  @Test func severalLinesThatArePastedAreOneValueOrNothing() throws {
    let stores = [try MusicStore(), try MusicStore()]
    let twin = try Browsing(stores[0].path, edit: true) { $0.showTracksByAlbum() }
    let terminal = try start(["browse", stores[1].path, "--edit"] + Self.list)
    #expect(terminal.wait { $0.lines == twin.lines }, "\(terminal.screen.lines) is not \(twin.lines)")
    let keys: [TerminalKey] = [
      .down, .paste("x\nds"), .enter, .end, .up, .up, .enter, .control("u"), .paste("one\nds\n"), .enter,
      .character("s"),
    ]
    for key in keys {
      twin.press(key)
      terminal.press(key)
      try #require(terminal.wait { $0.lines == twin.lines }, "\(key): \(terminal.screen.lines) is not \(twin.lines)")
    }
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(try titles(stores[1].path) == titles(stores[0].path))
    #expect(try titles(stores[1].path).contains("one ds"))
  }

  @Test func theMouseDoesWhatItDoesOnAScreenInMemory() throws {
    let store = try MusicStore()
    let twin = try Browsing(store.path, rows: 8) { $0.showTracksByAlbum() }
    let terminal = try start(["browse", store.path] + Self.list, rows: 8)
    func check(_ what: String) throws {
      try #require(terminal.wait { $0.lines == twin.lines }, "\(what): \(terminal.screen.lines) is not \(twin.lines)")
    }
    func press(_ action: TerminalMouse.Action, row: Int, column: Int, _ keys: TerminalKeyBytes...) throws {
      for key in keys { terminal.type(key) }
      if action == .doubleClick { twin.press(.mouse(TerminalMouse(.click, row: row, column: column))) }
      twin.press(.mouse(TerminalMouse(action, row: row, column: column)))
      try check("\(action) at \(row), \(column)")
    }
    try check("the first screen")
    try press(.click, row: 4, column: 5, .click(row: 4, column: 5))
    #expect(twin.cursorLine.hasPrefix("a2"))
    #expect(terminal.wait { $0.style(at: TerminalPoint(row: 4, column: 5)).attributes.contains(.reverse) })
    try press(.wheelDown, row: 4, column: 5, .wheelDown(row: 4, column: 5))
    try press(.wheelUp, row: 4, column: 5, .wheelUp(row: 4, column: 5))
    try press(.click, row: 2, column: 2, .click(row: 2, column: 2))
    #expect(twin.list.contains { $0.hasPrefix("▸ A") })
    try press(.click, row: 2, column: 3, .click(row: 2, column: 3))
    try press(.doubleClick, row: 5, column: 5, .click(row: 5, column: 5), .click(row: 5, column: 5))
    #expect(twin.title.hasPrefix("a3  (Track"))
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
  }

  @Test func theSizeMayChangeWhileTheStoreDoes() throws {
    let store = try MusicStore()
    let terminal = try start(["browse", store.path] + Self.list)
    #expect(terminal.wait { $0.lines[0].hasSuffix("4 items") })
    for step in 0..<8 {
      try store.write { context in
        let album = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album")).first)
        for number in 0..<20 {
          MusicStore.insert("Track", ["title": "n\(step)-\(number)"], into: context).setValue(album, forKey: "album")
        }
      }
      let size = [TerminalSize(rows: 10, columns: 40), TerminalSize(rows: 30, columns: 100)][step % 2]
      terminal.press(.end)
      terminal.resize(rows: size.rows, columns: size.columns)
      let count = "\(4 + 20 * (step + 1)) items"
      #expect(terminal.wait { $0.lines.count == size.rows && $0.lines[0].hasSuffix(count) }, "\(terminal.screen.lines)")
    }
    let twin = try Browsing(store.path, rows: 30, columns: 100) { $0.showTracksByAlbum() }
    terminal.press(.home)
    twin.press(.home)
    #expect(terminal.wait { $0.lines == twin.lines }, "\(terminal.screen.lines) is not \(twin.lines)")
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGKILL, SIGSEGV, SIGABRT])
  func killedInTheMiddleOfAnEditNothingIsHarmed(_ signal: Int32) throws {
    let store = try MusicStore()
    let before = try titles(store.path)
    let terminal = try PseudoTerminal(rows: 16, columns: 60)
    let modes = terminal.modes
    try terminal.start(
      try ToolRun.tool().path, ["browse", store.path, "--edit"] + Self.list,
      environment: ["SWIFT_BACKTRACE": "enable=no"])
    #expect(terminal.wait { $0.lines[0].hasSuffix("4 items") })
    for key in [TerminalKey.down, .character("d"), .enter, .end, .up, .up, .enter] { terminal.press(key) }
    terminal.type("xyz")
    #expect(terminal.wait { $0.lines.contains { $0.contains("xyz") } }, "\(terminal.screen.lines)")
    terminal.signal(signal)
    let isCrash = [SIGKILL, SIGSEGV, SIGABRT].contains(signal)
    #expect(terminal.waitForEnd() == (isCrash ? .signaled(signal) : .exited(128 + signal)))
    if signal != SIGKILL {
      #expect(terminal.modes == modes)
      #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible && !terminal.screen.reportsMouse)
      #expect(!terminal.screen.marksPastes)
    }
    #expect(try titles(store.path) == before)
  }

  /// Core Data logs values that it cannot read. The browser shows such a message in the last lines, and writes it to
  /// standard error when it ends, also if a signal ends it.
  @Test(arguments: [nil, SIGINT, SIGTERM, SIGHUP, SIGABRT, SIGSEGV])
  func whatIsLoggedIsNotWrittenOverTheScreen(_ signal: Int32?) throws {
    let (store, text) = (try SampleStore(), "CoreData: what is stored of Sample.hidden reads as nil:")
    let terminal = try start(
      ["browse", store.path, "--items", "Sample"], columns: 100, environment: ["SWIFT_BACKTRACE": "enable=no"])
    for _ in 0..<2 {
      try #require(terminal.wait { $0.lines[0].hasSuffix("1 item") && $0.lines[15].hasPrefix("? help") })
      terminal.press(.enter)
      // The last line is drawn after the others.
      #expect(
        terminal.wait { $0.lines[15].hasPrefix(text) && $0.lines[0].hasPrefix("one  (Sample p1)") },
        "\(terminal.screen.lines)")
      #expect(terminal.screen.lines[3].hasPrefix("  hidden ") && terminal.screen.lines[3].hasSuffix(" –"))
      terminal.press(.escape)
    }
    try #require(terminal.wait { $0.lines[0].hasSuffix("1 item") && $0.lines[15].hasPrefix("? help") })
    if let signal { terminal.signal(signal) } else { terminal.type("q") }
    #expect(terminal.waitForEnd() != nil)
    #expect(!terminal.screen.isAlternate)
    // A message may wrap at a space.
    func whole(_ text: String) -> String { text.filter { $0 != " " } }
    let logged = whole(terminal.screen.lines.joined()).components(separatedBy: whole(text)).count - 1
    #expect(logged == 2, "once for each time that the details were opened: \(terminal.screen.lines)")
  }

  @Test func theTerminalIsAsItWasAtTheEnd() throws {
    let store = try MusicStore()
    let terminal = try PseudoTerminal(rows: 16, columns: 60)
    let modes = terminal.modes
    try terminal.start(try ToolRun.tool().path, ["browse", store.path], environment: ["NO_COLOR": "1"])
    #expect(terminal.wait { $0.lines[0].hasPrefix("Entities") })
    #expect(terminal.screen.isAlternate)
    for row in 0..<16 {
      for column in 0..<60 {
        let style = terminal.screen.style(at: TerminalPoint(row: row, column: column))
        #expect(style.foreground == nil && style.background == nil)
      }
    }
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == modes)
    #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible && terminal.screen.isPlain)
    #expect(!terminal.screen.marksPastes)
  }

  /// The tool runs as a job of a shell, because a process with its own session, as in the other tests, cannot be
  /// stopped.
  @Test func afterCtrlZTheTerminalIsTheShellsUntilItGoesOn() throws {
    let store = try MusicStore()
    let terminal = try PseudoTerminal(rows: 16, columns: 60)
    let modes = terminal.modes
    let script = #"set -m; "$@"; echo "stopped: $?"; read line; fg %1 >/dev/null; echo "ended: $?""#
    try terminal.start("/bin/sh", ["-c", script, "sh", try ToolRun.tool().path, "browse", store.path] + Self.list)
    let twin = try Browsing(store.path) { $0.showTracksByAlbum() }
    let lines = twin.lines
    try #require(terminal.wait { $0.lines == lines }, "\(terminal.screen.lines) is not \(lines)")
    terminal.type(.control("z"))
    try #require(terminal.wait { $0.lines.contains { $0.hasPrefix("stopped: ") } }, "\(terminal.screen.lines)")
    #expect(terminal.modes == modes)
    #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible && !terminal.screen.reportsMouse)
    #expect(!terminal.screen.marksPastes)
    terminal.type("\n")
    try #require(
      terminal.wait { $0.lines == lines && $0.marksPastes }, "\(terminal.screen.lines) is not \(lines)")
    #expect(terminal.screen.isAlternate && terminal.modes != modes)
    terminal.type("q")
    #expect(terminal.wait { $0.lines.contains("ended: 0") }, "\(terminal.screen.lines)")
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.modes == modes)
  }

  @Test func theStoryIsPlayedStepByStep() throws {
    let terminal = try start(["demo", "--browse"], rows: 24, columns: 80)
    #expect(terminal.wait { $0.lines.contains { $0.contains("n plays the first step") } })
    for step in DemoStep.story {
      terminal.type("n")
      // The title may wrap.
      let begin = step.title.prefix(40)
      #expect(terminal.wait { $0.lines.contains { $0.hasPrefix(begin) } }, "\(step.title): \(terminal.screen.lines)")
    }
    terminal.type("n")
    #expect(terminal.wait { $0.lines.contains { $0.hasPrefix("The story is over") } })
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
  }

  @Test func aStoreThatCannotBeOpenedIsAnErrorBeforeTheScreen() throws {
    let terminal = try start(["browse", "/no/such/store"])
    #expect(terminal.waitForEnd() == .exited(1))
    #expect(terminal.screen.lines.joined().hasPrefix("sections: There is no store at /no/such/store"))
    #expect(!terminal.output.contains(0x1B))
  }

  @Test func withoutATerminalThereIsAHint() throws {
    let store = try MusicStore()
    for arguments in [["browse", store.path], ["demo", "--browse"]] {
      let run = try ToolRun(arguments: arguments)
      #expect(run.status == 1 && run.output.isEmpty)
      #expect(run.error.contains("needs a terminal") && run.error.contains("'sections list'"))
    }
  }
}

extension PseudoTerminal {
  /// Types a key of the browser.
  func press(_ key: TerminalKey) {
    switch key {
    case .character(let character): type(String(character))
    case .control(let letter): type(TerminalKeyBytes.control(letter))
    case .function(let number): type(TerminalKeyBytes.function(number))
    case .up: type(TerminalKeyBytes.up)
    case .down: type(TerminalKeyBytes.down)
    case .left: type(TerminalKeyBytes.left)
    case .right: type(TerminalKeyBytes.right)
    case .home: type(TerminalKeyBytes.home)
    case .end: type(TerminalKeyBytes.end)
    case .pageUp: type(TerminalKeyBytes.pageUp)
    case .pageDown: type(TerminalKeyBytes.pageDown)
    case .tab: type(TerminalKeyBytes.tab)
    case .backTab: type(TerminalKeyBytes.backTab)
    case .enter: type(TerminalKeyBytes.enter)
    case .escape: type(TerminalKeyBytes.escape)
    case .backspace: type(TerminalKeyBytes.backspace)
    case .delete: type(TerminalKeyBytes.delete)
    case .insert: type(TerminalKeyBytes.insert)
    case .paste(let text): paste(text)
    case .mouse, .resize, .endOfInput: break
    }
  }
}
