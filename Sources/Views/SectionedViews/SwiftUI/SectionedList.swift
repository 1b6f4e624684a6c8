#if canImport(SwiftUI) && canImport(Observation)
  import SectionedDataSources
  import SwiftUI

  /// A list of a source's sections and items.
  ///
  /// ```swift
  /// SectionedList(books, selection: $selected) { book in
  ///   Text(book.title)
  /// } header: { shelf in
  ///   Text(shelf.name)
  /// }
  /// ```
  @MainActor
  public struct SectionedList<Source: SectionedDataSource, Row: View, Header: View>: View {
    private let selection: Binding<Set<ListedID<Source.ItemID>>>?
    private let content: SectionedForEach<Source, Row, Header>

    /// Makes a list of a source.
    ///
    /// - Parameters:
    ///   - source: the source to show.
    ///   - selection: the identifiers of the selected items; nil if items cannot be selected. Not used on watchOS.
    ///   - editing: the edits that the user may make; nil for none.
    ///   - onError: receives the errors of the closures of `editing`.
    ///   - row: makes the row of an item.
    ///   - header: makes the header of a section, also of an empty one.
    public init(
      _ source: Source, selection: Binding<Set<ListedID<Source.ItemID>>>? = nil, editing: ListEditing? = nil,
      onError: @escaping (any Error) -> Void = { _ in }, @ViewBuilder row: @escaping (Source.Item) -> Row,
      @ViewBuilder header: @escaping (Source.Section) -> Header
    ) {
      self.selection = selection
      content = SectionedForEach(source, editing: editing, onError: onError, row: row, header: header)
    }

    /// The list.
    public var body: some View {
      #if os(watchOS)
        List { content }
      #else
        List(selection: selection) { content }
      #endif
    }
  }
#endif
