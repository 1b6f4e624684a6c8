#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import SectionedChanges
  import SectionedDataSources

  /// The sections that a diffable data source shows, and the numbers of their items. The source may have other ones
  /// already.
  struct ShownSections<Source: SectionedDataSource> {
    private(set) var ids: [ListedID<Source.SectionID>] = []
    private(set) var counts: [ListedID<Source.SectionID>: Int] = [:]

    /// Records the sections of a list that is shown from now on.
    mutating func note(_ list: Source.Snapshot) {
      ids = list.sections.map(\.id)
      counts = Dictionary(list.sections.map { ($0.id, $0.items.count) }) { first, _ in first }
    }
  }
#endif
