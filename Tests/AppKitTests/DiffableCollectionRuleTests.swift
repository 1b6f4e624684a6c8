import AppKit
import SectionedTesting
import Testing

@Suite("The double's diffable data source of a collection keeps the rules of NSDiffableDataSource.h")
@MainActor
struct DiffableCollectionRuleTests {
  private typealias Source = NSCollectionViewDiffableDataSource<String, Int>
  private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  private final class NumberItem: NSCollectionViewItem {
    var number = 0
    private(set) var reuses = 0
    override func loadView() { view = NSView(frame: .zero) }
    override func prepareForReuse() { reuses += 1 }
  }

  private final class SectionView: NSTableCellView, NSCollectionViewElement {
    var text = ""
    override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
    required init?(coder: NSCoder) { nil }
  }

  private static let number = NSUserInterfaceItemIdentifier("number")
  private static let header = NSUserInterfaceItemIdentifier("header")
  private let view = NSCollectionView(frame: .zero)
  private let window: NSWindow
  private let source: Source

  init() {
    let layout = NSCollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    view.collectionViewLayout = layout
    window = NSWindow(scrolling: view)
    let kind = NSCollectionView.elementKindSectionHeader
    view.register(NumberItem.self, forItemWithIdentifier: Self.number)
    view.register(SectionView.self, forSupplementaryViewOfKind: kind, withIdentifier: Self.header)
    source = Source(collectionView: view) { view, path, number in
      let item = view.makeItem(withIdentifier: Self.number, for: path)
      (item as? NumberItem)?.number = number
      return item
    }
    source.supplementaryViewProvider = { view, kind, path in
      let made = view.makeSupplementaryView(ofKind: kind, withIdentifier: Self.header, for: path) as? SectionView
      made?.text = "\(path.section)"
      return made
    }
  }

  /// Returns the snapshot `A: 1 2 | B: 3`.
  private func list(_ sections: [(String, [Int])] = [("A", [1, 2]), ("B", [3])]) -> Snapshot {
    var list = Snapshot()
    for (section, items) in sections {
      list.appendSections([section])
      list.appendItems(items, toSection: section)
    }
    return list
  }

  private func item(_ number: Int) -> NumberItem? {
    window.layoutIfNeeded()
    return source.indexPath(for: number).flatMap { view.item(at: $0) as? NumberItem }
  }

  private var shown: [Int] {
    window.layoutIfNeeded()
    return view.indexPathsForVisibleItems().sorted().map { (view.item(at: $0) as? NumberItem)?.number ?? -1 }
  }

  private var headers: [String] {
    window.layoutIfNeeded()
    let kind = NSCollectionView.elementKindSectionHeader
    return view.indexPathsForVisibleSupplementaryElements(ofKind: kind).sorted().map {
      (view.supplementaryView(forElementKind: kind, at: $0) as? SectionView)?.text ?? "-"
    }
  }

  @Test("With differences items and selection stay; without them the collection is reloaded")
  func differences() {
    source.apply(list(), animatingDifferences: false)
    #expect(shown == [1, 2, 3])
    view.selectItems(at: [IndexPath(item: 0, section: 0), IndexPath(item: 0, section: 1)], scrollPosition: [])
    let (kept, reloads) = (item(3), view.reloads)
    source.apply(list([("B", [3, 4]), ("A", [2])]), animatingDifferences: true)
    #expect(shown == [3, 4, 2])
    #expect(view.selectionIndexPaths == [IndexPath(item: 0, section: 0)])
    #expect(item(3) === kept && view.reloads == reloads)
    source.apply(list(), animatingDifferences: false)
    #expect(view.selectionIndexPaths == [] && view.reloads == reloads + 1)
    #expect(shown == [1, 2, 3])
  }

  @Test("A reloaded item is asked for again, and is not selected any more")
  func replacedItems() {
    source.apply(list(), animatingDifferences: false)
    #expect((1...3).map { item($0)?.reuses } == [0, 0, 0])
    view.selectItems(at: [IndexPath(item: 1, section: 0)], scrollPosition: [])
    var next = list()
    next.reloadItems([2])
    source.apply(next, animatingDifferences: true)
    #expect(shown == [1, 2, 3])
    #expect((1...3).map { item($0)?.reuses } == [0, 1, 0])
    #expect(view.selectionIndexPaths == [])
  }

  @Test("A section's view is asked for once, and moves with its section")
  func supplementaryViews() {
    source.apply(list(), animatingDifferences: false)
    #expect(headers == ["0", "1"])
    source.apply(list([("B", [3]), ("C", []), ("A", [1, 5])]), animatingDifferences: true)
    #expect(headers == ["1", "1", "0"])
  }

  @Test("An identifier is in a list once")
  func duplicates() {
    let refusals = Refusals.recorded { _ = list([("A", [1]), ("B", [2, 2])]) }
    #expect(refusals == ["Fatal: supplied item identifiers are not unique. Duplicate identifiers: {(\n    2\n)}"])
  }
}
