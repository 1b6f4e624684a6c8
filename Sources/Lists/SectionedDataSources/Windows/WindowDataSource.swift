import OrderedRows
import SectionedChanges

/// A part of another source, counted from the end, such as the last messages of a chat.
///
/// ```swift
/// let chat = WindowDataSource(messages, last: 50)
/// chat.showEarlier(50)                     // the user scrolls up
/// chat.jump(to: found.id)                  // to a message that a search found
/// chat.showLast()                          // back to the newest ones
/// ```
///
/// New rows at the end are shown, and no row is hidden for them. New rows before the first shown row are not shown. If
/// rows are deleted, earlier rows are shown instead, so that the window has as many rows as were requested. If the
/// first or the last row moves away, the window does not follow it.
///
/// After a jump the window may end before the last row. New rows at the end are then not shown, and
/// ``numberOfLaterItems`` counts them. A window that reaches the end follows it again. If all rows of the window leave,
/// it shows the last rows.
///
/// Sections without a row in the window are not shown. The base is any source. Models are read only on demand: if a
/// fetched list has a batch size, only the rows of the window are read. A step costs O(rows of the window + sections of
/// the base).
public final class WindowDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  /// The shown list, its observers, and the sources built on this one.
  public let core: SourceCore<SectionID, ItemID>
  /// The source of which a part is shown.
  public let base: Base
  /// The shown rows of the base's list, as of the last step.
  var window: WindowRows
  /// The numbers of items before the base's sections, as of the last step.
  var starts: SectionStarts
  /// The indices of the base's sections that are shown, as of the last step.
  var sections: [Int] = []
  /// The requests that the next step performs after it has followed the base.
  var requests: [(inout WindowRows, Base.Snapshot, SectionStarts) -> Void] = []
  var pending = PendingUpdates<SectionID, ItemID>()

  /// Makes a source that shows the last rows of another one.
  ///
  /// - Parameters:
  ///   - base: the source of which a part is shown.
  ///   - count: the number of rows to begin with, at least 1. The list may have fewer.
  /// - Complexity: O(count + sections of the base).
  public init(_ base: Base, last count: Int) {
    self.base = base
    let list = base.snapshot
    starts = SectionStarts(list)
    window = WindowRows(last: count, of: starts.total)
    core = SourceCore(phase: base.phase)
    core.begin(with: part(of: list))
    core.step = { [weak self] in self?.makeStep() }
    base.core.attach(core) { [weak self] in self?.pending.append($0) }
  }

  deinit { base.core.detach(core) }

  /// The handler to which the base reports anomalies.
  public var anomalies: AnomalyHandler { base.anomalies }
}

extension WindowDataSource {
  public func item(for id: ListedID<ItemID>) -> Item? { place(of: id).flatMap { _ in base.item(for: id) } }

  public func section(for id: ListedID<SectionID>) -> Section? {
    index(ofSection: id).flatMap { _ in base.section(for: id) }
  }

  public func place(of id: ListedID<ItemID>) -> ItemPlace? {
    if let place = base.place(of: id).flatMap({ place(ofBase: $0) }), itemID(at: place) == id { return place }
    // While a step is held, the base may be ahead of the shown list.
    return core.isHeld ? shownPlace(of: id) : nil
  }

  public func index(ofSection id: ListedID<SectionID>) -> Int? {
    if let index = base.index(ofSection: id).flatMap({ index(ofBase: $0) }), sectionID(at: index) == id { return index }
    return core.isHeld ? core.snapshot.sections.firstIndex { $0.id == id } : nil
  }

  private func index(ofBase section: Int) -> Int? {
    let index = sections.partitionPoint { $0 >= section }
    return index < sections.count && sections[index] == section ? index : nil
  }

  private func place(ofBase place: ItemPlace) -> ItemPlace? {
    guard let row = starts.row(at: place), window.rows.contains(row), let section = index(ofBase: place.section) else {
      return nil
    }
    let hidden = max(0, window.rows.lowerBound - starts.rows(ofSection: place.section).lowerBound)
    return ItemPlace(section: section, item: place.item - hidden)
  }
}

extension WindowDataSource {
  /// The number of rows of the base before the window, as of the last step. If only this number changes, no step is
  /// made. So a button that shows the number must observe the base.
  public var numberOfEarlierItems: Int { window.rows.lowerBound }

  /// The number of rows of the base after the window, as of the last step; 0 while the window follows the end. If only
  /// this number changes, no step is made.
  public var numberOfLaterItems: Int { starts.total - window.rows.upperBound }

  /// Shows more rows before the first one, in one step.
  ///
  /// If the window follows the end, rows that the base does not have yet are shown when they are inserted. So a loading
  /// list may be requested to load an earlier page at the same time.
  ///
  /// - Parameter count: the number of rows; the base may have fewer.
  /// - Complexity: O(rows of the window + sections of the base).
  public func showEarlier(_ count: Int) { ask { window, _, _ in window.showEarlier(count) } }

  /// Shows more rows after the last one, in one step. A window that then reaches the end of the base follows the end.
  ///
  /// - Parameter count: the number of rows; the base may have fewer.
  /// - Complexity: O(rows of the window + sections of the base).
  public func showLater(_ count: Int) { ask { window, _, starts in window.showLater(count, of: starts.total) } }

  /// Shows the last rows, as many as at the beginning, in one step. Does nothing if the window follows the end.
  ///
  /// - Complexity: O(rows of the window + sections of the base).
  public func showLast() { ask { window, _, starts in window.showLast(of: starts.total) } }

  /// Shows a row of the base and the rows around it, in one step. If these overlap or adjoin the window, the window
  /// grows; otherwise it shows only them. Near an end of the base, more rows on the other side are shown.
  ///
  /// - Parameters:
  ///   - id: the name of the row.
  ///   - before: the number of rows before it.
  ///   - after: the number of rows after it.
  /// - Returns: whether the base has the row. If not, nothing happens.
  /// - Complexity: O(rows of the window + sections of the base).
  @discardableResult
  public func jump(to id: ListedID<ItemID>, before: Int = 25, after: Int = 25) -> Bool {
    guard base.place(of: id) != nil else { return false }
    let most = WindowRows.most
    let (before, after) = (min(max(0, before), most), min(max(0, after), most))
    ask { [base] window, list, starts in
      let now = base.place(of: id)
      let place = now.flatMap { list.item($0) }?.id == id ? now : base.shownPlace(of: id)
      guard let row = place.flatMap({ starts.row(at: $0) }) else { return }
      window.jump(to: row, before: before, after: after, of: starts.total)
    }
    return true
  }

  /// Shows the row with an identifier, and the rows around it, in one step; of several rows, the one with the lowest
  /// occurrence number. If these overlap or adjoin the window, the window grows; otherwise it shows only them.
  ///
  /// - Parameters:
  ///   - id: the identifier.
  ///   - before: the number of rows before it.
  ///   - after: the number of rows after it.
  /// - Returns: whether the base has the row. If not, nothing happens.
  /// - Complexity: O(rows of the window + sections of the base).
  @discardableResult
  public func jump(to id: ItemID, before: Int = 25, after: Int = 25) -> Bool {
    jump(to: base.firstName(ofItem: id), before: before, after: after)
  }

  private func ask(_ request: @escaping (inout WindowRows, Base.Snapshot, SectionStarts) -> Void) {
    core.perform {
      requests.append(request)
      core.setNeedsSettling()
    }
  }
}
