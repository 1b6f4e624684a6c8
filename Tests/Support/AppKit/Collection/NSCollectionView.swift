import SectionedChanges

/// A double of AppKit's collection view. Its batch updates follow UIKit's rules. `NSCollectionView.h` first says that
/// `performBatchUpdates` processes deletions before insertions; the next sentence says the reverse.
@MainActor
open class NSCollectionView: NSView {
  /// The kind of a supplementary view.
  public typealias SupplementaryElementKind = String
  /// The element kind of headers.
  public static let elementKindSectionHeader: SupplementaryElementKind = "NSCollectionElementKindSectionHeader"
  /// The element kind of footers.
  public static let elementKindSectionFooter: SupplementaryElementKind = "NSCollectionElementKindSectionFooter"

  /// The part of the view to which a selected item is scrolled.
  public struct ScrollPosition: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Makes a value with the given bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The upper edge.
    public static let top = ScrollPosition(rawValue: 1)
  }

  /// The target of a drop: an item, or the gap before it.
  public enum DropOperation: Int, Sendable {
    /// The item.
    case on
    /// The gap before the item.
    case before
  }

  /// The data source.
  open weak var dataSource: (any NSCollectionViewDataSource)? { didSet { if dataSource !== oldValue { forget() } } }
  /// The delegate.
  open weak var delegate: (any NSCollectionViewDelegate)?
  /// The prefetching data source.
  open weak var prefetchDataSource: (any NSCollectionViewPrefetching)?
  /// The layout.
  open var collectionViewLayout: NSCollectionViewLayout? { didSet { needsLayout = true } }
  /// Whether the user may select items.
  open var isSelectable = false
  /// Whether the user may select several items.
  open var allowsMultipleSelection = false
  /// The selected items.
  open var selectionIndexPaths: Set<IndexPath> = [] {
    didSet { for (path, item) in items { item.isSelected = selectionIndexPaths.contains(path) } }
  }

  let data = ListData(.collection)
  var items: [IndexPath: NSCollectionViewItem] = [:]
  var headers: [Int: NSView] = [:]
  var prefetching = Prefetching()
  var itemClasses: [NSUserInterfaceItemIdentifier: NSCollectionViewItem.Type] = [:]
  var viewClasses: [String: NSView.Type] = [:]
  var itemNibs: [NSUserInterfaceItemIdentifier: NSNib] = [:]
  var viewNibs: [String: NSNib] = [:]
  var itemPool: [NSUserInterfaceItemIdentifier: [NSCollectionViewItem]] = [:]
  /// The number of calls of `reloadData()`.
  public private(set) var reloads = 0

  /// Makes a collection without a layout.
  public override init(frame frameRect: CGRect) {
    super.init(frame: frameRect)
    connect()
  }

  /// Makes a collection from an archive.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    connect()
  }

  private func connect() {
    data.ask = { [unowned self] in
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map {
        dataSource.collectionView(self, numberOfItemsInSection: $0)
      }
    }
  }

  open override func viewDidMoveToWindow() { needsLayout = true }
  open override func layout() { layoutItems() }

  /// A proxy whose changes are animated. The double's animations take no time.
  public func animator() -> Self { self }

  /// The number of sections, as of the last counts.
  open var numberOfSections: Int { data.load().count }

  /// The number of items in a section, as of the last counts.
  open func numberOfItems(inSection section: Int) -> Int {
    let counts = data.load()
    if !counts.indices.contains(section) { refuse("There is no section \(section): there are \(counts.count).") }
    return counts.indices.contains(section) ? counts[section] : 0
  }

  /// Forgets the list, including the selection. The view then asks the data source again.
  open func reloadData() {
    if data.questions > 0 { return refuse("reloadData was called while the collection asks its data source.") }
    if data.depth > 0 { return refuse("reloadData was called in a batch.") }
    reloads += 1
    forget()
  }

  func forget() {
    for item in items.values { drop(item) }
    for view in headers.values { view.removeFromSuperview() }
    (items, headers, selectionIndexPaths) = ([:], [:], [])
    prefetching.clear()
    data.forget()
    needsLayout = true
  }

  func drop(_ item: NSCollectionViewItem) {
    item.view.removeFromSuperview()
    item.collectionView = nil
    if let identifier = item.identifier { itemPool[identifier, default: []].append(item) }
  }
}
