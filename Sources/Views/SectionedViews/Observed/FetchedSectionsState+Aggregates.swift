import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

// Each value is observed separately: a view that reads one is updated only when that value changes.
extension FetchedSectionsState {
  /// The value of an aggregate for all items of the list, shown or not; nil if no item has a value, or if the
  /// ``configuration`` does not have the aggregate.
  ///
  /// - Parameter aggregate: one of the configuration's `aggregates`.
  /// - Complexity: O(sections · aggregates) the first time for a version of the list, then O(aggregates).
  public func value(of aggregate: ItemAggregate) -> AggregateValue? { read(ReadValue(aggregate.name, of: .list)) }

  /// The value of an aggregate for the items of a section.
  func value(of aggregate: ItemAggregate, forSection id: ListedID<NSManagedObjectID?>) -> AggregateValue? {
    read(ReadValue(aggregate.name, of: .section(id)))
  }

  private func read(_ key: ReadValue<ListedID<NSManagedObjectID?>>) -> AggregateValue? {
    let value = currentValue(key)
    valueReads.record(key, value)
    return value
  }

  /// Notifies the readers of values that have changed since they were read.
  func updateValues() {
    if !valueReads.isEmpty { valueReads.update { currentValue($0) } }
  }

  private func currentValue(_ key: ReadValue<ListedID<NSManagedObjectID?>>) -> AggregateValue? {
    guard let source, let aggregate = source.controller.aggregates.first(where: { $0.name == key.name }) else {
      return nil
    }
    let sections = source.controller.allSections
    switch key.scope {
    case .list: return sections.value(of: aggregate)
    case .section(let id):
      guard let index = source.index(ofSection: id), index < sections.count else { return nil }
      return sections[index].value(of: aggregate)
    }
  }
}

extension FetchedSections {
  /// The value of an aggregate for all items of the current list, shown or not; nil if no item has a value.
  ///
  /// - Parameter aggregate: one of ``aggregates``.
  /// - Complexity: O(sections · aggregates) the first time for a version of the list, then O(aggregates).
  @MainActor public func value(of aggregate: ItemAggregate) -> AggregateValue? { state.value(of: aggregate) }
}

extension FetchedSections.Section {
  /// The value of an aggregate for the current items of the section, shown or not; nil if no item has a value, or if
  /// the section is not in the list.
  ///
  /// - Parameter aggregate: one of the aggregates of the list's configuration.
  /// - Complexity: O(aggregates).
  @MainActor public func value(of aggregate: ItemAggregate) -> AggregateValue? {
    state.value(of: aggregate, forSection: id)
  }
}

extension ObservedSection {
  /// The value of an aggregate for the current items of the section, shown or not; nil if no item has a value, or if
  /// the section is not in the list. A view that reads it is updated when the value changes, and not when only
  /// something else in the section does.
  ///
  /// - Parameter aggregate: one of the aggregates of the list's configuration.
  /// - Complexity: O(aggregates).
  @MainActor public func value(of aggregate: ItemAggregate) -> AggregateValue? {
    state.value(of: aggregate, forSection: id)
  }
}
