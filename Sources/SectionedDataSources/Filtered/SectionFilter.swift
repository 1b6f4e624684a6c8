/// What a filter does with a section.
public enum SectionFilter: Hashable, Sendable, CaseIterable {
  /// It is not shown, nor are its items.
  case hidden
  /// Its items are asked about. Without any that match it is shown if the source keeps empty sections.
  case filtered
  /// Its items are asked about, and it is shown without any that match, too.
  case kept
  /// It is shown with all of its items.
  case whole
}
