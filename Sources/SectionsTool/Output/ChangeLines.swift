/// The lines that text has of an event: of one with thousands of changes the first ones, and a count of the rest.
enum ChangeLines {
  /// The greatest number of changes of an event that have a line of their own.
  static let limit = 50

  private static let nouns = ["section", "item"]
  private static let kinds = [("insert", "inserted"), ("delete", "deleted"), ("move", "moved"), ("update", "updated")]

  /// `  … and 4988 more: 4976 items inserted, 12 items updated; --json prints all`
  ///
  /// - Parameter rest: the changes without a line of their own: `item`, `insert`.
  /// - Returns: nil where there are none.
  static func summary(of rest: [(noun: String, kind: String)], terminal: Terminal) -> String? {
    guard !rest.isEmpty else { return nil }
    var parts: [String] = []
    for noun in nouns {
      for (kind, word) in kinds {
        let count = rest.count { $0.noun == noun && $0.kind == kind }
        if count > 0 { parts.append("\(ListTotals.count(count, noun)) \(word)") }
      }
    }
    let text = "  … and \(rest.count) more: \(parts.joined(separator: ", ")); --json prints all"
    return terminal.styled(terminal.cut(text), .dim)
  }
}
