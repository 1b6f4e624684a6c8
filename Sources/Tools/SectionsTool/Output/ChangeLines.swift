/// The lines that a report prints for an event: the first changes, and a summary of the rest.
enum ChangeLines {
  /// The largest number of changes of an event that have their own lines.
  static let limit = 50

  private static let nouns = ["section", "item"]
  private static let kinds = [("insert", "inserted"), ("delete", "deleted"), ("move", "moved"), ("update", "updated")]

  /// Returns a line as `  … and 4988 more: 4976 items inserted, 12 items updated; --json prints all`.
  ///
  /// - Parameters:
  ///   - rest: the changes without their own lines, as `item` and `insert`.
  ///   - terminal: the terminal, which cuts and styles the line.
  /// - Returns: nil if there are no more changes.
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
