import SectionedChanges
import SectionedDataSources

/// The list that a view has. It is kept where the source has another one: a list that nobody else has the source changes in
/// place.
enum ShownList<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable> {
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The source's, as of the update that came last.
  case ofSource
  /// The source's before an update that came.
  case before(Update)
  case kept(Update.Snapshot)

  var isOfSource: Bool { if case .ofSource = self { true } else { false } }
}
