import CoreData
import SectionedTerminal
import Testing

@testable import SectionsTool

@MainActor
@Suite("Keys of the browser") struct BrowseKeyTests {
  @Test func eachKeyMeansOneThing() {
    let keys = BrowseKey.all.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    #expect(Set(BrowseKey.all.map(\.name)).count == BrowseKey.all.count)
    for command in BrowseCommand.allCases {
      #expect(BrowseKey.all.filter { $0.command == command }.count == 1, "\(command)")
    }
  }

  @Test func theHelpListsEachKeyThatMeansSomething() throws {
    let store = try MusicStore()
    for edit in [false, true] {
      let browsing = try Browsing(store.path, edit: edit, rows: 40) { $0.items = "Track" }
      browsing.type("?")
      let expected = BrowseKey.all.filter { $0.condition != .inTheDemo && (edit || $0.condition != .withEdit) }
      #expect(browsing.list.count == expected.count)
      for key in expected {
        #expect(browsing.list.contains { $0.hasPrefix(key.name) && $0.hasSuffix(key.text) }, "\(key.name)")
      }
    }
  }

  /// Presses each key on each kind of screen. Its effect, if any, can be left again.
  @Test func eachKeyCanBePressedAnywhere() throws {
    let store = try MusicStore()
    for place in 0..<4 {
      var browsing = try Browsing(store.path, edit: true) { $0.showTracksByAlbum() }
      for key in BrowseKey.all.flatMap(\.keys) {
        if browsing.model.isDone { browsing = try Browsing(store.path, edit: true) { $0.showTracksByAlbum() } }
        if browsing.model.store.context.hasChanges { browsing.press(.character("u")) }
        browsing.go(to: "a1")
        if place > 0 { browsing.press([.character("?"), .enter, .character("/")][place - 1]) }
        browsing.press(key)
        for _ in 0..<5 { browsing.press(.escape) }
        if browsing.model.isDone { continue }
        #expect(browsing.model.panes.count == 1, "\(key) at \(place)")
        #expect(browsing.model.prompt == nil, "\(key) at \(place)")
      }
    }
  }

  @Test func aLineIsEdited() {
    var prompt = BrowsePrompt("Name: ", text: "ac")
    func type(_ keys: TerminalKey...) { for key in keys { _ = prompt.handle(key) } }
    type(.left, .character("b"), .end, .character("e"), .character("\u{301}"))
    #expect(prompt.text == "abcé" && prompt.position == 4)
    type(.home, .delete, .right, .backspace)
    #expect(prompt.text == "cé" && prompt.position == 0)
    type(.control("u"), .backspace, .delete, .left, .right)
    #expect(prompt.text == "" && prompt.position == 0)
    #expect(prompt.handle(.enter) == .done && prompt.handle(.escape) == .cancelled)
  }

  @Test func whatIsPastedIntoALineIsOneLine() {
    var prompt = BrowsePrompt("Name: ", text: "ad")
    _ = prompt.handle(.left)
    #expect(prompt.handle(.paste("\n\nb\tb\n\n c\r\n")) == .edited)
    #expect(prompt.text == "ab b  cd" && prompt.position == 7)
    #expect(prompt.handle(.paste("\n")) == .edited)
    #expect(prompt.text == "ab b  cd" && prompt.position == 7)
    // A combining mark joins the character before it.
    #expect(prompt.handle(.paste("e\u{301}")) == .edited && prompt.handle(.paste("\u{302}")) == .edited)
    #expect(prompt.text == "ab b  ce\u{301}\u{302}d" && prompt.position == 8)
  }

  /// The text is pasted in a list, a menu, the details, and the question whether to save edits.
  @Test func whatIsPastedWhereNothingIsTypedDoesNothing() throws {
    let store = try MusicStore()
    for place in [[], [.character("?")], [.enter], [.character("i"), .escape, .character("q")]] as [[TerminalKey]] {
      let browsing = try Browsing(store.path, edit: true) { $0.showTracksByAlbum() }
      browsing.go(to: "a1")
      for key in place { browsing.press(key) }
      let (list, hasChanges) = (browsing.list.dropLast(3), browsing.model.store.context.hasChanges)
      for text in ["d", "s", "x", "\n", "i\nd\ns\n"] { browsing.press(.paste(text)) }
      #expect(browsing.list.dropLast(3) == list, "\(place): \(browsing.lines)")
      #expect(browsing.model.store.context.hasChanges == hasChanges && !browsing.model.isDone, "\(place)")
      #expect(browsing.lines.joined().contains(hasChanges ? "not saved" : "nothing to paste into"), "\(place)")
    }
  }

