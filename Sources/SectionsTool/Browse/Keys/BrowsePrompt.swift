import SectionedTerminal

/// A line in which a person types.
struct BrowsePrompt {
  /// The effect of a key.
  enum Reply { case ignored, moved, edited, done, cancelled }

  let label: String
  /// Whether each key has an effect at once, so that the list can be used while a person types.
  let isLive: Bool
  /// Whether what is typed does nothing, and is not shown.
  let takesNothing: Bool
  private(set) var text: String
  /// The characters before the cursor.
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
      // A combining mark joins the character before it.
      set(head + String(character), text.dropFirst(position))
      return .edited
    case .paste(let text):
      set(head + Self.line(of: text), self.text.dropFirst(position))
      return .edited
    default: return .ignored
    }
    return .moved
  }

  /// Pasted text as one line: line ends around it are removed, those within it and tabs become spaces.
  private static func line(of text: String) -> String {
    String(text.split(whereSeparator: \.isNewline).joined(separator: " ").map { $0 == "\t" ? " " : $0 })
  }

  private mutating func set(_ head: some StringProtocol, _ rest: some StringProtocol) {
    text = String(head) + String(rest)
    position = min(String(head).count, text.count)
  }
}
