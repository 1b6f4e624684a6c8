import Foundation
import TerminalTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Output on a terminal", .endsWithin(minutes: 20)) struct TerminalOutputTests {
  /// Environments, each with whether output on a terminal has colours in it.
  static let environments: [([String: String], Bool)] = [
    ([:], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false),
  ]

  @Test(arguments: environments)
  func coloursAreWhereTheyAreShownAndWanted(_ environment: [String: String], _ hasColours: Bool) throws {
    let store = try MusicStore()
    let terminal = try PseudoTerminal(rows: 24, columns: 80)
    try terminal.start(try ToolRun.tool().path, store.list(), environment: environment)
    #expect(terminal.waitForEnd() == .exited(0))
    #expect(terminal.output.contains(0x1B) == hasColours, "\(terminal.screen.lines)")
    #expect(terminal.screen.lines.contains { $0.hasPrefix("3 sections, 1 empty; 4 items") }, "\(terminal.screen.lines)")
  }

  @Test func aLineIsCutToTheWidthOfNow() throws {
    let store = try MusicStore()
    let terminal = try PseudoTerminal(rows: 24, columns: 100)
    try terminal.start(try ToolRun.tool().path, store.list("watch"))
    try #require(terminal.wait { $0.lines.contains { $0.hasPrefix("3 sections") } }, "\(terminal.screen.lines)")
    terminal.resize(rows: 24, columns: 40)
    let title = String(repeating: "x", count: 200)
    try store.write { MusicStore.insert("Album", ["title": title], into: $0) }
    // A line that is cut for a hundred columns would wrap into three lines.
    #expect(
      terminal.wait { screen in
        let line = screen.lines.first { $0.hasPrefix("  section  insert") }
        return line?.hasSuffix("…") == true && line?.count == 40 && screen.lines.contains { $0.hasPrefix("  now 4") }
      }, "\(terminal.screen.lines)")
    terminal.type(.control("c"))
    #expect(terminal.waitForEnd() == .exited(0))
  }
}
