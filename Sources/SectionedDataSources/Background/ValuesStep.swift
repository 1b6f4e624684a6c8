import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A step of a background source on its way to the main actor: the changes of the list, with the values that come with
/// them.
struct ValuesStep<SectionValue: Sendable, Value: Sendable>: Sendable {
  typealias Update = DataSourceUpdate<NSManagedObjectID?, NSManagedObjectID>

  /// The changes of the list. They name each element whose value comes, changes or goes.
  var updates = PendingUpdates<NSManagedObjectID?, NSManagedObjectID>()
  /// The new values of items; nil for a value that is no longer kept.
  var items: [NSManagedObjectID: Value?] = [:]
  /// The new values of sections; nil for a value that is no longer kept.
  var sections: [NSManagedObjectID?: SectionValue?] = [:]
  /// The items in the list whose values are no longer kept, because newer ones need their room.
  var evicted: Set<NSManagedObjectID> = []
  /// The errors since the step before, oldest first.
  var errors: [any Error] = []
  /// Whether a fetch succeeded after the last error.
  var isFetched = false
  /// The number of the newest change of the fetches whose list is included; 0 for none.
  var answered = 0
  /// The number of the step.
  var number = 0

  /// Whether there is nothing to deliver.
  var isEmpty: Bool {
    updates.isEmpty && items.isEmpty && sections.isEmpty && errors.isEmpty && !isFetched && answered == 0
  }

  /// Adds the next step to this one.
  mutating func join(_ next: Self) {
    for update in next.updates.before + [next.updates.last].compactMap({ $0 }) { updates.append(update) }
    evicted.subtract(next.items.keys)
    evicted.formUnion(next.evicted)
    items.merge(next.items) { $1 }
    sections.merge(next.sections) { $1 }
    isFetched = next.isFetched || (isFetched && next.errors.isEmpty)
    errors += next.errors
    answered = max(answered, next.answered)
    number = next.number
  }
}

/// The mailbox of a background source: steps that wait for the main actor are one.
typealias ValuesMailbox<SectionValue: Sendable, Value: Sendable> = UpdateMailbox<ValuesStep<SectionValue, Value>>

extension UpdateMailbox {
  /// Makes a mailbox for the steps of a background source.
  convenience init<SectionValue, Value>() where Update == ValuesStep<SectionValue, Value> {
    self.init { _, waiting, next in
      var joined = waiting
      joined.join(next)
      return joined
    }
  }

  /// Waits for the next step, with its changes as one change set. It runs on no actor, because joining many changes
  /// takes long.
  func nextStep<SectionValue, Value>() async -> Update? where Update == ValuesStep<SectionValue, Value> {
    guard var step = await next() else { return nil }
    step.updates = PendingUpdates(step.updates.joined)
    return step
  }
}
