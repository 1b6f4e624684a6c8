// A table of tracks with group rows for albums. The user sorts by a column header, searches in a field, and selects by
// typing.
import AppKit
import CoreData
import SectionedAppKit
import SectionedDataSources
import SectionedViews

struct Album: Identifiable {
  let id: Int
  var title: String
}

struct Track: Identifiable {
  let id: Int
  var title: String
  /// In seconds.
  var length: Int
}

@MainActor
final class TrackTable {
  let albums = MemoryList<Album, Track>()
  let table = NSTableView(frame: .zero)
  let searchField = NSSearchField(frame: .zero)
  let found: FilteredDataSource<MemoryList<Album, Track>>
  let sorted: SortedDataSource<FilteredDataSource<MemoryList<Album, Track>>>
  private(set) var played: [Int] = []
  private(set) var binding: TableBinding<SortedDataSource<FilteredDataSource<MemoryList<Album, Track>>>>?
  private var search: SearchFieldBinding?

  init() {
    found = FilteredDataSource(albums) { track, query in
      query.text.isEmpty || track.title.lowercased().contains(query.text.lowercased())
    }
    sorted = SortedDataSource(found, by: { $0.title < $1.title })
    search = SearchFieldBinding(found, in: searchField)
    showTracks()
  }

  private func showTracks() {
    for name in ["title", "length"] {
      let column = NSTableColumn(identifier: NSUserInterfaceItemIdentifier(name))
      column.title = name
      column.sortDescriptorPrototype = NSSortDescriptor(key: name, ascending: true)
      table.addTableColumn(column)
    }
    table.allowsMultipleSelection = true
    table.floatsGroupRows = true
    let binding = TableBinding(sorted, in: table)
    binding.columnRules[NSUserInterfaceItemIdentifier("title")] = Self.column { $0.title }
    binding.columnRules[NSUserInterfaceItemIdentifier("length")] = Self.column { "\($0.length) s" }
    binding.headerTitle = { album, _ in album.title }
    binding.typeSelectText = { $0.title }
    binding.sortDescriptorsDidChange = { [weak self] descriptors in self?.sort(by: descriptors) }
    binding.contextMenu = { [weak self] menu, tracks in
      menu.addItem(NSMenuItem(title: "Play \(tracks.count)", action: nil, keyEquivalent: ""))
      self?.played += tracks.map(\.id)
    }
    self.binding = binding
  }

  private static func column(_ text: @escaping @MainActor (Track) -> String) -> ListRules {
    var rules = ListRules()
    rules.add(ViewRule(.cell, LineCell.self, for: Track.self) { cell, track, _ in cell.show(text(track)) })
    return rules
  }

  /// Sets the order of the source. Rows move, and the selection is kept.
  private func sort(by descriptors: [NSSortDescriptor]) {
    guard let first = descriptors.first else { return }
    let isByLength = first.key == "length"
    let isAscending = first.ascending
    sorted.setOrder { track, other in
      let isBefore = isByLength ? track.length < other.length : track.title < other.title
      let isBehind = isByLength ? other.length < track.length : other.title < track.title
      return isAscending ? isBefore : isBehind
    }
  }
}
