import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A step of a background source that is sent to the main actor: the changes of the list, and the changed values.
struct ValuesStep<SectionValue: Sendable, Value: Sendable>: Sendable {
  typealias Update = DataSourceUpdate<NSManagedObjectID?, NSManagedObjectID>

  /// The changes of the list. They contain each element whose value is new, changed or dropped.
  var updates = PendingUpdates<NSManagedObjectID?, NSManagedObjectID>()
  /// The new values of items; nil for a value that is no longer kept.
  var items: [NSManagedObjectID: Value?] = [:]
  /// The new values of sections; nil for a value that is no longer kept.
  var sections: [NSManagedObjectID?: SectionValue?] = [:]
  /// The items in the list whose values were dropped to make room for newer ones.
  var evicted: Set<NSManagedObjectID> = []
  /// The errors since the step before, oldest first.
  var errors: [any Error] = []
  /// Whether a fetch succeeded.
  var isFetched = false
  /// The number of the errors that are older than the last fetch that succeeded.
  var outdatedErrors = 0
  /// The number of the newest change of the requests whose list is included; 0 for none.
  var answered = 0
  /// The number of the step.
  var number = 0

  /// Whether there is nothing to deliver.
  var isEmpty: Bool {
    updates.isEmpty && items.isEmpty && sections.isEmpty && errors.isEmpty && !isFetched && answered == 0
  }

  /// Records that a fetch has succeeded, after the errors so far.
  mutating func noteFetch() {
    isFetched = true
    outdatedErrors = errors.count
  }

  /// The error of the source after the step.
  ///
  /// - Parameter old: the error before the step.
  func error(after old: (any Error)?) -> (any Error)? {
    errors.dropFirst(outdatedErrors).last ?? (isFetched ? nil : old)
  }

  /// Adds the next step to this one.
  mutating func join(_ next: Self) {
    for update in next.updates.before + [next.updates.last].compactMap({ $0 }) { updates.append(update) }
    evicted.subtract(next.items.keys)
    evicted.formUnion(next.evicted)
    items.merge(next.items) { $1 }
    sections.merge(next.sections) { $1 }
    if next.isFetched { (isFetched, outdatedErrors) = (true, errors.count + next.outdatedErrors) }
    errors += next.errors
    answered = max(answered, next.answered)
    number = next.number
  }
}

/// The mailbox of a background source. It joins the steps that wait for the main actor.
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

  /// Waits for the next step, and joins its changes into one change set. It runs on no actor, because joining many
  /// changes takes long.
  func nextStep<SectionValue, Value>() async -> Update? where Update == ValuesStep<SectionValue, Value> {
    guard var step = await next() else { return nil }
    step.updates = PendingUpdates(step.updates.joined)
    return step
  }
}