  @Test func whatIsPastedIntoASearchIsSearched() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.items = "Track" }
    browsing.press(.character("/"), .paste("a2\n"))
    #expect(browsing.lastLine == "Search: a2" && browsing.title.hasSuffix("1 item"), "\(browsing.lines)")
  }

  @Test func theMouseChooses() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    let row = try #require(browsing.lines.firstIndex { $0.contains("a2") })
    browsing.press(.mouse(TerminalMouse(.click, row: row, column: 5)))
    #expect(browsing.cursorLine.hasPrefix("a2"))
    browsing.press(.mouse(TerminalMouse(.doubleClick, row: row, column: 5)))
    #expect(browsing.title.hasPrefix("a2  (Track"))
  }

  /// Two quick clicks on a section's sign fold and unfold it.
  @Test func twoClicksOnASignAreTwo() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path) { $0.showTracksByAlbum() }
    // The first key removes the message about items that are left out.
    browsing.press(.home)
    let lines = browsing.list
    let row = try #require(browsing.lines.firstIndex { $0.contains("▾ B") })
    browsing.press(.mouse(TerminalMouse(.click, row: row, column: 2)))
    #expect(browsing.list.contains { $0.hasPrefix("▸ B") })
    browsing.press(.mouse(TerminalMouse(.doubleClick, row: row, column: 2)))
    #expect(browsing.list == lines && browsing.model.panes.count == 1, "\(browsing.lines)")
    browsing.press(.mouse(TerminalMouse(.doubleClick, row: row, column: 6)))
    #expect(browsing.title.hasPrefix("B  (Album"))
  }

  /// Marks show the changes since the last key press.
  @Test func eachKeyClearsTheMarks() throws {
    let store = try MusicStore()
    for key in BrowseKey.all.flatMap(\.keys) where ![.character("q"), .character("i"), .control("c")].contains(key) {
      let browsing = try Browsing(store.path, edit: true) { $0.items = "Track" }
      browsing.look()
      browsing.press(.character("i"), .escape)
      #expect(browsing.lines.contains { $0.hasPrefix("+ *") }, "\(browsing.lines)")
      browsing.press(.resize)
      #expect(browsing.lines.contains { $0.hasPrefix("+ *") }, "\(browsing.lines)")
      let list = browsing.model.pane.list
      browsing.model.handle(key)
      list.draw(on: browsing.screen)
      browsing.screen.flush()
      #expect(!browsing.lines.contains { $0.hasPrefix("+ *") }, "\(key): \(browsing.lines)")
    }
  }

  /// A value of any length can be edited, and is shown in one line.
  @Test(arguments: ["x", "é", "日", "\u{200B}", "word "]) func aValueMayBeLong(character: String) throws {
    let long = String(repeating: character, count: 50_000)
    let store = try MusicStore { MusicStore.insert("Track", ["title": "t\(long)end"], into: $0) }
    for edit in [false, true] {
      let browsing = try Browsing(store.path, edit: edit) { $0.items = "Track" }
      browsing.press(.enter)
      browsing.go(to: "title")
      browsing.press(.enter)
      if edit {
        #expect(browsing.lastLine.hasSuffix("end"), "\(browsing.lines)")
        let column = try #require(browsing.screen.cursor?.column)
        #expect(column == TerminalText.width(of: browsing.lastLine) && column <= 59, "\(browsing.lines)")
        browsing.press(.home, .right)
        #expect(browsing.lastLine.hasPrefix("title: t") && browsing.screen.cursor?.column == 8, "\(browsing.lines)")
      } else {
        #expect(browsing.title.hasPrefix("title of t") && browsing.lines[1].hasPrefix("  t"), "\(browsing.lines)")
        browsing.press(.end)
        let isCut = long.count > StoredValue.textLimit
        #expect(browsing.list.last?.hasSuffix(isCut ? "characters more" : "end") == true, "\(browsing.lines)")
      }
    }
  }
}
