/// The way in which a filter treats a section.
public enum SectionFilter: Hashable, Sendable, CaseIterable {
  /// The section is not shown, nor are its items.
  case hidden
  /// The section's items are filtered. Without a match it is shown if the source keeps empty sections.
  case filtered
  /// The section's items are filtered, and it is shown even without a match.
  case kept
  /// The section is shown with all of its items.
  case whole
}
