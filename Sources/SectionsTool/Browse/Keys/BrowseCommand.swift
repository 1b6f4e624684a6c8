/// What a person can ask of the browser besides what its lists do by themselves.
enum BrowseCommand: String, CaseIterable, Sendable {
  case help, quit, interrupt, back, entities, sections, order, sectionOrder, columns, search, jump, fetchAgain
  case insert, delete, move, removeValue, save, undo, redo
  case nextStep
}
