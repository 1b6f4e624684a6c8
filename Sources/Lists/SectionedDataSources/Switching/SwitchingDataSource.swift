import SectionedChanges

/// A source that shows one of several sources at a time, for example for the segments of a control.
///
/// ```swift
/// let list = try SwitchingDataSource([ChildSource(byName), ChildSource(byDate)])
/// list.selection = 1        // one update, with the least changes
/// ```
///
/// A switch is one step with the least changes. Sources built on one base have the same revisions, so that an item of
/// both is unchanged. Items of other sources that have the same identifier count as changed. A source that is not shown
/// costs nothing, because it is not observed.
public final class SwitchingDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable
>: SectionedDataSource {
  /// A source to switch to.
  public typealias Child = ChildSource<Section, SectionID, Item, ItemID>

  /// The composed source, whose only child is the selected source.
  private let shown: ComposedDataSource<Section, SectionID, Item, ItemID>

  /// The sources, shown or not.
  public private(set) var sources: [Child]
  private var selected: Int?

  /// The shown list, its observers, and the sources built on this one.
  public var core: SourceCore<SectionID, ItemID> { shown.core }

  /// The handler to which the source reports anomalies.
  public var anomalies: AnomalyHandler { shown.anomalies }

  /// Makes a source that shows one of several sources.
  ///
  /// - Parameters:
  ///   - sources: the sources.
  ///   - selection: the index of the source to show; nil for none.
  ///   - anomalies: the handler to which the source reports anomalies.
  /// - Throws: `cycle`, if a source is given twice; `childOutOfBounds`.
  public init(_ sources: [Child], selection: Int? = 0, anomalies: AnomalyHandler = .standard) throws {
    self.sources = []
    shown = ComposedDataSource(anomalies: anomalies)
    try setSources(sources, selection: sources.isEmpty ? nil : selection)
  }

  /// The index of the source that is shown; nil for none. An index without a source is reported, and changes nothing.
  ///
  /// - Complexity: a switch costs O(rows) of both sources.
  public var selection: Int? {
    get { selected }
    set { try? select(newValue) }
  }

  /// Shows another one of the sources.
  ///
  /// - Parameter index: the index of the source; nil for none.
  /// - Throws: `childOutOfBounds`; `cycle`, if the source to show is built on this one. The selection is then
  ///   unchanged.
  /// - Complexity: O(rows) of both sources.
  public func select(_ index: Int?) throws {
    try check(index, of: sources.count, "select")
    try show(index, of: sources)
  }

  /// Replaces the sources.
  ///
  /// - Parameters:
  ///   - sources: the sources.
  ///   - selection: the index of the source to show; nil for none.
  /// - Throws: `cycle`, if a source is given twice, or the source to show is built on this one; `childOutOfBounds`. The
  ///   sources and the selection are then unchanged.
  public func setSources(_ sources: [Child], selection: Int?) throws {
    guard Set(sources.map(\.identity)).count == sources.count else {
      throw anomaly(.cycle, "setSources: a source is given twice.")
    }
    try check(selection, of: sources.count, "setSources")
    try show(selection, of: sources)
  }

  /// Replaces the sources. The source that is shown stays selected if it is among the new ones; otherwise the first one
  /// is selected.
  ///
  /// - Throws: `cycle`, if a source is given twice, or the source to show is built on this one. The sources and the
  ///   selection are then unchanged.
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
    // The selection is set before observers are notified, because they may select another source.
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
