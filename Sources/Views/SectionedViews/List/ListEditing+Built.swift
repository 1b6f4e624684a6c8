import SectionedChanges
import SectionedDataSources

// A view may show a source that is built on the edited one. Their places differ, so items are found by their
// identifiers.
extension ListEditing {
  /// Makes an editing for a view that shows some items of the edited source in their sections, as a filter or a search
  /// does.
  ///
  /// An item that the user moves or inserts after an item of the view follows that item directly in the edited source,
  /// too, unless ``target`` of the editing corrects this place and only hidden items are between the two places.
  /// `target` corrects the places of the view, too.
  ///
  /// ```swift
  /// let found = FilteredDataSource(books) { book, query in book.title.contains(query.text) }
  /// binding.editing = ListEditing(ListEditing(books), of: books, shownBy: found)
  /// ```
  ///
  /// - Parameters:
  ///   - editing: the edits that the user may make to the edited source.
  ///   - base: the edited source, which is retained.
  ///   - source: the source that the view shows, which is retained.
  /// - Complexity: an edit costs `place(of:)` of the edited source for the item, and for each item before the place
  ///   until one is in the same section there.
  public init<Base: SectionedDataSource, Source: SectionedDataSource>(
    _ editing: ListEditing, of base: Base, shownBy source: Source
  ) where Source.ItemID == Base.ItemID, Source.SectionID == Base.SectionID {
    self.init(editing, of: base, shownBy: source, item: { $0 }, section: { $0 })
  }

  /// Makes an editing for a view that shows the items of the edited source in another order. They may be deleted, but
  /// not moved or inserted.
  ///
  /// - Parameters:
  ///   - editing: the edits that the user may make to the edited source.
  ///   - base: the edited source, which is retained.
  ///   - source: the source that the view shows, which is retained.
  public init<Base>(_ editing: ListEditing, of base: Base, shownBy source: SortedDataSource<Base>) {
    self.init(editing, of: base, shownBy: source, item: { $0 }, section: { _ in nil })
    (move, insert) = (nil, nil)
  }

  /// Makes an editing for a view that shows the items of the edited source in other sections. They may be deleted, but
  /// not moved or inserted.
  ///
  /// - Parameters:
  ///   - editing: the edits that the user may make to the edited source.
  ///   - base: the edited source, which is retained.
  ///   - source: the source that the view shows, which is retained.
  public init<Base: SectionedDataSource, Source: SectionedDataSource>(
    _ editing: ListEditing, of base: Base, shownBy source: Source
  ) where Source.ItemID == Base.ItemID {
    self.init(editing, of: base, shownBy: source, item: { $0 }, section: { _ in nil })
    (move, insert) = (nil, nil)
  }

  /// Makes an editing for a view that shows placeholders and a last row in addition to the items of the edited source.
  /// Placeholders and the last row cannot be edited.
  ///
  /// - Parameters:
  ///   - editing: the edits that the user may make to the source's base.
  ///   - source: the source that the view shows, which is retained.
  public init<Base: SectionedDataSource>(_ editing: ListEditing, shownBy source: PlaceholderDataSource<Base>) {
    self.init(
      editing, of: source.base, shownBy: source,
      item: { id in
        guard case .item(let item) = id.id else { return nil }
        return ListedID(item, occurrence: id.occurrence)
      },
      section: { id in
        guard case .section(let section) = id.id else { return nil }
        return ListedID(section, occurrence: id.occurrence)
      })
  }

  /// Makes an editing for a view that shows rows for more in addition to the items of the edited source. These rows
  /// cannot be edited.
  ///
  /// - Parameters:
  ///   - editing: the edits that the user may make to the source's base.
  ///   - source: the source that the view shows, which is retained.
  public init<Base: LimitedDataSource>(_ editing: ListEditing, shownBy source: MoreRowDataSource<Base>) {
    self.init(
      editing, of: source.base, shownBy: source,
      item: { id in
        guard case .item(let item) = id.id else { return nil }
        return ListedID(item, occurrence: id.occurrence)
      }, section: { $0 })
  }

  private init<Base: SectionedDataSource, Source: SectionedDataSource>(
    _ editing: ListEditing, of base: Base, shownBy source: Source,
    item: @escaping (ListedID<Source.ItemID>) -> ListedID<Base.ItemID>?,
    section: @escaping (ListedID<Source.SectionID>) -> ListedID<Base.SectionID>?
  ) {
    let editing = editing.checked(for: base)
    self.source = source.identity
    let places = BuiltPlaces(base: base, source: source, item: item, section: section)
    canMove = { places.inBase($0).map(editing.canMove) ?? false }
    canDelete = { places.inBase($0).map(editing.canDelete) ?? false }
    target = { from, proposed in
      guard let old = places.inBase(from), let wanted = places.inBase(proposed, without: from) else { return from }
      let place = editing.target(old, wanted)
      if place == wanted { return places.beforeAddedRows(proposed, without: from) }
      return place == old ? from : places.shown(place, without: from, near: proposed.section) ?? from
    }
    if let move = editing.move {
      self.move = { from, to in
        guard let old = places.inBase(from), let new = places.inBase(to, without: from) else { return }
        let place = editing.target(old, new)
        // If only hidden items are between the two places, the view shows the item at the same place.
        let shown = place == new ? nil : places.shown(place, without: from, near: to.section)
        try move(old, shown != nil && shown == places.shown(new, without: from, near: to.section) ? place : new)
      }
    }
    if let delete = editing.delete { self.delete = { try places.inBase($0).map(delete) } }
    if let insert = editing.insert { self.insert = { try places.inBase($0, without: nil).map(insert) } }
  }
}
