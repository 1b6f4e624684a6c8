#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  /// The rows of sections in a table, which has no sections of its own.
  public enum SectionRows: Hashable, Sendable {
    /// Group rows: they have one view for all columns, and stay visible while the table's `floatsGroupRows` is true.
    case group
    /// Rows like those of items, with a view for each column that has a rule.
    case plain
    /// None: items follow each other.
    case hidden
  }
#endif
