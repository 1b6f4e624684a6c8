#if canImport(SwiftUI) && canImport(Observation)
  import SectionedDataSources
  import SwiftUI

  extension SectionedList {
    /// Makes a list whose sections show a part of their items, with a button behind them that shows more.
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
    ///   - source: what is shown.
    ///   - selection: what names the selected items; nil where none can be selected. Not on watchOS.
    ///   - editing: what the user may do.
    ///   - onError: is given what the closures of `editing` threw.
    ///   - row: makes the row of an item.
    ///   - more: makes the label of the button behind the items of a section.
    ///   - header: makes the header of a section, of an empty one, too.
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
