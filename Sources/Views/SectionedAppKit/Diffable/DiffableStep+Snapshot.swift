#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  extension DiffableStep {
    /// Returns a snapshot of the step's list for a diffable data source of AppKit.
    ///
    /// - Parameter items: the items whose cells are replaced, if they are in the list.
    func snapshot(
      reloading items: [ListedID<Source.ItemID>]
    ) -> NSDiffableDataSourceSnapshot<ListedID<Source.SectionID>, ListedID<Source.ItemID>> {
      var snapshot = NSDiffableDataSourceSnapshot<ListedID<Source.SectionID>, ListedID<Source.ItemID>>()
      snapshot.appendSections(list.sections.map(\.id))
      for section in list.sections { snapshot.appendItems(section.items.map(\.id), toSection: section.id) }
      snapshot.reloadItems(items.filter { snapshot.indexOfItem($0) != nil })
      return snapshot
    }
  }
#endif
