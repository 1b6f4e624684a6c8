import SectionedChanges
import SectionedFetchedResults

/// Another source with counts, sums and other values of the items of each section and of the whole list.
///
/// ```swift
/// let list = AggregatedDataSource(orders, [.sum("price") { $0.price }, .count("open") { !$0.isDone }])
/// list.value(of: "price", inSection: 0)?.decimal
/// list.value(of: "price")?.decimal                 // of the whole list
/// ```
///
/// The list is that of the base. A section whose value changes is updated, with the name of the aggregate among the
/// keys, so that a view configures its header. The base is any source: in memory, fetched, filtered, grouped or
/// composed. A source above that folds or limits sections, such as `FoldedDataSource(list)`, changes no value.
///
/// From iOS 17 and macOS 14 on, and on Linux, a view that has read `sums.value(of: "price", forSection: id)` is drawn
/// again when this value changes, and not when the section changes otherwise.
///
/// A step costs O(changes · log² rows), and O(values read) once a value was read.
public final class AggregatedDataSource<Base: SectionedDataSource>: SectionedDataSource {
  public typealias Section = Base.Section
  public typealias SectionID = Base.SectionID
  public typealias Item = Base.Item
  public typealias ItemID = Base.ItemID

  /// The shown list, its observers, and the sources built on this one.
  public let core: SourceCore<SectionID, ItemID>
  /// The source whose items are shown.
  public let base: Base
  private let aggregates: SectionAggregates<Base>
  private var pending = PendingUpdates<SectionID, ItemID>()
  /// The number of steps. It is added to the revision of each changed section.
  private var steps = 0
  private let reads = ListReads<SectionName>()
  private lazy var valueReads = ValueReads(reads)
  /// Notifies the readers of values of each step, once a value was read.
  private var token: ObservationToken?

  /// Makes a source that shows another one.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - aggregates: the aggregates to compute. Each needs a name of its own.
  /// - Complexity: O(rows · log rows).
  public init(_ base: Base, _ aggregates: [SourceAggregate<Base.Item>]) {
    self.base = base
    self.aggregates = SectionAggregates(base, aggregates)
    core = SourceCore(snapshot: base.snapshot, phase: base.phase)
    core.step = { [weak self] in self?.makeStep() }
    core.findNames(in: base.core)
    base.core.attach(core) { [weak self] in self?.pending.append($0) }
  }

  deinit { base.core.detach(core) }

  /// The handler to which the base reports anomalies.
  public var anomalies: AnomalyHandler { base.anomalies }
}

extension AggregatedDataSource {
  public func item(for id: ListedID<ItemID>) -> Item? { base.item(for: id) }
  public func section(for id: ListedID<SectionID>) -> Section? { base.section(for: id) }
  public func place(of id: ListedID<ItemID>) -> ItemPlace? { base.place(of: id) }
  public func index(ofSection id: ListedID<SectionID>) -> Int? { base.index(ofSection: id) }

  /// The value of an aggregate for the items of a section as of the last step; nil if no item has a value, there is no
  /// such section, or no aggregate has the name. An observer of this value also observes the order of the sections.
  ///
  /// - Parameters:
  ///   - name: the name of the aggregate.
  ///   - section: the index of the section.
  /// - Complexity: O(aggregates).
  public func value(of name: String, inSection section: Int) -> AggregateValue? {
    reads.record(.order)
    guard let id = sectionID(at: section) else {
      follow()
      return nil
    }
    return value(of: name, forSection: id)
  }

  /// The value of an aggregate for the items of a section as of the last step; nil if no item has a value, there is no
  /// such section, or no aggregate has the name.
  ///
  /// - Parameters:
  ///   - name: the name of the aggregate.
  ///   - section: the identifier of the section.
  /// - Complexity: O(aggregates).
  public func value(of name: String, forSection section: ListedID<SectionID>) -> AggregateValue? {
    read(ReadValue(name, of: .section(.listed(section))))
  }

  /// The value of an aggregate for the items of the section with an identifier, as of the last step; of several sections,
  /// the one with the lowest occurrence number. nil if no item has a value, there is no such section, or no aggregate has
  /// the name.
  ///
  /// - Parameters:
  ///   - name: the name of the aggregate.
  ///   - section: the identifier of the section.
  /// - Complexity: O(aggregates), plus that of `index(ofSection:)` for an identifier.
  public func value(of name: String, forSection section: SectionID) -> AggregateValue? {
    read(ReadValue(name, of: .section(.first(section))))
  }

