import CoreData
import Foundation
import SectionedTerminal

@testable import SectionsTool

/// A browser on a screen in memory.
@MainActor
final class Browsing {
  let model: BrowseModel
  let screen: MemoryScreen
  private let drawing: BrowseScreen

  init(_ model: BrowseModel, rows: Int = 16, columns: Int = 60) {
    self.model = model
    screen = MemoryScreen(rows: rows, columns: columns)
    drawing = BrowseScreen(model: model, screen: screen)
    model.look()
    drawing.draw()
  }

  /// Opens a browser of a store's file, as the tool does.
  convenience init(
    _ path: String, edit: Bool = false, rows: Int = 16, columns: Int = 60, _ set: (inout ListOptions) -> Void = { _ in }
  ) throws {
    var options = ListOptions()
    options.store = path
    set(&options)
    let store = try ToolStore.open(path, model: nil, access: edit ? .readWrite : .readOnly)
    let model = try BrowseModel(options, in: BrowseStore(store, path: path, canEdit: edit))
    self.init(model, rows: rows, columns: columns)
  }

  /// Presses keys, and draws after each.
  func press(_ keys: TerminalKey...) {
    for key in keys { press(key) }
  }

  func press(_ key: TerminalKey) {
    model.handle(key)
    settle()
  }

  /// Presses a key for each character.
  func type(_ text: String) {
    for character in text { press(.character(character)) }
  }

  /// Handles all keys before drawing, as for a user who types ahead. A line break is the key Enter.
  func burst(_ text: String) {
    for character in text { model.handle(character == "\n" ? .enter : .character(character)) }
    settle()
  }

  /// Looks for writes of other processes, and draws.
  func look() {
    model.look()
    settle()
  }

  func settle() {
    model.settle()
    drawing.draw()
  }

  /// The lines of the screen, without trailing spaces.
  var lines: [String] { screen.lines }
  var title: String { lines.first ?? "" }
  var lastLine: String { lines.last ?? "" }

  /// The lines between the first and the last one, without marks and empty lines.
  var list: [String] {
    lines.dropFirst().dropLast().map { $0.dropFirst(2).trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  /// The first word of each of the list's lines, with the sign of a section.
  var names: [String] { list.map { $0.split(separator: " ").prefix($0.hasPrefix("▾") ? 2 : 1).joined(separator: " ") } }

  /// Moves the cursor to the first line that begins with a text.
  func go(to text: String) {
    press(.home)
    while !cursorLine.hasPrefix(text) {
      let before = model.pane.list.cursor
      press(.down)
      if model.pane.list.cursor == before { return }
    }
  }

  /// The line of the cursor, trimmed.
  var cursorLine: String {
    for (row, line) in lines.enumerated().dropFirst().dropLast()
    where screen.style(at: TerminalPoint(row: row, column: 3)).attributes.contains(.reverse) {
      return line.dropFirst(2).trimmingCharacters(in: CharacterSet(charactersIn: " ▾▸"))
    }
    return ""
  }
}

extension ListOptions {
  /// Tracks by album, both by title.
  mutating func showTracksByAlbum() {
    (items, by) = ("Track", "album")
    sort = [.init(key: "title", ascending: true)]
    sectionSort = sort
  }
}
