import SectionedChanges

/// A line of a terminal list that can have the cursor, by its index or place in the shown list.
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

/// The reaction of a terminal list to a key.
public enum TerminalListReply: Hashable, Sendable {
  /// The list does not handle the key.
  case ignored
  /// The cursor, the visible part or the folded sections may have changed.
  case handled
  /// Enter or a double click has chosen a line.
  case chosen(TerminalCursor)
}

/// The mark of a line, for its change since the marks were cleared.
public enum TerminalMark: Hashable, Sendable {
  case arrived, moved, changed
}