  /// The value of an aggregate for all items as of the last step; nil if no item has a value, or no aggregate has the
  /// name.
  ///
  /// - Parameter name: the name of the aggregate.
  /// - Complexity: O(sections · aggregates) the first time after a step, then O(aggregates).
  public func value(of name: String) -> AggregateValue? { read(ReadValue(name, of: .list)) }

  /// The section whose value is read. The first one with an identifier is searched again after each step, so its reader
  /// is also notified when another section becomes the first one.
  private enum SectionName: Hashable, Sendable {
    case listed(ListedID<SectionID>)
    case first(SectionID)
  }

  private func read(_ key: ReadValue<SectionName>) -> AggregateValue? {
    let value = current(key)
    follow()
    valueReads.record(key, value)
    return value
  }

  private func current(_ key: ReadValue<SectionName>) -> AggregateValue? {
    let values: [AggregateValue?]
    switch key.scope {
    case .list: values = aggregates.totalValues
    case .section(let name):
      let id =
        switch name {
        case .listed(let id): id
        case .first(let id): firstName(ofSection: id)
        }
      if index(ofSection: id) == nil { return nil }
      values = aggregates.values(of: id)
    }
    return aggregates.aggregates.firstIndex { $0.name == key.name }.flatMap { values[$0] }
  }

  /// Notifies readers of values after each step from now on, when all sources have made the step.
  private func follow() {
    guard token == nil, reads.isRecording else { return }
    token = core.observe { [weak self] update in
      guard let self else { return }
      let sections = update.changes.sections
      if !(sections.deleted.isEmpty && sections.inserted.isEmpty && sections.moved.isEmpty && sections.renamed.isEmpty)
      {
        reads.change([.order])
      }
      if !valueReads.isEmpty { valueReads.update(current) }
    }
  }
}

extension AggregatedDataSource {
  private func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    guard let update = pending.take() else { return nil }
    steps += 1
    let (old, now) = (core.snapshot, base.snapshot)
    guard now.holds(update.changes) else {
      // The changes that the base reported do not fit its list.
      aggregates.readAll()
      let compared = (try? Update.ChangeSet(from: old, to: now)) ?? Update.ChangeSet()
      return .init(snapshot: now, changes: compared, phase: update.phase, following: update)
    }
    var changes = update.changes
    let values = aggregates.follow(update)
    if !values.isEmpty { changes.add(values, oldPlaces: PlaceMap(update.changes)) { base.index(ofSection: $0) } }
    let kept = changes.unchangedMoves.sections
    let new = try? changes.apply(
      to: old,
      sectionAt: { index in
        if let from = kept[index] {
          return ListElement(now.sections[index].id, revision: old.sections[from].element.revision)
        }
        let element = now.sections[index].element
        return ListElement(element.id, revision: element.revision &+ steps)
      }, itemAt: { now[$0] })
    return .init(snapshot: new ?? now, changes: changes, phase: update.phase, following: update)
  }
}

extension SectionedChangeSet {
  /// Adds updates of sections with changed properties. Inserted sections are skipped.
  ///
  /// - Parameters:
  ///   - values: the names of the changed properties by section.
  ///   - oldPlaces: maps the new list to the old one.
  ///   - index: returns the index of a section in the new list.
  fileprivate mutating func add(
    _ values: [SectionID: Set<String>], oldPlaces: PlaceMap, index: (SectionID) -> Int?
  ) {
    var added: [ListUpdate<Int>] = []
    for (section, names) in values {
      guard let new = index(section), let old = oldPlaces.oldSection(ofNew: new) else { continue }
      if let move = sections.moved.firstIndex(where: { $0.to == new }) {
        sections.moved[move].keys?.formUnion(names)
      } else if let update = sections.updated.firstIndex(where: { $0.new == new }) {
        sections.updated[update].keys?.formUnion(names)
      } else {
        added.append(ListUpdate(old: old, new: new, keys: names))
      }
    }
    if added.isEmpty { return }
    sections.updated = (sections.updated + added).sorted { $0.old < $1.old }
  }
}
