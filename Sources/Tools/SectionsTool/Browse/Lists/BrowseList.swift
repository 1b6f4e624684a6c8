import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTerminal
import SectionedViews

/// The interface of a terminal list to the browser, independent of its source.
@MainActor
protocol AnyTerminalList: AnyObject {
  var frame: TerminalFrame { get set }
  var columns: [TerminalColumn] { get set }
  var cursor: TerminalCursor? { get set }
  var style: TerminalListStyle { get set }
  var isOnScreen: Bool { get set }
  var numberOfSections: Int { get }
  func draw(on screen: any TerminalScreen)
  @discardableResult func handle(_ key: TerminalKey) -> TerminalListReply
  func clearMarks()
  @discardableResult func jump(toTitle text: String) -> Bool
  func drawHeadings(_ titles: [String], row: Int, _ style: TerminalStyle, on screen: any TerminalScreen)
  /// Allows edits. `failed` receives the error of a move that a key requested.
  func allow(_ editing: ListEditing, _ failed: @escaping (any Error) -> Void)
}

extension TerminalList: AnyTerminalList {
  var numberOfSections: Int { presenter.numberOfSections }

  func allow(_ editing: ListEditing, _ failed: @escaping (any Error) -> Void) {
    (presenter.editing, moveFailed) = (editing, failed)
  }
}

/// A list of objects and its operations, independent of its source.
@MainActor
struct BrowseList {
  let list: any AnyTerminalList
  let object: (ItemPlace) -> NSManagedObject?
  let section: (Int) -> BrowseSection?
  let place: (NSManagedObjectID) -> ItemPlace?
  /// Returns the index of the section whose object has an ID.
  var index: (NSManagedObjectID) -> Int? = { _ in nil }
  /// Returns the number of items and of empty sections. They are counted once for each version of the list.
  let totals: () -> (items: Int, empty: Int)
  /// Fetches again with another query that has the same grouping, as one step of the list.
  var change: (BrowseQuery) throws -> Void
  /// Moves items by their positions or in a relationship; nil if the user cannot move them.
  var reordering: ListReordering?
  /// Applies changes that no item reports, such as a new order of a relationship.
  var refresh: () -> Void = {}

  /// Closures that make the texts of items and sections.
  struct Texts {
    let row: (NSManagedObject) -> TerminalRow
    let header: (BrowseSection) -> TerminalHeader
    let title: (BrowseSection) -> String?
    /// Receives the errors of moves.
    let failed: (any Error) -> Void
  }

  fileprivate init<Source: SectionedDataSource>(
    _ source: Source, _ texts: Texts, section: @escaping (Source.Section) -> BrowseSection,
    place: @escaping (NSManagedObjectID) -> ItemPlace?, detail: @escaping (Int) -> String? = { _ in nil },
    change: @escaping (BrowseQuery) throws -> Void
  ) where Source.Item == NSManagedObject {
    let header = { (model: Source.Section, index: Int) -> TerminalHeader in
      var header = texts.header(section(model))
      header.detail = detail(index) ?? header.detail
      return header
    }
    let list = TerminalList(source, header: header) { item, _ in texts.row(item) }
    list.indexTitle = { texts.title(section($0)) }
    self.list = list
    object = { list.presenter.item(at: $0) }
    self.section = { list.presenter.section(at: $0).map(section) }
    self.place = place
    self.change = change
    var known: (items: Int, empty: Int)?
    list.presenter.didUpdate = { _, _ in known = nil }
    totals = {
      if let known { return known }
      var totals = (items: 0, empty: 0)
      for section in 0..<list.presenter.numberOfSections {
        let count = list.presenter.numberOfItems(inSection: section)
        totals.items += count
        if count == 0 { totals.empty += 1 }
      }
      known = totals
      return totals
    }
  }
}

