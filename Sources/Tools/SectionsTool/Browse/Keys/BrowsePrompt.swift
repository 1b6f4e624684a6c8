import SectionedTerminal

/// A line in which the user types.
struct BrowsePrompt {
  /// The effect of a key.
  enum Reply { case ignored, moved, edited, done, cancelled }

  let label: String
  /// Whether each typed key has an effect at once. The list can then be used while the user types.
  let isLive: Bool
  /// Whether the line ignores typed text and shows none.
  let takesNothing: Bool
  private(set) var text: String
  /// The number of characters before the cursor.
  private(set) var position: Int

  init(_ label: String, text: String = "", isLive: Bool = false, takesNothing: Bool = false) {
    (self.label, self.text, self.isLive, self.takesNothing) = (label, text, isLive, takesNothing)
    position = text.count
  }

  /// The text before the cursor.
  var head: String { String(text.prefix(position)) }

  mutating func handle(_ key: TerminalKey) -> Reply {
    switch key {
    case .enter: return .done
    case .escape: return .cancelled
    case _ where takesNothing: return .ignored
    case .left: position = max(0, position - 1)
    case .right: position = min(text.count, position + 1)
    case .home, .control("a"): position = 0
    case .end, .control("e"): position = text.count
    case .backspace:
      guard position > 0 else { return .moved }
      set(text.prefix(position - 1), text.dropFirst(position))
      return .edited
    case .delete:
      guard position < text.count else { return .moved }
      set(text.prefix(position), text.dropFirst(position + 1))
      return .edited
    case .control("u"):
      set("", "")
      return .edited
    case .character(let character):
      // A combining mark merges with the character before it, so count characters after the insertion.
      set(head + String(character), text.dropFirst(position))
      return .edited
    case .paste(let text):
      set(head + Self.line(of: text), self.text.dropFirst(position))
      return .edited
    default: return .ignored
    }
    return .moved
  }

  /// Returns pasted text as one line. Line ends at its beginning and end are removed; other line ends and tabs become
  /// spaces.
  private static func line(of text: String) -> String {
    String(text.split(whereSeparator: \.isNewline).joined(separator: " ").map { $0 == "\t" ? " " : $0 })
  }

  private mutating func set(_ head: some StringProtocol, _ rest: some StringProtocol) {
    text = String(head) + String(rest)
    position = min(String(head).count, text.count)
  }
}
