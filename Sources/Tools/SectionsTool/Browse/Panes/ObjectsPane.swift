import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTerminal

/// A list of objects.
@MainActor
final class ObjectsPane: BrowsePane {
  private let store: BrowseStore
  private(set) var query: BrowseQuery
  private var shown: BrowseList
  private let shownColumns: ShownColumns
  private var columns: [EntityKeyPath] { shownColumns.paths }
  /// Receives the errors of reading a row while the row is drawn.
  private let report: (any Error) -> Void
  /// Receives the object that the user chooses; nil to show the details of a chosen object.
  let pick: ((NSManagedObject) -> Void)?
  private let name: String?
  /// The objects of the followed relationship when they were last fetched, and the context's revision at that time.
  private var followed: (ids: Set<NSManagedObjectID>?, revision: Int)

  /// Fetches a list.
  ///
  /// - Throws: an error about the query, or the fetch's error.
  init(
    _ query: BrowseQuery, in store: BrowseStore, name: String? = nil, report: @escaping (any Error) -> Void,
    pick: ((NSManagedObject) -> Void)? = nil
  ) throws {
    (self.store, self.query, self.name, self.report, self.pick) = (store, query, name, report, pick)
    followed = (query.followedIDs, store.revision)
    let title = ObjectTitle.attribute(of: query.entity)?.name ?? ""
    shownColumns = ShownColumns(try query.columns(), try query.sectionColumns(), title: title)
    shown = try BrowseList.make(query, in: store, Self.texts(shownColumns, report))
  }

  var list: any AnyTerminalList { shown.list }

  func refresh() {
    followAgain()
    shown.refresh()
  }

  /// Fetches again if the followed relationship has other objects now, because no item reports that.
  private func followAgain() {
    guard followed.revision != store.revision else { return }
    let (before, now) = (followed.ids, query.followedIDs)
    followed = (now, store.revision)
    guard now != before else { return }
    do { try fetchAgain() } catch { report(error) }
  }

  var title: String {
    var title = name ?? query.entity.name ?? ""
    if let followed = query.followed {
      let owner = (try? ObjectTitle.name(of: followed.owner)) ?? nil
      title = "\(followed.relationship.name) of \(owner ?? ObjectTitle.shortName(of: followed.owner.objectID))"
    }
    if !query.options.by.isEmpty { title += " by \(query.options.by)" }
    if query.tree != nil { title += " as a tree" }
    return title.printable
  }

  var summary: String {
    let (items, empty) = shown.totals()
    let counted = ListTotals.count(items, "item")
    guard !query.options.by.isEmpty else { return counted }
    return "\(ListTotals.count(list.numberOfSections, "section")), \(empty) empty; \(counted)"
  }

  var headings: [String] { columns.isEmpty ? [] : shownColumns.headings }

  /// Shows the title, and one more column for each 14 cells of the width after the first 14. Their widths depend on the
  /// texts drawn so far.
  func layOut(width: Int) {
    let count = min(columns.count, max(0, width / 14 - 1))
    // A list shows marks in two cells at its left.
    let widths = shownColumns.widths.fitted(count + 1, to: max(0, width - 2))
    var all = [TerminalColumn(.flexible(minimum: widths[0]))]
    for (path, width) in zip(columns, widths.dropFirst()) {
      let isNumber = Self.isNumber(path, of: query.entity)
      all.append(TerminalColumn(.fixed(width), alignment: isNumber ? .trailing : .leading))
    }
    if list.columns != all { list.columns = all }
  }

  /// The object at the cursor: an item, or the object of a section; nil if there is none.
  var object: NSManagedObject? {
    switch list.cursor {
    case .item(let place): shown.object(place)
    case .header(let section): if case .object(let object)? = shown.section(section) { object } else { nil }
    case nil: nil
    }
  }

  /// The item at the cursor; nil if there is none.
  var item: NSManagedObject? { place.flatMap { shown.object($0) } }

  /// The section of the cursor; nil if there is none.
  var section: BrowseSection? { list.cursor.flatMap { shown.section($0.section) } }

  /// The first item of the cursor's section; nil if the section is empty.
  var firstItemOfSection: NSManagedObject? {
    list.cursor.flatMap { shown.object(ItemPlace(section: $0.section, item: 0)) }
  }

  /// Moves the cursor to an object, which is an item or a section. Does nothing if the list does not have it.
  func select(_ object: NSManagedObject) {
    if let place = shown.place(object.objectID) {
      list.cursor = .item(place)
    } else if let section = shown.index(object.objectID) {
      list.cursor = .header(section)
    }
  }

