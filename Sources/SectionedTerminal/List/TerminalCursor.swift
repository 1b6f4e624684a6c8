import SectionedChanges

/// A line of a terminal list on which the cursor can stand, in the list that is shown.
public enum TerminalCursor: Hashable, Sendable {
  /// The header of a section.
  case header(Int)
  /// An item.
  case item(ItemPlace)

  /// The index of the section.
  public var section: Int {
    switch self {
    case .header(let section): section
    case .item(let place): place.section
    }
  }

  /// The place of the item; nil for a header.
  public var item: ItemPlace? { if case .item(let place) = self { place } else { nil } }
}

/// What a terminal list did with a key.
public enum TerminalListReply: Hashable, Sendable {
  /// Nothing: the key means nothing to a list.
  case ignored
  /// The cursor, what is visible, or what is folded may be another.
  case handled
  /// Enter, or a double click: the line is chosen.
  case chosen(TerminalCursor)
}

/// Why a row is marked: what happened to it since the marks were cleared.
public enum TerminalMark: Hashable, Sendable {
  case arrived, moved, changed
}