extension BrowseList {
  /// Makes the list of a query and fetches it.
  ///
  /// - Throws: an error about the query, or the fetch's error.
  static func make(_ query: BrowseQuery, in store: BrowseStore, _ texts: Texts) throws -> BrowseList {
    if let parent = query.tree { return try tree(query, parent, in: store, texts) }
    return switch try query.grouping() {
    case .related(let path): try related(query, path, in: store, texts)
    case .none where query.followed?.relationship.isOrdered == true: try ordered(query, in: store, texts)
    case .none where query.options.limit == 0 && query.options.offset == 0: try flat(query, in: store, texts)
    case .none: try window(query, in: store, texts)
    case .attribute(let attribute) where query.options.limit == 0 && query.options.offset == 0:
      try byValues(query, attribute, in: store, texts)
    case .attribute(let attribute): try grouped(query, attribute, in: store, texts)
    case .day(let attribute): try byDays(query, attribute, in: store, texts)
    case .each(let relationship): try tagged(query, relationship, in: store, texts)
    }
  }

  private static func related(
    _ query: BrowseQuery, _ path: GroupingPath, in store: BrowseStore, _ texts: Texts
  ) throws -> BrowseList {
    var options = query.options
    options.items = query.entity.name ?? ""
    let lists = try ListSource(options, in: store.store)
    let controller = try lists.controller(in: store.context)
    try query.configure(controller.itemFetchRequest)
    controller.sectionFetchRequest.fetchBatchSize = BrowseQuery.rowsAtOnce
    controller.showsEmptySections = query.showsEmptySections
    let source: SectionRowsSource
    do {
      source = try SectionRowsSource(controller, anomalies: store.anomalies)
    } catch {
      throw lists.explained(error)
    }
    var result = BrowseList(
      source, texts, section: { $0.object.map { .object($0) } ?? .unmatched }, place: { source.place(of: $0) },
      detail: { lists.detail(ofSectionAt: $0, in: controller) }
    ) { query in
      try source.fetch(showingEmptySections: query.showsEmptySections) { items, sections in
        let wanted = NSFetchRequest<NSManagedObject>()
        try query.configure(wanted)
        items.predicate = wanted.predicate
        items.sortDescriptors = wanted.sortDescriptors
        sections.sortDescriptors = try query.sectionSortDescriptors(of: path.sectionEntity)
      }
    }
    result.index = { source.index(ofSection: ListedID($0)) }
    result.letMove(query, in: store, texts.failed) { _ in
      ControllerReordering(controller, section: nil, performer: performer(of: source))
    }
    return result
  }

  private static func flat(_ query: BrowseQuery, in store: BrowseStore, _ texts: Texts) throws -> BrowseList {
    func request(_ query: BrowseQuery) throws -> NSFetchRequest<NSManagedObject> {
      let request = NSFetchRequest<NSManagedObject>()
      try query.configure(request)
      return request
    }
    let source = try RowsSource(try request(query), in: store.context, anomalies: store.anomalies)
    var result = BrowseList(source, texts, section: { _ in .all }, place: { source.place(of: $0) }) { query in
      try source.fetch(try request(query))
    }
    result.letMove(query, in: store, texts.failed) {
      BrowsedRows(source, in: store.context, place: { source.place(of: $0) }, request: $0)
    }
    result.list.style.showsHeaders = false
    return result
  }

