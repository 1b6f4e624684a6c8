#if canImport(SwiftUI) && canImport(Observation)
  import SectionedChanges
  import SectionedDataSources
  import SwiftUI

  /// The sections of a source, and their items, within a list, a stack or a grid.
  ///
  /// ```swift
  /// List {
  ///   SectionedForEach(books, editing: ListEditing(books)) { book in
  ///     Text(book.title)
  ///   } header: { shelf in
  ///     Text(shelf.name)
  ///   }
  /// }
  /// ```
  ///
  /// Sections and rows are identified by their identifiers. The view retains the source, and follows another one when
  /// it gets one. With a `ListEditing` the user moves items within their section, and deletes them.
  @MainActor
  public struct SectionedForEach<Source: SectionedDataSource, Row: View, Header: View>: View {
    @StateObject private var observed: ObservedList<Source>
    private let source: Source
    private let editing: ListEditing
    private let onError: (any Error) -> Void
    private let row: (Source.Item) -> Row
    private let header: (Source.Section) -> Header

    /// Makes a view of a source.
    ///
    /// - Parameters:
    ///   - source: the source to show.
    ///   - editing: the edits that the user may make; nil for none.
    ///   - onError: receives the errors of the closures of `editing`.
    ///   - row: makes the row of an item.
    ///   - header: makes the header of a section, also of an empty one.
    public init(
      _ source: Source, editing: ListEditing? = nil, onError: @escaping (any Error) -> Void = { _ in },
      @ViewBuilder row: @escaping (Source.Item) -> Row, @ViewBuilder header: @escaping (Source.Section) -> Header
    ) {
      _observed = StateObject(wrappedValue: ObservedList(source))
      self.source = source
      self.editing = editing?.checked(for: source) ?? ListEditing()
      self.onError = onError
      self.row = row
      self.header = header
    }

    /// The sections.
    public var body: some View {
      ForEach(observed.list(of: source).sectionIDs, id: \.self) { id in
        DrawnSection(observed: observed, id: id, editing: editing, onError: onError, row: row, header: header)
      }
    }
  }

  /// A section with its rows. It is updated separately.
  @MainActor
  private struct DrawnSection<Source: SectionedDataSource, Row: View, Header: View>: View {
    // Before iOS 17 and macOS 14 each change of the list updates it.
    @ObservedObject var observed: ObservedList<Source>
    let id: ListedID<Source.SectionID>
    let editing: ListEditing
    let onError: (any Error) -> Void
    let row: (Source.Item) -> Row
    let header: (Source.Section) -> Header

    // The source of the list. The parent view may be about to replace it.
    private var source: Source { observed.list.source }

    var body: some View {
      if let section = observed.list.section(for: id) {
        Section {
          ForEach(section.items, id: \.id) { element in
            if let item = source.item(for: element.id) {
              row(item)
                .moveDisabled(isDisabled(editing.canMove, element.id))
                .deleteDisabled(isDisabled(editing.canDelete, element.id))
            }
          }
          .onMove(perform: editing.move == nil ? nil : { move(in: section, $0, $1) })
          .onDelete(perform: editing.delete == nil ? nil : { delete(in: section, $0) })
        } header: {
          if let section = source.section(for: id) { header(section) }
        }
      }
    }

    private func isDisabled(_ isAllowed: (ItemPlace) -> Bool, _ id: ListedID<Source.ItemID>) -> Bool {
      source.place(of: id).map { !isAllowed($0) } ?? true
    }

    /// Moves items of a section to the index that SwiftUI names, which counts the moved items. If the section has other
    /// items by now, none is moved, and the section is drawn again.
    private func move(in section: Source.Snapshot.Section, _ items: IndexSet, _ target: Int) {
      guard let move = editing.move, let index = source.index(ofSection: section.id),
        source.snapshot.sections[index].items.elementsEqual(section.items, by: { $0.id == $1.id })
      else { return }
      perform {
        for (from, to) in SingleMoves.moves(of: items, to: target, count: section.items.count) {
          try move(ItemPlace(section: index, item: from), ItemPlace(section: index, item: to))
        }
      }
    }

    /// Deletes the items that were drawn, at whatever places they are by now.
    private func delete(in section: Source.Snapshot.Section, _ items: IndexSet) {
      guard let delete = editing.delete else { return }
      let drawn = items.filter { $0 < section.items.count }.map { section.items[$0].id }
      perform {
        for id in drawn { try source.place(of: id).map(delete) }
      }
    }

    /// Performs edits, each as a step of its own. So the places of each edit refer to the list after the edits before
    /// it, whatever the source is built on.
    private func perform(_ edits: () throws -> Void) {
      do { try edits() } catch { onError(error) }
    }
  }
#endif
