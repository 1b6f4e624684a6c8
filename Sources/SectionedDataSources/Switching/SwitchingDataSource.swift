import SectionedChanges

/// Shows one of several sources at a time, such as the segments of a control.
///
/// ```swift
/// let list = try SwitchingDataSource([ChildSource(byName), ChildSource(byDate)])
/// list.selection = 1        // one update, with the least changes
/// ```
///
/// A switch is the least change from what was shown to what is shown then. Two sources built on one base know that an
/// item is the same in both; of other sources' items, those with one identifier are reported as changed. A source that
/// is not shown costs nothing: it is not observed.
public final class SwitchingDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable
>: SectionedDataSource {
  /// One of the sources.
  public typealias Child = ChildSource<Section, SectionID, Item, ItemID>

  /// The one that is shown is its only child.
  private let shown: ComposedDataSource<Section, SectionID, Item, ItemID>

  /// The sources, shown or not.
  public private(set) var sources: [Child]
  private var selected: Int?

  /// What the source shows, who observes it, and what is built on it.
  public var core: SourceCore<SectionID, ItemID> { shown.core }

  /// Where the source reports what was asked of it and makes no sense.
  public var anomalies: AnomalyHandler { shown.anomalies }

  /// Makes a source of several.
  ///
  /// - Parameters:
  ///   - sources: the sources.
  ///   - selection: the index of the one to show; nil for none.
  ///   - anomalies: where the source reports what makes no sense.
  /// - Throws: `cycle`, when a source is given twice; `childOutOfBounds`.
  public init(_ sources: [Child], selection: Int? = 0, anomalies: AnomalyHandler = .standard) throws {
    self.sources = []
    shown = ComposedDataSource(anomalies: anomalies)
    try setSources(sources, selection: sources.isEmpty ? nil : selection)
  }

  /// Which of the sources is shown; nil for none. An index without a source is reported, and changes nothing.
  ///
  /// - Complexity: a switch costs O(rows) of both sources.
  public var selection: Int? {
    get { selected }
    set { try? select(newValue) }
  }

  /// Shows another of the sources.
  ///
  /// - Parameter index: its index; nil for none.
  /// - Throws: `childOutOfBounds`; `cycle`, when it is built on this source by now. Nothing has changed then.
  /// - Complexity: O(rows) of both sources.
  public func select(_ index: Int?) throws {
    try check(index, of: sources.count, "select")
    try show(index, of: sources)
  }

  /// Has other sources.
  ///
  /// - Parameters:
  ///   - sources: the sources.
  ///   - selection: the index of the one to show; nil for none.
  /// - Throws: `cycle`, when one is given twice, or the one to show is built on this source; `childOutOfBounds`.
  ///   Nothing has changed then.
  public func setSources(_ sources: [Child], selection: Int?) throws {
    guard Set(sources.map(\.identity)).count == sources.count else {
      throw anomaly(.cycle, "setSources: a source is given twice.")
    }
    try check(selection, of: sources.count, "setSources")
    try show(selection, of: sources)
  }

  /// Has other sources. The one that is shown stays, where it is among them; else the first one is shown.
  ///
  /// - Throws: `cycle`, when one is given twice, or the first one is to be shown and built on this source. Nothing has
  ///   changed then.
  public func setSources(_ sources: [Child]) throws {
    let stays = selected.flatMap { index in sources.firstIndex { $0.identity == self.sources[index].identity } }
    try setSources(sources, selection: stays ?? (sources.isEmpty ? nil : 0))
  }

  public func item(for id: ListedID<ItemID>) -> Item? { shown.item(for: id) }

  public func section(for id: ListedID<SectionID>) -> Section? { shown.section(for: id) }

  public func place(of id: ListedID<ItemID>) -> ItemPlace? { shown.place(of: id) }

  public func index(ofSection id: ListedID<SectionID>) -> Int? { shown.index(ofSection: id) }

  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    shown.forEachItem(inSection: section, body)
  }

  private func show(_ index: Int?, of sources: [Child]) throws {
    // Before observers are notified, who may select another one.
    try core.perform {
      try shown.setChildren(index.map { [sources[$0]] } ?? [])
      self.sources = sources
      selected = index
    }
  }

  private func check(_ index: Int?, of count: Int, _ verb: String) throws {
    guard let index, !(0..<count).contains(index) else { return }
    throw anomaly(.childOutOfBounds, "\(verb): there is no source \(index) of \(count).")
  }

  private func anomaly(_ kind: DataSourceAnomaly.Kind, _ message: String) -> DataSourceAnomaly {
    let anomaly = DataSourceAnomaly(kind, message)
    anomalies.report(anomaly)
    return anomaly
  }
}
