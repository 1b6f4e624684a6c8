import SectionedChanges
import SectionedDataSources

/// The list after a step, as it is applied to a diffable data source.
package struct DiffableStep<Source: SectionedDataSource> {
  /// The source, which has the models.
  package let source: Source
  /// The list. Its identifiers have occurrence numbers, because a diffable data source raises an exception for a
  /// duplicate.
  package let list: Source.Snapshot
  /// The items that changed, whose cells are configured in place.
  package let reconfigured: [ListedID<Source.ItemID>]
  /// The items whose cells are replaced. Some of them may be missing from the list.
  package let reloaded: [ListedID<Source.ItemID>]

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - source: the source, which has the models.
  ///   - update: the update that leads to the list; nil for the source's current list.
  ///   - ids: the items whose cells are replaced, if the source has them.
  package init(_ source: Source, after update: Source.Update?, reloading ids: Set<ListedID<Source.ItemID>> = []) {
    self.source = source
    let list = update?.new ?? source.snapshot
    self.list = list
    // Items that the source has removed since have no model to show.
    reconfigured =
      update?.changes.reconfiguredItems(in: list).filter { source.item(for: $0) != nil && !ids.contains($0) } ?? []
    reloaded = ids.filter { source.item(for: $0) != nil }
  }
}

/// The way in which a step is shown.
package enum DiffableShowing {
  /// With an animation.
  case animated
  /// At once, because the program wants no animation.
  case withoutAnimation
  /// At once, because there are more changes than the limit.
  case tooMany
  /// At once, because the view is off screen or has shown nothing yet.
  case offScreen
}

/// The calls of a diffable data source, whatever its view.
@MainActor
package struct DiffableTarget<Source: SectionedDataSource> {
  /// Whether the view is on a screen.
  let isOnScreen: () -> Bool
  /// Whether the user wants less motion.
  let reducesMotion: () -> Bool
  /// Applies a step.
  let apply: (DiffableStep<Source>, DiffableShowing) -> Void

  /// Makes a target.
  ///
  /// - Parameters:
  ///   - isOnScreen: whether the view is on a screen.
  ///   - reducesMotion: whether the user wants less motion: no step is animated then.
  ///   - apply: applies a step.
  package init(
    isOnScreen: @escaping () -> Bool, reducesMotion: @escaping () -> Bool,
    apply: @escaping (DiffableStep<Source>, DiffableShowing) -> Void
  ) {
    self.isOnScreen = isOnScreen
    self.reducesMotion = reducesMotion
    self.apply = apply
  }
}