  /// Makes the list of a relationship's objects, in the relationship's order unless the user has chosen another one.
  private static func ordered(_ query: BrowseQuery, in store: BrowseStore, _ texts: Texts) throws -> BrowseList {
    let base = try fetched(query, in: store)
    try base.performFetch()
    let source = SortedDataSource(base)
    var (ids, isChosen) = ([NSManagedObjectID](), false)
    // No item reports a change of the relationship's order, so compare it at each refresh.
    func takeOrder() {
      let now = isChosen ? [] : query.followed?.objectIDs ?? []
      guard now != ids else { return }
      ids = now
      let ranks = Dictionary(now.enumerated().map { ($1, $0) }) { first, _ in first }
      source.setOrder(isChosen ? nil : { ranks[$0.objectID] ?? .max < ranks[$1.objectID] ?? .max })
    }
    isChosen = !query.options.sort.isEmpty
    takeOrder()
    var result = BrowseList(source, texts, section: { _ in .all }, place: { source.place(of: ListedID($0)) }) { query in
      isChosen = !query.options.sort.isEmpty
      takeOrder()
      try refetch(base, by: query)
    }
    result.refresh = takeOrder
    result.letMove(query, in: store, texts.failed) {
      BrowsedRows(
        source, in: store.context, followed: query.followed, place: { source.place(of: ListedID($0)) },
        didMove: takeOrder, request: $0)
    }
    result.list.style.showsHeaders = false
    return result
  }

  private static func byValues(
    _ query: BrowseQuery, _ attribute: NSAttributeDescription, in store: BrowseStore, _ texts: Texts
  ) throws -> BrowseList {
    func request(_ query: BrowseQuery) throws -> NSFetchRequest<NSManagedObject> {
      let request = NSFetchRequest<NSManagedObject>()
      try query.configure(request)
      request.sortDescriptors = order(request.sortDescriptors, sectionsBy: attribute)
      return request
    }
    let source = try ValueRowsSource(try request(query), in: store.context, anomalies: store.anomalies)
    var result = BrowseList(source, texts, section: { .value($0) }, place: { source.place(of: $0) }) { query in
      try source.fetch(try request(query))
    }
    result.letMove(query, in: store, texts.failed) {
      BrowsedRows(
        source, in: store.context, group: attribute.name, place: { source.place(of: $0) }, request: $0)
    }
    return result
  }

  /// Returns sort descriptors that begin with the sections' attribute, followed by those of the items. A given
  /// descriptor for the attribute decides its direction.
  private static func order(
    _ given: [NSSortDescriptor]?, sectionsBy attribute: NSAttributeDescription
  ) -> [NSSortDescriptor] {
    let (given, key) = (given ?? [], attribute.name)
    let first = given.first { $0.key == key } ?? NSSortDescriptor(key: key, ascending: true)
    return [first] + given.filter { $0.key != key }
  }

  /// Makes a list with a limit or an offset. `FetchedList` keeps the window. The controller that `flat` uses would let
  /// the window grow.
  private static func window(_ query: BrowseQuery, in store: BrowseStore, _ texts: Texts) throws -> BrowseList {
    let source = try fetched(query, in: store)
    try source.performFetch()
    var result = BrowseList(source, texts, section: { _ in .all }, place: { source.place(of: $0) }) { query in
      try refetch(source, by: query)
    }
    result.letMove(query, in: store, texts.failed) {
      BrowsedRows(source, in: store.context, place: { source.place(of: $0) }, request: $0)
    }
    result.list.style.showsHeaders = false
    return result
  }

  private static func grouped(
    _ query: BrowseQuery, _ attribute: NSAttributeDescription, in store: BrowseStore, _ texts: Texts
  ) throws -> BrowseList {
    let base = try fetched(query, in: store)
    let source = try base.grouped(by: .keyPath(attribute.name))
    try base.performFetch()
    var result = BrowseList(source, texts, section: { .value($0) }, place: { source.place(of: $0) }) { query in
      try refetch(base, by: query, sectionsBy: attribute)
    }
    result.letMove(query, in: store, texts.failed) {
      BrowsedRows(
        source, in: store.context, group: attribute.name, place: { source.place(of: $0) }, request: $0)
    }
    return result
  }

