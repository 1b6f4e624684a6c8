import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The article's samples of diffable data sources, pickers and pull to refresh.
@MainActor
enum OtherSamples {
  struct Note: Identifiable {
    let id: Int
    var text: String
  }

  struct Folder: Identifiable {
    let id: String
    var name = ""
  }

  final class FolderHeader: UICollectionReusableView {
    let label = UILabel()
  }

  @MainActor
  final class NotesScreen {
    let list: DiffableCollectionBinding<MemoryList<Folder, Note>>

    init(_ notes: MemoryList<Folder, Note>, _ collectionView: UICollectionView) {
      // guide
      let cell = UICollectionView.CellRegistration<UICollectionViewListCell, Note> { cell, _, note in
        var content = cell.defaultContentConfiguration()
        content.text = note.text
        cell.contentConfiguration = content
      }
      list = DiffableCollectionBinding(notes, in: collectionView) { view, path, note in
        view.dequeueConfiguredReusableCell(using: cell, for: path, item: note)
      }
      // end
      // guide
      let header = UICollectionView.SupplementaryRegistration<FolderHeader>(
        elementKind: UICollectionView.elementKindSectionHeader
      ) { _, _, _ in }
      list.add(.header, header) { view, folder, context in
        view.label.text = "\(folder.name): \(context.numberOfItems)"
      }
      // end
    }
  }

  @MainActor
  final class AlbumPicker {
    let picker = UIPickerView()
    var title: String?
    private var binding: PickerBinding<MemoryList<Folder, Album>>?

    struct Album: Identifiable {
      let id: Int
      var title: String
    }

    func show(_ albums: MemoryList<Folder, Album>) {
      // guide
      let rows = PickerList(albums, includesBlankRow: true)
      let binding = PickerBinding(rows, in: picker) { album in album?.title ?? "None" }
      binding.picked = { [weak self] album in self?.title = album?.title }
      self.binding = binding
      // end
    }
  }

  struct Headline: Identifiable, Sendable {
    let id: Int
    var text: String
  }

  final class NewsViewController: UITableViewController {
    typealias News = LoadingDataSource<OnlySection, OnlySection, Headline, Int, Int>

    private var binding: TableBinding<News>?
    private var refreshing: RefreshBinding?

    func show(_ news: News) {
      // guide
      var rules = ListRules()
      rules.add(
        .tableCell(for: Headline.self) { headline, _ in
          var content = UIListContentConfiguration.cell()
          content.text = headline.text
          return content
        })
      binding = TableBinding(news, in: tableView, rules: rules)

      let control = UIRefreshControl()
      tableView.refreshControl = control
      refreshing = RefreshBinding(news, control)
      news.loadIfNeeded()
      // end
    }
  }
}

@Suite("The samples of diffable data sources, pickers and pull to refresh do what they say", .serialized)
@MainActor
struct OtherSampleTests {
  private func texts(_ view: UICollectionView) -> [String?] {
    view.layoutIfNeeded()
    return view.indexPathsForVisibleItems.sorted().map {
      (view.cellForItem(at: $0)?.contentConfiguration as? UIListContentConfiguration)?.text
    }
  }

