import SectionedChanges

/// The aggregates of a source's sections, followed step by step.
final class SectionAggregates<Base: SectionedDataSource> {
  typealias SectionKey = ListedID<Base.SectionID>

  let base: Base
  let aggregates: [SourceAggregate<Base.Item>]
  private var table: AggregateTable<ListedID<Base.ItemID>, SectionKey>
  /// The summaries of the sections that have items, as of the last step.
  private var summaries: [SectionKey: AggregateSummary] = [:]
  /// The results for the whole list; nil until they are read after a step.
  private var total: [AggregateValue?]?
  private let none: AggregateSummary

  init(_ base: Base, _ aggregates: [SourceAggregate<Base.Item>]) {
    (self.base, self.aggregates) = (base, aggregates)
    table = AggregateTable(of: aggregates.map(\.function))
    none = AggregateSummary(of: table.functions)
    readAll()
  }

  /// The results of a section.
  func values(of section: SectionKey) -> [AggregateValue?] { (summaries[section] ?? none).values }

  /// The results for the whole list.
  ///
  /// - Complexity: O(sections · aggregates) the first time after a step.
  var totalValues: [AggregateValue?] {
    if let total { return total }
    var all = none
    for summary in summaries.values { all.combine(with: summary) }
    total = all.values
    return all.values
  }

  /// Computes all aggregates again from the base.
  ///
  /// - Complexity: O(rows · log rows).
  func readAll() {
    table = AggregateTable(of: table.functions)
    (summaries, total) = ([:], nil)
    for (index, section) in base.snapshot.sections.enumerated() {
      var items: [(token: ListedID<Base.ItemID>, values: [AggregateValue?])] = []
      base.forEachItem(inSection: index) { key, item in items.append((key, values(of: item))) }
      table.fill(section.id, with: items)
      summaries[section.id] = table.summary(of: section.id)
    }
  }

  private func values(of item: Base.Item) -> [AggregateValue?] { aggregates.map { $0.value(item) } }

  /// Follows a step of the base.
  ///
  /// - Returns: the names of the aggregates whose results changed, by section.
  /// - Complexity: O(changes · log² rows), and O(items) for each renamed section.
  func follow(_ update: Base.Update) -> [SectionKey: Set<String>] {
    let step = BaseStep(update)
    for key in step.left { table.remove(key) }
    for item in step.items { read(item.key, in: item.section) }
    for section in step.sectionsRenamed {
      guard let index = base.index(ofSection: section) else { continue }
      base.forEachItem(inSection: index) { key, _ in read(key, in: section) }
    }
    var changed: [SectionKey: Set<String>] = [:]
    for section in table.takeChanged() {
      let before = values(of: section)
      summaries[section] = table.summary(of: section)
      let after = values(of: section)
      let names = aggregates.indices.filter { before[$0] != after[$0] }.map { aggregates[$0].name }
      if !names.isEmpty { changed[section] = Set(names) }
    }
    total = nil
    return changed
  }

  private func read(_ key: ListedID<Base.ItemID>, in section: SectionKey) {
    if let item = base.item(for: key) { table.set(key, in: section, to: values(of: item)) }
  }
}