  /// Makes a list whose sections are the days of a date. If the items are sorted by this date in descending order, so
  /// are the days.
  private static func byDays(
    _ query: BrowseQuery, _ attribute: NSAttributeDescription, in store: BrowseStore, _ texts: Texts
  ) throws -> BrowseList {
    let days = LocalDays(query.options.timeZone)
    let grouping = FetchedGrouping<NSManagedObject, String>.attribute(attribute.name, as: Date.self) {
      days.name(of: $0)
    }
    func isDescending(_ query: BrowseQuery) -> Bool {
      query.options.sort.contains { $0.key == attribute.name && !$0.ascending }
    }
    func orderOfDays(_ query: BrowseQuery) -> GroupOrder<String> { isDescending(query) ? .descending : .ascending }
    func nilGroup(_ query: BrowseQuery) -> NilGroup { isDescending(query) ? .last : .first }
    let base = FetchedList(try request(query, byDaysOf: attribute), in: store.context, anomalies: store.anomalies)
    let source = try base.grouped(by: grouping, order: orderOfDays(query), nilGroup: nilGroup(query))
    try base.performFetch()
    return BrowseList(source, texts, section: { .value($0) }, place: { source.place(of: $0) }) { query in
      let request = try request(query, byDaysOf: attribute)
      try base.changeRequest { changed in
        changed.predicate = request.predicate
        changed.sortDescriptors = request.sortDescriptors
      }
      source.setOrder(orderOfDays(query))
      source.nilGroup = nilGroup(query)
    }
  }

  /// Returns a request that sorts items by the date if no other order is given. With a limit or an offset it always
  /// sorts by the date first, so that the window has whole days.
  private static func request(
    _ query: BrowseQuery, byDaysOf attribute: NSAttributeDescription
  ) throws -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>()
    try query.configure(request)
    if query.options.sort.isEmpty || query.options.limit > 0 || query.options.offset > 0 {
      request.sortDescriptors = order(request.sortDescriptors, sectionsBy: attribute)
    }
    return request
  }

  private static func tagged(
    _ query: BrowseQuery, _ relationship: NSRelationshipDescription, in store: BrowseStore, _ texts: Texts
  ) throws -> BrowseList {
    let base = try fetched(query, in: store)
    try base.performFetch()
    let source = try base.groupedByEach(relationship.name)
    let context = store.context
    return BrowseList(
      source, texts, section: { $0.map { .object(context.object(with: $0)) } ?? .unmatched },
      place: { id in
        // An item may be in several sections. Return its first place.
        guard let item = base.item(for: id) else { return nil }
        for section in 0..<source.numberOfSections {
          for index in 0..<source.numberOfItems(inSection: section) {
            let place = ItemPlace(section: section, item: index)
            if source.item(at: place) === item { return place }
          }
        }
        return nil
      }
    ) { try refetch(base, by: $0) }
  }

  private static func fetched(_ query: BrowseQuery, in store: BrowseStore) throws -> FetchedList<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>()
    try query.configure(request)
    return FetchedList(request, in: store.context, anomalies: store.anomalies)
  }

  private static func refetch(
    _ source: FetchedList<NSManagedObject>, by query: BrowseQuery, sectionsBy attribute: NSAttributeDescription? = nil
  ) throws {
    let request = NSFetchRequest<NSManagedObject>()
    try query.configure(request)
    let wanted = request.sortDescriptors
    try source.changeRequest { changed in
      changed.predicate = request.predicate
      changed.sortDescriptors = attribute.map { order(wanted, sectionsBy: $0) } ?? wanted
    }
  }
}

extension ListSource {
  /// The end of a section's header: the item count, as "3 of 12" if not all items are shown, and the aggregates. Nil if
  /// all items are shown and there are no aggregates.
  fileprivate func detail(ofSectionAt index: Int, in controller: Controller) -> String? {
    // The controller may have fewer sections than the list that is about to be shown.
    guard index < controller.allSections.count else { return nil }
    let section = controller.allSections[index]
    let (shown, total) = (section.numberOfObjects, section.totalNumberOfObjects)
    if aggregates.isEmpty, shown == total { return nil }
    let count = shown == total ? "\(shown)" : "\(shown) of \(total)"
    return total == 0 || aggregates.isEmpty ? count : count + ", " + aggregates.text { section.value(of: $0) }
  }
}
