import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Widths of columns") struct ColumnWidthTests {
  private func widths(_ texts: [String], in room: Int) -> [Int] {
    var widths = ColumnWidths(headings: texts.map { _ in "" })
    widths.add(texts)
    return widths.fitted(texts.count, to: room)
  }

  private func text(_ width: Int) -> String { String(repeating: "x", count: width) }

  @Test(arguments: [
    ([5, 5, 5], 62, [29, 15, 16]), ([29, 15, 16], 62, [29, 15, 16]), ([60, 8, 9], 62, [43, 8, 9]),
    ([20, 24, 24, 5], 78, [21, 24, 24, 6]), ([40, 24, 24, 24], 78, [28, 15, 16, 16]), ([100], 58, [58]),
  ]) func wideTextsTakeTheRoomOfShortOnes(_ texts: [Int], _ room: Int, _ expected: [Int]) {
    #expect(widths(texts.map(text), in: room) == expected)
  }

  @Test func theRoomIsAlwaysFilled() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let texts = (0...random.below(6)).map { _ in text(random.below(60)) }
      let room = 14 * texts.count + 12 + random.below(100)
      let found = widths(texts, in: room)
      #expect(found.reduce(0, +) + found.count - 1 == room && found.allSatisfy { $0 >= 0 }, "\(texts) in \(room)")
    }
  }

  @Test func headingsAndTheWidestRowCount() {
    var widths = ColumnWidths(headings: ["title", text(20)])
    #expect(widths.fitted(2, to: 40) == [19, 20])
    widths.add(["a", text(30)])
    widths.add(["b", "日本"])
    #expect(widths.fitted(2, to: 40) == [9, 30])
    // A row that cannot be read has one text. A long text is not measured to its end.
    widths.add([text(1_000_000)])
    #expect(widths.fitted(1, to: 40) == [40])
  }

  /// In 80 columns the dates are complete, because the title and the number leave enough room.
  @MainActor @Test func datesAreWhole() throws {
    let store = try NoteStore()
    let browsing = try Browsing(store.path, columns: 80) {
      ($0.items, $0.show) = ("Note", ["dateCreated", "folder", "stars"])
    }
    let row = try #require(browsing.lines.first { $0.hasPrefix("  b ") })
    #expect(row.contains(" 2019-12-31T18:00:00.000Z ") && row.contains(" Work  (Folder p2) ") && row.hasSuffix(" 5"))
    #expect(browsing.lines[1].hasPrefix("  title ") && browsing.lines[1].hasSuffix(" stars"))
    // With another width of the screen, columns have other widths.
    browsing.screen.size = TerminalSize(rows: 16, columns: 40)
    browsing.press(.resize)
    #expect(browsing.lines.contains { $0.contains("2019-12-31T18:00:00.000Z") }, "\(browsing.lines)")
  }
}
