import SectionedChanges
import SectionedDataSources

/// The list that a view has. A snapshot is kept only while the source has another list, because the source changes a
/// list in place that has no other owner.
enum ShownList<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The list of the source, as of the update that came last.
  case ofSource
  /// The list of the source before an update that came.
  case before(Update)
  case kept(Update.Snapshot)

  var isOfSource: Bool { if case .ofSource = self { true } else { false } }
}
