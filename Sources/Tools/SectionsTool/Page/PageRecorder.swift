import SectionedChanges
import SectionedDataSources
import SectionedViews

/// A view that records each call from its presenter as a frame of a page.
@MainActor
final class PageRecorder<Source: SectionedDataSource> {
  let presenter: ListPresenter<Source>
  private let title: String
  private let itemTitle: (Source.Item) -> String
  private let sectionTitle: (Source.Section) -> String
  private var batches: [PageBatch] = []
  private(set) var frames: [PageFrame] = []
  /// The keys in the page, with the identifiers that they represent.
  private var names: [(key: String, id: String)] = []
  private var itemKeys: [ListedID<Source.ItemID>: String] = [:]
  private var sectionKeys: [ListedID<Source.SectionID>: String] = [:]
  /// The keys of the sections and items for which the view has headers and cells.
  private var shown: Set<String> = []
  /// Whether the last frame is the refresh at the end of a plan, to which several calls belong.
  private var isRefreshing = false
  var selection: [ItemPlace] = []
  var editedItem: ItemPlace?

  /// - Parameters:
  ///   - source: the source of the list.
  ///   - title: the title of the page.
  ///   - itemTitle: returns the text of an item's cell.
  ///   - sectionTitle: returns the text of a section's header.
  init(
    _ source: Source, title: String, itemTitle: @escaping (Source.Item) -> String,
    sectionTitle: @escaping (Source.Section) -> String
  ) {
    self.title = title
    self.itemTitle = itemTitle
    self.sectionTitle = sectionTitle
    presenter = ListPresenter(source)
    presenter.willUpdate = { [unowned self] update, _ in
      if !batches.isEmpty { batches[batches.count - 1].changes += ChangeNotes(update.changes).lines }
    }
    presenter.didUpdate = { [unowned self] _, _ in isRefreshing = false }
    presenter.view = self
  }

  /// Begins a batch. All calls and changes until the next one belong to it.
  func begin(_ title: String) { batches.append(PageBatch(title: title)) }

  /// Adds calls of the delegate to the current batch.
  func add(callbacks: [String]) { batches[batches.count - 1].callbacks += callbacks }

  /// Ends the batch. If the view received no call, adds a frame that says so.
  func end() {
    if frames.last?.batch != batches.count - 1 { record(.nothing) { _ in } }
  }

  /// Adds a frame with the presenter's current list. A new row gets a cell or header, which reads its title.
  func record(_ kind: PageFrame.Kind, _ fill: (inout PageFrame) -> Void) {
    var frame = PageFrame(kind: kind, batch: batches.isEmpty ? nil : batches.count - 1)
    var next: Set<String> = []
    if kind == .first || kind == .reload { shown = [] }
    for section in 0..<presenter.numberOfSections {
      let key = key(ofSection: section)
      next.insert(key)
      if !shown.contains(key) { frame.titles[key] = title(ofSection: section) }
      var items: [String] = []
      for item in 0..<presenter.numberOfItems(inSection: section) {
        let place = ItemPlace(section: section, item: item)
        let key = self.key(of: place)
        next.insert(key)
        items.append(key)
        if !shown.contains(key) { frame.titles[key] = title(of: place) }
      }
      frame.list.append(.init(key: key, items: items))
    }
    shown = next
    fill(&frame)
    frames.append(frame)
  }

  /// Adds to the frame of the refresh at the end of a plan. The first call makes it.
  func refresh(_ fill: (inout PageFrame) -> Void) {
    if !isRefreshing { record(.refresh) { _ in } }
    isRefreshing = true
    fill(&frames[frames.count - 1])
  }

  func title(of place: ItemPlace) -> String { presenter.item(at: place).map(itemTitle) ?? "" }

  func title(ofSection index: Int) -> String { presenter.section(at: index).map(sectionTitle) ?? "" }

  private func key(of place: ItemPlace) -> String {
    guard let id = presenter.itemID(at: place) else { fatalError("The presenter has no item at \(place).") }
    if let key = itemKeys[id] { return key }
    let key = "i\(itemKeys.count)"
    itemKeys[id] = key
    names.append((key, "\(id)"))
    return key
  }

  private func key(ofSection index: Int) -> String {
    guard let id = presenter.sectionID(at: index) else { fatalError("The presenter has no section \(index).") }
    if let key = sectionKeys[id] { return key }
    let key = "s\(sectionKeys.count)"
    sectionKeys[id] = key
    names.append((key, "\(id)"))
    return key
  }

  /// The page with all frames so far.
  var page: HTMLPage {
    var before: [PageFrame.Section] = []
    var written: [JSON] = []
    for frame in frames {
      written.append(frame.json(after: before))
      before = frame.list
    }
    return HTMLPage(
      title: title,
      data: .object([
        ("title", .string(title)), ("names", .object(names.map { ($0.key, .string($0.id)) })),
        ("batches", .array(batches.map(\.json))), ("frames", .array(written)),
      ]))
  }
}

extension PageRecorder where Source == PageSource {
  convenience init(_ list: PageList, title: String) {
    self.init(PageSource(list), title: title, itemTitle: { $0 }, sectionTitle: { $0 })
  }

  /// Plays the events of a batch as a batch of the page.
  func play(_ title: String, _ events: [PageEvent]) {
    begin(title)
    for event in events {
      add(callbacks: event.callbacks)
      presenter.source.play(event)
    }
    end()
  }
}
