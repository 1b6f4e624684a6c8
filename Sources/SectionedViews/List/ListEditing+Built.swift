import SectionedChanges
import SectionedDataSources

// A view may show a source that is built on the edited one. Their places differ, so items are found by their
// identifiers.
extension ListEditing {
  /// Makes an editing for a view that shows some items of the edited source in their sections, as a filter or a search
  /// does.
  ///
  /// An item that the user moves or inserts after an item of the view follows that item directly in the edited source,
  /// too.
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
    let found = { (place: ItemPlace) -> ItemPlace? in
      let list = source.snapshot
      guard list.has(place) else { return nil }
      return item(list[place].id).flatMap { base.place(of: $0) }
    }
    let nearby = { (place: ItemPlace, taken: ItemPlace?) -> ItemPlace? in
      let list = source.snapshot
      guard place.section >= 0, place.section < list.numberOfSections, place.item >= 0,
        let id = section(list.sections[place.section].id)
      else { return nil }
      // A place after the end of a section means the end.
      let item = min(place.item, list.numberOfItems(inSection: place.section))
      let end = ItemPlace(section: place.section, item: item)
      return base.index(ofSection: id).map { end.nearby(without: taken, inSection: $0, found) }
    }
    canMove = { found($0).map(editing.canMove) ?? false }
    canDelete = { found($0).map(editing.canDelete) ?? false }
    if let move = editing.move {
      self.move = { from, to in
        guard let old = found(from), let new = nearby(to, from) else { return }
        try move(old, new)
      }
    }
    if let delete = editing.delete { self.delete = { try found($0).map(delete) } }
    if let insert = editing.insert { self.insert = { try nearby($0, nil).map(insert) } }
  }
}

extension SectionedSnapshot {
  fileprivate func has(_ place: ItemPlace) -> Bool {
    place.section >= 0 && place.section < numberOfSections && place.item >= 0
      && place.item < numberOfItems(inSection: place.section)
  }
}
