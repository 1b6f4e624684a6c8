#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import SectionedChanges

  /// The revisions of the rows of a list that may be fetched again. An unchanged row keeps its revision.
  struct RowRevisions {
    /// The revision of the rows that changed last.
    private(set) var last = 0
    /// The revision of the rows that are not in `changed`.
    private(set) var common = 0
    /// The revisions of rows that were inserted, moved or changed, by primary key.
    private var changed: [Int64: Int] = [:]

    /// Makes a new last revision, for the rows of a change.
    mutating func raise() { last += 1 }

    /// Gives a row the last revision.
    mutating func note(_ key: Int64) { changed[key] = last }

    /// Gives all rows the last revision.
    mutating func noteAll() { (common, changed) = (last, [:]) }

    /// Returns a list with the revisions of the changed rows.
    ///
    /// - Parameters:
    ///   - list: a list whose rows all have the common revision.
    ///   - place: returns a row's place in the list; nil if the row is not in it.
    /// - Complexity: O(changed rows · log rows).
    func applied<SectionID>(
      to list: SectionedSnapshot<ListedID<SectionID>, ListedID<Int64>>, place: (Int64) -> ItemPlace?
    ) -> SectionedSnapshot<ListedID<SectionID>, ListedID<Int64>> {
      if changed.isEmpty { return list }
      var builder = ChangeSetBuilder<ListedID<SectionID>, ListedID<Int64>>()
      for key in changed.keys {
        if let place = place(key) { builder.touchItem(ListedID(key), old: place, new: place, isRevised: true) }
      }
      let changes = try? builder.changeSet(old: list.counts, new: list.counts)
      let result = try? changes?.apply(to: list, sectionAt: { list.sections[$0].element }) { place in
        ListElement(list[place].id, revision: changed[list[place].id.id] ?? common)
      }
      return result ?? list
    }
  }
#endif
