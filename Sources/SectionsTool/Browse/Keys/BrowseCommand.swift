/// A command of the browser, beside the actions of its lists.
enum BrowseCommand: String, CaseIterable, Sendable {
  case help, quit, interrupt, back, entities, sections, order, sectionOrder, columns, search, jump, fetchAgain
  case showValue, copyValue, writeValue
  case insert, delete, move, removeValue, save, undo, redo
  case nextStep

  /// Whether a person goes on by typing a text.
  var opensLine: Bool { [.search, .jump, .writeValue].contains(self) }
}
