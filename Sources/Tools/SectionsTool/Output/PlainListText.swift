import CoreData

/// Prints objects as text: a line for each. If an attribute groups them, a line with its value precedes each group.
struct PlainListText {
  let list: PlainList
  let output: Output

  /// - Parameter note: a sentence that is printed after the totals; nil for none.
  func print(note: String? = nil) throws {
    let isGrouped = list.path != nil
    var sections = 0
    try list.forEachSection { section in
      sections += 1
      if isGrouped {
        try output.head(
          ValueText.text(section.value), at: section.index, shown: section.places.count, of: section.total)
      }
      try list.forEachObject(of: section) { object in
        let text = try ObjectTitle.text(of: object) + list.columns.text(of: object)
        try output.line(output.terminal.cut((isGrouped ? "     " : "") + text))
      }
    }
    try output.line()
    let items = ListTotals.count(list.window.count, "item")
    let cut = list.window.count < list.count ? " of \(list.count)" : ""
    try output.line((isGrouped ? ListTotals.count(sections, "section") + "; " : "") + items + cut)
    if let note { try output.line(note) }
    try output.note(guessOf: list.store)
  }
}
