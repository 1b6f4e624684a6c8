import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The part of a background source that runs on the context's queue. It follows a fetched source, makes values of its
/// objects, and sends steps to the main actor.
///
/// All steps are made in ``work()``, outside of the context's events, so that no object changes while values are made.
final class ValuesWorker<
  SectionObject: NSManagedObject, Object: NSManagedObject, SectionValue: Sendable, Value: Sendable
> {
  typealias Source = FetchedDataSource<SectionObject, Object>
  typealias Update = Source.Update
  typealias Step = ValuesStep<SectionValue, Value>
  /// A change of the two requests.
  typealias Edit = @Sendable (NSFetchRequest<Object>, NSFetchRequest<SectionObject>) -> Void

  /// The parts of a worker that are `Sendable`.
  struct Parts: Sendable {
    let requests: ValueRequests<Edit>
    let mailbox: ValuesMailbox<SectionValue, Value>
    let makeSection: @Sendable (SectionObject?) -> SectionValue
    let makeItem: @Sendable (Object) -> Value
    /// The number of neighbours, on each side of the item that was read last, whose values are also made.
    let nearby: Int
    /// The largest number of items whose values are kept.
    let limit: Int
    /// Schedules ``work()``.
    let schedule: @Sendable () -> Void
  }

  /// A value that the main actor has, or gets with the next step.
  struct Held {
    /// The revision of the element in the fetched source's list when the value was made.
    var revision: Int
    /// The number of the value: lower ones are older.
    var number: Int
  }

  let base: Source
  let parts: Parts
  /// The version of the fetched source's list from which ``shown`` was made.
  var followed = Update.Snapshot() { didSet { places.reset() } }
  /// The places in `followed`, if the fetched source cannot be asked for them.
  var places = PlaceIndex<NSManagedObjectID?, NSManagedObjectID>()
  /// The list that was sent to the main actor. Its elements have revisions of their own, because the arrival of a value
  /// is a revision, too.
  var shown = Update.Snapshot()
  /// The last revision that was assigned. The first list shares the lower revisions of the fetched source.
  var revision = 1 << 30
  var heldItems: [NSManagedObjectID: Held] = [:]
  var heldSections: [NSManagedObjectID?: Held] = [:]
  var lastValue = 0
  /// The place of the item that was read last. Values are also made for its neighbours.
  var focus = ItemPlace(section: 0, item: 0)
  /// The steps of the fetched source that are not in ``shown`` yet.
  private var pending = PendingUpdates<NSManagedObjectID?, NSManagedObjectID>()
  /// The errors that were not sent yet.
  private var errors: [any Error] = []
  /// The number of steps sent.
  private(set) var sent = 0
  private var token: ObservationToken?

  init(_ controller: Source.Controller, _ parts: Parts) {
    (base, self.parts) = (Source(controller, anomalies: AnomalyHandler { _ in }), parts)
    let list = base.snapshot
    if list.numberOfSections > 0, let changes = try? Update.ChangeSet(from: Update.Snapshot(), to: list) {
      pending.append(.step(from: Update.Snapshot(), to: list, changes))
    }
    token = base.observe { [unowned self] in
      pending.append($0)
      scheduleWork()
    }
    base.onError = { [unowned self] in
      errors.append($0)
      scheduleWork()
    }
  }

  /// Whether nothing waits to be sent.
  var isIdle: Bool { pending.isEmpty && errors.isEmpty }

  /// Whether ``followed`` is the current list of the fetched source. The fetch of objects may end an event, which
  /// changes that list.
  var isInStep: Bool { pending.isEmpty }

  private func scheduleWork() {
    if parts.requests.needsSchedule(hasMore: true) { parts.schedule() }
  }

  /// Does the next piece of work, as one step. It schedules the rest, so that merges of saves can run in between.
  func work() {
    let requests = parts.requests
    requests.beginWork()
    var step = Step()
    if let edits = requests.takeEdits() { fetch(edits, &step) }
    takeErrors(&step)
    follow(&step)
    // Elements are found by their places in the fetched source's list, so `followed` must be that list.
    if isInStep, !requests.isInterrupted { makeWanted(&step) }
    send(step)
    if requests.needsSchedule(hasMore: !isIdle) { parts.schedule() }
  }

  private func takeErrors(_ step: inout Step) {
    step.errors += errors
    errors = []
  }

  private func send(_ step: Step) {
    guard !step.isEmpty else { return }
    sent += 1
    var step = step
    step.number = sent
    step.updates = PendingUpdates(step.updates.joined)
    parts.mailbox.put(step)
  }

  /// Calls a closure of the program with the controller.
  func run(_ body: (Source.Controller) throws -> Void) {
    do { try body(base.controller) } catch { errors.append(error) }
    base.managedObjectContext.processPendingChanges()
    scheduleWork()
  }
}

