#if canImport(SwiftUI) && canImport(Observation)
  import SectionedDataSources
  import SwiftUI

  extension View {
    /// Adds a search field whose text is the query of a filtered source.
    ///
    /// - Parameters:
    ///   - found: the source that shows the matches, which a list in this view draws.
    ///   - prompt: the text of the empty field; nil for that of the system.
    @MainActor
    public func searchable<Base>(_ found: FilteredDataSource<Base>, prompt: Text? = nil) -> some View {
      searchable(text: Binding(get: { found.text }, set: { found.text = $0 }), prompt: prompt)
    }

    /// Has a source load its content again when the user pulls the list down. The activity indicator stays until the
    /// answer has come.
    ///
    /// - Parameter source: the source that loads what a list in this view draws.
    @MainActor
    public func refreshable<Section, SectionID, Item, ItemID, Cursor>(
      _ source: LoadingDataSource<Section, SectionID, Item, ItemID, Cursor>
    ) -> some View {
      refreshable { @MainActor in _ = await source.outcome(of: .refresh) }
    }
  }
#endif
