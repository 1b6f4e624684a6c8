import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@MainActor
@Suite("A value on the whole screen", .opensStores) struct BrowseValuePaneTests {
  let store: SampleStore

  init() throws { store = try SampleStore() }

  /// Opens the details of the only object, with the cursor on an attribute.
  private func browse(_ attribute: String, edit: Bool = false) throws -> Browsing {
    let browsing = try Browsing(store.path, edit: edit) { $0.items = "Sample" }
    browsing.look()
    browsing.press(.enter)
    browsing.go(to: attribute)
    return browsing
  }

  private func set(_ assignment: String) throws {
    try RawDatabase(store.path).texts("UPDATE ZSAMPLE SET \(assignment), Z_OPT = Z_OPT + 1")
  }

  @Test func enterShowsIt() throws {
    let browsing = try browse("data")
    #expect(browsing.lastLine.contains("Enter value"), "\(browsing.lines)")
    browsing.press(.enter)
    #expect(browsing.title.hasPrefix("data of one  (Sample p1)") && browsing.title.hasSuffix("data; 3 bytes"))
    #expect(browsing.list == ["00000000  01 02 03                 |...|"], "\(browsing.lines)")
    #expect(browsing.lastLine.contains("y copy  w write to a file"))
    browsing.press(.escape)
    #expect(browsing.title.hasPrefix("one  (Sample p1)") && browsing.cursorLine.hasPrefix("data"))
  }

  @Test func whileOneEditsAKeyShowsIt() throws {
    let browsing = try browse("time", edit: true)
    browsing.type("v")
    #expect(browsing.title.hasPrefix("time of one") && browsing.list.count == 1, "\(browsing.lines)")
    #expect(browsing.model.prompt == nil)
    browsing.press(.escape)
    browsing.go(to: "text")
    browsing.type("v")
    #expect(browsing.list == ["–"], "there is no value")
  }

  @Test func aLongTextIsBrokenToTheWidth() throws {
    let text = (0..<40).map { "word\($0)" }.joined(separator: " ")
    try set("ZTEXT = '\(text)'")
    let browsing = try browse("text")
    browsing.press(.enter)
    #expect(browsing.list.joined(separator: " ") == text && browsing.list.count > 4, "\(browsing.lines)")
    browsing.screen.size = TerminalSize(rows: 20, columns: 30)
    browsing.press(.resize)
    #expect(browsing.list.joined(separator: " ") == text && browsing.list.count > 9, "\(browsing.lines)")
    #expect(!browsing.lines.contains { $0.hasPrefix("+") || $0.hasPrefix("~") })
  }

  @Test func whatAnotherProcessWritesIsShown() throws {
    let browsing = try browse("text")
    browsing.press(.enter)
    #expect(browsing.list == ["–"])
    try set(#"ZTEXT = '{"a": 1}'"#)
    browsing.look()
    #expect(browsing.list == ["{", #""a": 1"#, "}"] && browsing.title.hasSuffix("8 characters"), "\(browsing.lines)")
    try RawDatabase(store.path).texts("DELETE FROM ZSAMPLE")
    browsing.look()
    #expect(browsing.list == ["This object is deleted."], "\(browsing.lines)")
  }

  @Test(arguments: [
    ("name", "one"), ("data", "AQID"), ("price", "12.5"),
  ]) func aValueIsCopied(_ attribute: String, _ text: String) throws {
    let browsing = try browse(attribute)
    var copied: [String] = []
    browsing.model.copy = { copied.append($0) }
    browsing.type("y")
    #expect(copied == [text] && browsing.lastLine.hasPrefix("\(attribute) is copied"), "\(browsing.lines)")
    browsing.press(.enter)
    browsing.type("y")
    #expect(copied == [text, text])
    #expect(TerminalClipboard.sequence(of: "é") == Array("\u{1b}]52;c;w6k=\u{7}".utf8))
  }

  @Test func whatCannotBeCopiedIsSaid() throws {
    let browsing = try browse("name")
    browsing.type("y")
    #expect(browsing.lastLine.hasPrefix("There is no terminal"), "\(browsing.lines)")
    browsing.model.copy = { _ in Issue.record("nothing is copied") }
    browsing.go(to: "text")
    browsing.type("y")
    #expect(browsing.lastLine == "There is no value.", "\(browsing.lines)")
    try set("ZTEXT = '\(String(repeating: "x", count: TerminalClipboard.limit + 1))'")
    browsing.look()
    browsing.type("y")
    #expect(browsing.lines.suffix(2).joined(separator: " ").contains("too long"), "\(browsing.lines)")
    // In a list there is no value at the cursor.
    browsing.press(.escape)
    for key in "vyw" {
      browsing.type(String(key))
      // The key `w` asks for the name of a file, so the message is in the line above.
      let line = key == "w" ? browsing.lines[browsing.lines.count - 2] : browsing.lastLine
      #expect(line.hasPrefix("That is for the values of an object"), "\(browsing.lines)")
    }
  }

  @Test func aValueIsWrittenToAFileThatIsNew() throws {
    let browsing = try browse("data")
    browsing.type("w")
    #expect(browsing.model.prompt?.text == "data.bin", "\(browsing.lines)")
    browsing.press(.control("u"))
    let file = store.scratch.file("value").path
    browsing.type(file)
    browsing.press(.enter)
    #expect(browsing.lines.suffix(3).joined().contains("3 bytes are written to"), "\(browsing.lines)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data([1, 2, 3]))
    // Another value must not overwrite the file.
    browsing.go(to: "name")
    browsing.type("w")
    #expect(browsing.model.prompt?.text == "name.txt")
    browsing.press(.control("u"))
    browsing.type(file)
    browsing.press(.enter)
    #expect(browsing.lines.suffix(3).joined().contains("already"), "\(browsing.lines)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == Data([1, 2, 3]))
    #expect(throws: ToolError.self) { try OutputFile.writeNew(Data(), to: file + "/none/x", as: "value") }
  }
}
