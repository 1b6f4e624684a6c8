import CoreData
import OrderedRows
import SectionedChanges

extension FetchedLists {
  /// Computes the aggregates of the current lists: by one grouped query if that is exact, else from the values of all
  /// items.
  ///
  /// - Complexity: O(rows), in the store if it groups them.
  func computeAggregates() {
    guard let aggregates else { return }
    engine.version.aggregates = aggregates.none
    aggregateTable = nil
    guard let summaries = groupedSummaries(aggregates) else { return fillAggregates() }
    for (group, summary) in summaries { engine.version.aggregates?.set(summary, of: group) }
  }

  /// Reads the values of all items, and computes the aggregates from them.
  private func fillAggregates() {
    guard let aggregates else { return }
    let stored = storedValues(aggregates)
    defer { withExtendedLifetime(stored.objects) {} }
    var table = AggregateTable<ItemToken, Int32>(of: aggregates.functions)
    var summaries = aggregates.none
    for index in 0..<engine.groupCount {
      let group = engine.number(ofGroup: index)
      table.fill(
        group, with: engine.tokens(ofGroup: index).map { ($0, stored.values[$0] ?? values(of: $0, aggregates)) })
      summaries.set(table.summary(of: group), of: group)
    }
    aggregateTable = table
    engine.version.aggregates = summaries
  }

  private func values(of token: ItemToken, _ aggregates: ListAggregates) -> [AggregateValue?] {
    let object = items.isTemporary(token) ? unsaved.object(token) : context.object(with: id(of: token))
    return object.map(aggregates.values(of:)) ?? aggregates.nothing
  }

  /// The sections that contain the items of an edit before it; empty if no section has totals.
  func sectionsLeft(by edit: ListEdit<ItemToken>) -> Set<Int32> {
    engine.version.hasTotals ? engine.slots(ofRowsAt: edit.items.lazy.compactMap(\.old)) : []
  }

  /// The sections whose number of items or aggregates an edit may have changed; empty if no section has totals.
  ///
  /// - Parameters:
  ///   - left: the sections that items left or stayed in.
  ///   - old: the list before the edit.
  /// - Complexity: O(edited items), and O(sections) where sections come, go or get other keys.
  func sectionsTouched(
    by edit: ListEdit<ItemToken>, leaving left: Set<Int32>, _ old: ListVersion<ItemToken>
  ) -> Set<Int32> {
    guard engine.version.hasTotals else { return [] }
    // By places, not by changed groups: the only item of a group may enter a new group that got the same number.
    let touched = left.union(engine.slots(ofRowsAt: edit.items.lazy.compactMap(\.new)))
    return edit.hasItemsOnly ? touched : touched.union(old.shown)
  }

  /// Updates the aggregates after an event, and adds the sections whose results changed to the transition.
  ///
  /// - Parameters:
  ///   - subjects: those of the edit's items, in the same order.
  ///   - touched: the sections whose aggregates may have changed.
  /// - Complexity: O(edited items · log² items), and O(sections) where sections come, go or get other keys; the first event
  ///   after a grouped query reads the values of all items.
  func followAggregates(
    of edit: ListEdit<ItemToken>, _ subjects: [InnerSubject], in touched: Set<Int32>,
    to transition: inout ListTransition<ItemToken>
  ) {
    guard let aggregates, !edit.isEmpty else { return }
    var candidates = touched
    if aggregateTable == nil {
      fillAggregates()
      candidates.formUnion(transition.old.shown)
    } else {
      let objects = zip(edit.items, subjects).map { $0.new == nil ? nil : object(of: $1) }
      fillFaults(among: objects)
      for (item, object) in zip(edit.items, objects) {
        if let place = item.new, let object {
          let group = engine.number(ofGroup: place.section)
          aggregateTable?.set(item.name, in: group, to: aggregates.values(of: object))
        } else {
          aggregateTable?.remove(item.name)
        }
      }
      for group in aggregateTable?.takeChanged() ?? [] {
        engine.version.aggregates?.set(aggregateTable?.summary(of: group), of: group)
      }
    }
    transition.new = engine.version
    transition.addAggregates(of: candidates)
  }
}

extension ListEdit {
  /// Whether the edit names no section, and no group can belong to another section than before.
  fileprivate var hasItemsOnly: Bool {
    removedSections.isEmpty && newSections.isEmpty && touchedSections.isEmpty && !forgetsOldKeys
  }
}
