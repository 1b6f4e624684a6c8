import Testing

/// A kind of change of a list.
enum ListOperation: String, CaseIterable, CustomTestStringConvertible {
  case insertSection, deleteSection, reloadSection, moveSection, insertItem, deleteItem, reloadItem, moveItem

  var testDescription: String { rawValue }
}