  private func headers(_ view: UICollectionView) -> [String?] {
    (0..<view.numberOfSections).map { section in
      let header = view.supplementaryView(
        forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))
      return (header as? OtherSamples.FolderHeader)?.label.text
    }
  }

  @Test("notes in a diffable data source, after many edits: cells, and headers that count them")
  func diffable() async throws {
    let refusals = try await Refusals.recorded {
      let notes = MemoryList<OtherSamples.Folder, OtherSamples.Note>([
        SectionContent(.init(id: "a", name: "A"), items: (0..<3).map { .init(id: $0, text: "n\($0)") }),
        SectionContent(.init(id: "b", name: "B")),
      ])
      let layout = UICollectionViewFlowLayout()
      layout.headerReferenceSize = CGSize(width: 320, height: 20)
      let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 2000), collectionViewLayout: layout)
      let window = UIWindow(showing: view)
      window.isHidden = false
      let screen = OtherSamples.NotesScreen(notes, view)
      #expect(texts(view) == ["n0", "n1", "n2"])
      #expect(headers(view) == ["A: 3", "B: 0"])
      var random = SeededRandom(seed: 3)
      for number in 10..<60 {
        let section = random.below(2)
        switch random.below(5) {
        case 4: try notes.updateSection(.init(id: "ab".map(String.init)[section], name: "F\(number)"))
        case 0: try notes.append(.init(id: number, text: "n\(number)"), toSection: section)
        case 1: if let id = notes.allItems.randomElement(using: &random)?.id { try notes.remove(id) }
        case 2:
          if let id = notes.allItems.randomElement(using: &random)?.id {
            try notes.update(.init(id: id, text: "x\(number)"))
          }
        default:
          if let id = notes.allItems.randomElement(using: &random)?.id {
            try notes.move(id, to: ItemPlace(section: notes.place(of: id)?.section == 0 ? 1 : 0, item: 0))
          }
        }
        await nextTurn()
        #expect(texts(view) == notes.allItems.map(\.text))
        let wanted = (0..<2).map { "\(notes.section(at: $0)?.name ?? ""): \(notes.numberOfItems(inSection: $0))" }
        #expect(headers(view) == wanted)
      }
      withExtendedLifetime((screen, window)) {}
    }
    #expect(refusals == [])
  }

  @Test("a picker keeps what is picked while rows come and go, and says when that goes")
  func picker() throws {
    let albums = MemoryList<OtherSamples.Folder, OtherSamples.AlbumPicker.Album>([
      SectionContent(.init(id: "all"), items: (1...3).map { .init(id: $0, title: "album \($0)") })
    ])
    let screen = OtherSamples.AlbumPicker()
    screen.show(albums)
    func title(_ row: Int) -> String? {
      screen.picker.delegate?.pickerView(screen.picker, titleForRow: row, forComponent: 0)
    }
    #expect((0..<4).map(title) == ["None", "album 1", "album 2", "album 3"])
    screen.picker.turn(to: 3, inComponent: 0)
    #expect(screen.title == "album 3")
    for number in 10..<40 {
      try albums.insert(.init(id: number, title: "album \(number)"), at: ItemPlace(section: 0, item: number % 3))
      let row = screen.picker.selectedRow(inComponent: 0)
      #expect(title(row) == "album 3" && screen.title == "album 3")
    }
    try albums.remove(3)
    #expect(screen.title == title(screen.picker.selectedRow(inComponent: 0)).flatMap { $0 == "None" ? nil : $0 })
    screen.picker.turn(to: 0, inComponent: 0)
    #expect(screen.title == nil)
  }

  @Test("news are loaded when the table is there, and anew with each pull, also while more is appended")
  func refresh() async throws {
    let refusals = try await Refusals.recorded {
      var loads = 0
      let news = OtherSamples.NewsViewController.News(
        MemoryDataSource([], sectionID: { $0 }, itemID: \.id, areSameSections: ==, areSameItems: nil),
        isolation: MainActor.shared
      ) { request in
        if case .append = request {
          // Waits until the request is cancelled.
          for await _ in AsyncStream.makeStream(of: Int.self).stream {}
          throw CancellationError()
        }
        loads += 1
        return LoadedPage(
          [SectionContent(OnlySection(), items: (0..<2).map { .init(id: loads * 10 + $0, text: "\(loads) \($0)") })],
          cursor: loads)
      }
      let controller = OtherSamples.NewsViewController()
      let window = UIWindow(showing: try #require(controller.view))
      window.isHidden = false
      controller.show(news)
      let table = try #require(controller.tableView)
      @MainActor func settle() async { for _ in 0..<50 { await nextTurn() } }
      await settle()
      @MainActor func texts() -> [String?] {
        table.layoutIfNeeded()
        return (table.indexPathsForVisibleRows ?? []).map {
          (table.cellForRow(at: $0)?.contentConfiguration as? UIListContentConfiguration)?.text
        }
      }
      #expect(texts() == ["1 0", "1 1"])
      for load in 2..<12 {
        // Every other pull begins while more rows are being appended. The pull wins.
        if load % 2 == 0 {
          news.append()
          await settle()
          #expect(news.phase == .appending)
        }
        table.pullToRefresh()
        #expect(table.refreshControl?.isRefreshing == true)
        await settle()
        #expect(table.refreshControl?.isRefreshing == false)
        #expect(texts() == ["\(loads) 0", "\(loads) 1"], "after pull \(load)")
      }
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }
}