extension ValuesWorker {
  /// Changes the requests, and fetches. Changes that are requested during a fetch are made and fetched before the list
  /// is shown, so that the newest request wins.
  private func fetch(_ first: ValueRequests<Edit>.Edits, _ step: inout Step) {
    var edits = first
    defer { step.answered = edits.number }
    do {
      try base.performTogether {
        while true {
          try fetch(edits.all)
          guard let more = parts.requests.takeEdits() else { return }
          edits = more
        }
      }
      takeErrors(&step)
      step.noteFetch()
    } catch {
      // Errors that wait to be sent are older.
      takeErrors(&step)
      step.errors.append(error)
    }
  }

  private func fetch(_ edits: [Edit]) throws {
    // Observers of these pending changes may change a request, too.
    base.managedObjectContext.processPendingChanges()
    let controller = base.controller
    let before = (controller.itemFetchRequest, controller.sectionFetchRequest)
    guard let items = before.0.copy(with: nil) as? NSFetchRequest<Object>,
      let sections = before.1.copy(with: nil) as? NSFetchRequest<SectionObject>
    else { return }
    for edit in edits { edit(items, sections) }
    (controller.itemFetchRequest, controller.sectionFetchRequest) = (items, sections)
    do {
      try controller.performFetch()
      base.core.setNeedsSettling()
    } catch {
      (controller.itemFetchRequest, controller.sectionFetchRequest) = before
      throw error
    }
  }

  /// Follows the fetched source. New values of changed objects that have values on the main actor are part of the same
  /// step.
  private func follow(_ step: inout Step) {
    guard let update = pending.take() else { return }
    let old = shown
    followed = update.new
    revision += 1
    let next = list(after: update)
    shown = next.list
    step.updates.append(.step(from: old, to: shown, next.changes))
    renew(after: update.changes, &step)
  }

  /// The list after a step of the fetched source, with the worker's own revisions.
  private func list(after update: Update) -> (list: Update.Snapshot, changes: Update.ChangeSet) {
    let kept = update.changes.unchangedMoves
    let (old, now) = (shown, update.new)
    if old.numberOfSections == 0 { return (now, update.changes) }
    let new = try? update.changes.apply(
      to: old,
      sectionAt: { index in
        let revision = kept.sections[index].map { old.sections[$0].element.revision } ?? revision
        return ListElement(now.sections[index].id, revision: revision)
      },
      itemAt: { place in
        let revision = kept.items[place].map { old[$0].revision } ?? revision
        return ListElement(now[place].id, revision: revision)
      })
    if let new { return (new, update.changes) }
    // The fetched source reported changes that do not fit its list.
    let whole = Update.Snapshot(
      sections: now.sections.map { section in
        .init(section.id, revision: revision, items: section.items.map { ListElement($0.id, revision: revision) })
      })
    return (whole, (try? Update.ChangeSet(from: old, to: whole)) ?? Update.ChangeSet())
  }
}

extension DataSourceUpdate {
  /// Makes an update that changes the list, and not the phase.
  static func step(from old: Snapshot, to new: Snapshot, _ changes: ChangeSet) -> Self {
    Self(old: old, new: new, changes: changes, oldPhase: .loaded, phase: .loaded, origin: .program, source: nil)
  }
}
