/// Takes newer rows over into a context: those that another context, coordinator or process saved, and refreshed ones.
/// Unsaved changes stay.
final class ContextMerger: ContextPart {
  /// Whether all objects are being refreshed.
  var isRefreshingAll = false
  /// The number of refreshes, each in a callback of the one before.
  var refreshDepth = 0
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let events: EventDelivery
  let parentLink: ParentLink

  init(_ parentLink: ParentLink) {
    self.parentLink = parentLink
    (graph, changes, events) = (parentLink.graph, parentLink.changes, parentLink.events)
  }
}
