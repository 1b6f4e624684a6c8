import SectionedChanges

/// A source that adds a row after the items of each section that does not show all of them. The row says how many more
/// there are, and shows more when it is tapped. It is an ordinary row that any view can show.
///
/// ```swift
/// let list = MoreRowDataSource(FoldedDataSource(albums, limit: .first(3)), page: 10)
/// let tracks = MoreRowDataSource(fetched)          // a FetchedDataSource whose controller has an itemLimit
/// binding.loading = ListLoading(list)              // a touch of the row shows ten more, or all
/// ```
///
/// A folded section has no such row, because it shows no items until it is unfolded. Sections are those of the base.
/// The numbers of items here include the row; those of the base do not, as for "3 of 12" in a header.
///
/// - Complexity: a change costs O(changes · log rows).
public final class MoreRowDataSource<Base: LimitedDataSource>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = LimitedRow<Base.Item>
  public typealias ItemID = LimitedRowID<Base.SectionID, Base.ItemID>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<SectionID, ItemID>()

  /// The source whose sections show a part of their items.
  public let base: Base

  /// The number of further items that a tap on a row shows; values below 1 count as 1, and nil shows all items.
  public var page: Int?

  var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
  /// The base's list as of the last step.
  var content: Base.Snapshot
  /// The added rows with their revisions, by section.
  var rows: [ListedID<SectionID>: (row: MoreRow, revision: Int)] = [:]
  /// The sections whose rows the next step computes again, even if the base does not report a change of them.
  var asked: Set<ListedID<SectionID>> = []
  var lastRevision = 0

  /// Makes a source that adds rows to another one.
  ///
  /// - Parameters:
  ///   - base: the source whose sections show a part of their items.
  ///   - page: the number of further items that a tap on a row shows; values below 1 count as 1, and nil shows all
  ///     items.
  /// - Complexity: O(rows).
  public init(_ base: Base, page: Int? = nil) {
    (self.base, self.page) = (base, page)
    content = base.snapshot
    base.core.attach(core) { [weak self] in self?.pending.append($0) }
    for index in 0..<content.numberOfSections { rows[content.sections[index].id] = row(ofSection: index, after: nil) }
    core.begin(with: wholeSnapshot(), phase: base.phase)
    core.step = { [weak self] in self?.makeStep() }
  }

  deinit { base.core.detach(core) }

  /// The handler to which the source reports anomalies: the handler of its base.
  public var anomalies: AnomalyHandler { base.anomalies }
}

extension MoreRowDataSource {
  public func item(for id: ListedID<ItemID>) -> Item? {
    switch id.id {
    case .item(let item): base.item(for: ListedID(item, occurrence: id.occurrence)).map { .item($0) }
    case .more(let section): id.occurrence == 0 ? rows[section].map { .more($0.row) } : nil
    }
  }

  public func section(for id: ListedID<SectionID>) -> Section? { base.section(for: id) }

  public func place(of id: ListedID<ItemID>) -> ItemPlace? {
    switch id.id {
    case .item(let item): base.place(of: ListedID(item, occurrence: id.occurrence))
    case .more(let section):
      id.occurrence == 0 && rows[section] != nil
        ? base.index(ofSection: section).map { ItemPlace(section: $0, item: base.numberOfItems(inSection: $0)) } : nil
    }
  }

  public func index(ofSection id: ListedID<SectionID>) -> Int? { base.index(ofSection: id) }
}

extension MoreRowDataSource {
  /// The row that says how many more items a section has; nil if the section shows all its items or none, or does not
  /// exist.
  public func moreRow(ofSectionAt section: Int) -> MoreRow? { sectionID(at: section).flatMap { rows[$0]?.row } }

  /// Raises the limit of a section by ``page``, or shows all its items, in one step. Does nothing if the list shows no
  /// row for more in the section: if the section shows all its items, is folded or does not exist.
  ///
  /// - Parameter section: the index of the section.
  /// - Complexity: O(items of the section · log rows).
  public func showMore(inSection section: Int) {
    guard let id = sectionID(at: section) else { return }
    showMore(of: id)
  }

  /// Raises the limit of a row's section by ``page``, or shows all its items, in one step. Does nothing if the section
  /// has no such row any more, or another source made the row.
  ///
  /// - Parameter row: a row of this list, which may belong to an older version.
  /// - Complexity: O(items of the section · log rows).
  public func showMore(_ row: MoreRow) {
    guard row.source == identity, let id = row.section?.value as? ListedID<SectionID> else { return }
    showMore(of: id)
  }

  private func showMore(of id: ListedID<SectionID>) {
    core.perform {
      // Without a row there is nothing to show, and a raised limit would show more items that are inserted later.
      guard rows[id] != nil, let index = base.index(ofSection: id), let shown = base.limit(ofSectionAt: index).count
      else { return }
      asked.insert(id)
      base.setLimit(page.map { .first(shown.adding(max(1, $0))) } ?? .all, ofSectionAt: index)
      core.setNeedsSettling()
    }
  }
}

extension Int {
  /// Returns the sum of two numbers, at most `Int.max`.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, isTooMuch) = addingReportingOverflow(other)
    return isTooMuch ? .max : sum
  }
}