  /// Moves the item at the cursor down or up by one place, in its order or to the adjacent section.
  ///
  /// - Parameter isDown: whether it moves down.
  /// - Returns: whether the item can be moved there.
  /// - Throws: the reason why no item of the list can be moved.
  func moveItem(isDown: Bool) throws -> Bool {
    if query.tree != nil { throw ToolError.data("The nodes of a tree are not moved here.") }
    guard let reordering = shown.reordering else {
      throw ToolError.data(
        query.options.position == nil
          ? "Nothing says which attribute holds the order: --position KEY names it."
          : "Items are moved in lists without sections, or whose sections are objects or values. b chooses them.")
    }
    if query.options.position == nil, !query.options.sort.isEmpty {
      throw ToolError.data("Items are moved in the relationship's order, and o has chosen another one.")
    }
    try reordering.check()
    return list.handle(.character(isDown ? "J" : "K")) == .handled
  }

  private static func isNumber(_ path: EntityKeyPath, of entity: NSEntityDescription) -> Bool {
    switch entity.attributesByName[path.text]?.attributeType {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .floatAttributeType, .decimalAttributeType:
      true
    default: false
    }
  }
}

extension ObjectsPane {
  /// Changes the query. Another grouping makes a new list, with the cursor at the same item. Any other change is one
  /// step of the list.
  ///
  /// - Throws: an error about the query, which then remains unchanged.
  func change(_ edit: (inout BrowseQuery) -> Void) throws {
    var changed = query
    edit(&changed)
    let columns = try changed.columns()
    let sectionColumns = try changed.sectionColumns()
    if changed.options.by == query.options.by, changed.treeOrder == query.treeOrder {
      if changed.options.show == query.options.show { try shown.change(changed) }
    } else {
      let item = self.item
      shown = try BrowseList.make(changed, in: store, Self.texts(shownColumns, report))
      if let item { select(item) }
    }
    (query, shownColumns.paths, shownColumns.ofSections) = (changed, columns, sectionColumns)
    // Do not mark changes that the user has asked for.
    list.clearMarks()
  }

  /// Fetches the list again with the same query.
  func fetchAgain() throws { try shown.change(query) }

  var search: String { query.search }

  func search(for text: String) throws {
    guard text != query.search else { return }
    try change { $0.search = text }
  }
}

extension ObjectsPane {
  /// A sentence about the items that the list omits because they have no section; nil if there are none, and during a
  /// search.
  ///
  /// - Complexity: one or more count queries of the store.
  func leftOut() throws -> String? {
    guard case .related = try query.grouping(), query.options.unmatched == .hidden, query.search.isEmpty else {
      return nil
    }
    if query.options.hasWindow {
      var options = query.options
      options.items = query.entity.name ?? ""
      let counts = try ListSource(options, in: store.store).wholeCounts(in: store.context)
      return ListTotals.note(leavingOut: counts[nil] ?? 0)
    }
    let request = NSFetchRequest<NSManagedObject>()
    try query.configure(request)
    return ListTotals.note(leavingOut: max(0, try store.context.count(for: request) - shown.totals().items))
  }
}

extension ObjectsPane {
  private static func texts(_ columns: ShownColumns, _ report: @escaping (any Error) -> Void) -> BrowseList.Texts {
    func reading(_ otherwise: String, _ body: () throws -> String) -> String {
      do {
        return try body()
      } catch {
        report(error)
        return otherwise
      }
    }
    return BrowseList.Texts(
      row: { object in
        do {
          let name =
            try ObjectTitle.name(of: object)?.printable
            ?? ObjectTitle.shortName(of: object.objectID, entity: object.entity)
          // Mark an object that has unsaved changes.
          let title = (object.hasChanges ? "* " : "") + name
          let texts = [title] + (try columns.paths.map { try $0.text(of: object) })
          columns.widths.add(texts)
          return TerminalRow(texts)
        } catch {
          report(error)
          return TerminalRow("\(ObjectTitle.shortName(of: object.objectID)) cannot be read", style: .failed)
        }
      },
      header: { section in
        TerminalHeader(
          reading("cannot be read") {
            guard case .object(let object) = section else { return try section.title() }
            return try section.title() + (columns.ofSections?.text(of: object) ?? "")
          })
      },
      title: { section in reading("") { try section.title() } }, failed: report)
  }
}

extension TerminalStyle {
  /// The style of failures.
  static let failed = TerminalStyle(foreground: .red, .bold)
}
