import SectionedChanges
import SectionedDataSources

/// The way in which a presenter shows an update.
public enum ListPresentation<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  /// The list is unchanged; the phase may be another one.
  case nothing
  /// The view is reloaded.
  case reload(ReloadReason)
  /// The view performs the stages of a plan, and then configures changed elements in place.
  case batches(UpdatePlan<ListedID<SectionID>, ListedID<ItemID>>)
}

/// The reason why a view is reloaded instead of performing batches.
public enum ReloadReason: Hashable, Sendable {
  /// It is the first list that the view shows.
  case first
  /// The view is not on a screen.
  case offScreen
  /// There are more changes than the presenter's limit.
  case manyChanges
  /// The program asked for it.
  case asked
}

/// A ``ListPresentation`` without its plan, for use within the presenter.
enum PresentationKind {
  case nothing
  case reload(ReloadReason)
  case batches
  /// A change of one item: one batch at most, and one item to configure at most.
  case one(OneItemChange)
}
