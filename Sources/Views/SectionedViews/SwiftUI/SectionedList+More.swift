#if canImport(SwiftUI) && canImport(Observation)
  import SectionedDataSources
  import SwiftUI

  extension SectionedList {
    /// Makes a list whose sections show a part of their items, followed by a button that shows more.
    ///
    /// ```swift
    /// SectionedList(MoreRowDataSource(FoldedDataSource(books, limit: .first(3)))) { book in
    ///   Text(book.title)
    /// } more: { row in
    ///   Text("\(row.count) more")
    /// } header: { shelf in
    ///   Text(shelf.name)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - source: the source to show.
    ///   - selection: the identifiers of the selected items; nil if items cannot be selected. Not used on watchOS.
    ///   - editing: the edits that the user may make; nil for none.
    ///   - onError: receives the errors of the closures of `editing`.
    ///   - row: makes the row of an item.
    ///   - more: makes the label of the button after the items of a section.
    ///   - header: makes the header of a section, also of an empty one.
    public init<Base: LimitedDataSource, Content: View, More: View>(
      _ source: MoreRowDataSource<Base>,
      selection: Binding<Set<ListedID<LimitedRowID<Base.SectionID, Base.ItemID>>>>? = nil,
      editing: ListEditing? = nil, onError: @escaping (any Error) -> Void = { _ in },
      @ViewBuilder row: @escaping (Base.Item) -> Content, @ViewBuilder more: @escaping (MoreRow) -> More,
      @ViewBuilder header: @escaping (Base.Section) -> Header
    ) where Source == MoreRowDataSource<Base>, Row == LimitedRowView<Base, Content, More> {
      self.init(
        source, selection: selection, editing: editing, onError: onError,
        row: { LimitedRowView(row: $0, source: source, content: row, label: more) }, header: header)
    }
  }

  /// The view of a row of a `MoreRowDataSource`: an item, or a button that shows more items.
  @MainActor
  public struct LimitedRowView<Base: LimitedDataSource, Content: View, More: View>: View {
    let row: LimitedRow<Base.Item>
    let source: MoreRowDataSource<Base>
    let content: (Base.Item) -> Content
    let label: (MoreRow) -> More

    /// The item's view, or the button.
    public var body: some View {
      switch row {
      case .item(let item): content(item)
      case .more(let more):
        Button {
          source.showMore(more)
        } label: {
          label(more)
        }
      }
    }
  }
#endif
