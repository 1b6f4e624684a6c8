import Foundation
import OrderedRows

/// The part of a fetched results controller that is the same for every type of results: its list, and what follows the
/// context's events. It is confined to the context's queue.
final class ResultsTracker {
  let context: NSManagedObjectContext
  weak var controller: NSFetchedResultsController<any NSFetchRequestResult>?
  /// Is notified of changes without objects, see `ResultsChangesObserver`.
  weak var observer: (any ResultsChangesObserver)?
  /// The calls that the delegate is prepared for.
  var reports: ResultsReports = .all
  /// For the observer: properties that are not reported to it when nothing else of an object changed.
  var passedOverKeys: [String] = []
  /// Whether a request without sort descriptors is one for the order of identity, and not a mistake.
  var allowsIdentityOrder = false
  /// Whether objects are to have permanent keys when they come into the list.
  var needsPermanentKeys = false
  /// Whether the list has `ValueRuns`.
  var keepsRuns = false

  private(set) var query: ResultsQuery?
  private var passedOverSlots = SlotSet()
  var list: ResultsList?
  /// Counts the states of the list.
  private(set) var version = 0
  /// Up to which write to the stores everything has been reported to the list.
  private(set) var saves = SaveCursor()
  /// Which writes of other processes and coordinators the list has.
  var others = OthersWrites()
  /// Whether something passed that the list did not follow: then the next event that touches it must fetch again.
  private(set) var isBehind = false
  /// Whether an event could not be followed: then the next one, whatever it touches, must fetch again.
  private var hasFailed = false
  private var isFetching = false
  /// What was made for the accessors, for the state of the list that it was made for.
  var made = MadeResults()
  var readAhead = ReadAhead()
  /// The request's; 0 for none.
  private(set) var batchSize = 0
  /// The index of the fetched entity; nil when it has subentities, of which an object may be.
  private(set) var onlyEntity: Int?

  init(context: NSManagedObjectContext) {
    self.context = context
  }

  func performFetch(_ request: ResultsRequest) throws {
    // What the context has not delivered yet becomes part of the fetch and is not reported.
    isFetching = true
    defer { isFetching = false }
    context.processPendingChanges()
    let query = try ResultsQuery(request, in: context)
    let list = try fetch(query)
    if self.query == nil { context.addObserver(self) }
    self.query = query
    passedOverSlots = SlotSet(passedOverKeys.compactMap { query.entity.slot(named: $0) })
    self.list = list
    version += 1
    made = MadeResults()
    readAhead = ReadAhead()
    batchSize = query.request.batchSize
    onlyEntity = query.entity.subtree.count == 1 ? query.entity.index : nil
  }

  private func fetch(_ query: ResultsQuery) throws -> ResultsList {
    try context.withParents { try fetchHere(query) }
  }

  private func fetchHere(_ query: ResultsQuery) throws -> ResultsList {
    // Read before the rows are: what is saved in between makes the next event fetch again.
    let saveNumber = context.sourceNumber ?? 0
    let others = try OthersWrites(to: context.requireStore(holding: query.entity.index).rows, in: context)
    let list = try query.fetchList(in: context)
    (saves, self.others) = (SaveCursor(at: saveNumber), others)
    (isBehind, hasFailed) = (false, false)
    return list
  }
}

extension ResultsTracker: ContextObserver {
  func context(_ context: NSManagedObjectContext, didProcess event: ContextEvent) {
    guard let query, list != nil else { return }
    // Most events concern few of a context's lists: one that an event passes by looks at nothing else.
    if !hasFailed, !event.invalidatedAll, event.promotions.isEmpty, query.isPassedBy(event) { return }
    // As with Apple's controller, nothing is reported when everything is invalid: the program fetches again.
    guard !event.invalidatedAll, !isFetching, let controller else {
      isBehind = true
      return
    }
    let (delegate, observer) = (controller.delegate, observer)
    guard delegate != nil || observer != nil else {
      isBehind = true
      return
    }
    do {
      // What a parent has must not change while the list is searched.
      var changes = try context.withParents {
        try follow(event, query, passedOver: delegate == nil ? passedOverSlots : SlotSet())
      }
      guard !changes.isEmpty else { return }
      if observer != nil, changes.rows.contains(where: { $0.new == nil }) {
        changes.deletedObjects = context.undeliveredDeletions
      }
      version += 1
      let gone = made.forgetSections(of: changes, tracker: self)
      observer?.resultsDidChange(changes)
      if let delegate { report(changes, gone, from: controller, to: delegate) }
    } catch {
      (isBehind, hasFailed) = (true, true)
      observer?.resultsDidFail(error)
      logLine("a fetched results controller of \(query.entity.name) could not follow a change: \(error)")
    }
  }

  /// Gives objects their permanent keys, in their places. Nothing has changed with that.
  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion]) {
    for promotion in promotions {
      guard list?.promote(promotion.temporary, to: promotion.permanent) == true else { continue }
      made.rename(
        SectionKey(value: .reference(promotion.temporary)), to: SectionKey(value: .reference(promotion.permanent)))
    }
  }

  /// Brings the list to where the event has led.
  ///
  /// - Parameter passedOver: the properties whose changes alone need not be reported.
  private func follow(_ event: ContextEvent, _ query: ResultsQuery, passedOver: SlotSet) throws -> ResultsChanges {
    let source = ContextResults(query, in: context)
    let displaced = try displaced(by: event, query, source)
    if !hasFailed, displaced.isEmpty, !event.promotions.isEmpty, query.isPassedBy(event) { return ResultsChanges() }
    let saveNumber = context.sourceNumber
    // Rows that a later event will name have values already that the list is not ordered by.
    if !sawEverything(event, upTo: saveNumber) || context.hasChangedSinceEvent { isBehind = true }
    noteExternalWrites(event, query)
    // A merge may come behind a fetch that has seen a later save, and its rows may be older than those of the list.
    let isNewest = event.hasNewestRows || context.isNewest(event.saves)
    var (touches, isWhole) = try query.touches(
      of: event, from: source, passedOver: isBehind ? SlotSet() : passedOver, hasNewestRows: isNewest)
    if event.external.contains(where: { !$0.isComplete }) { isWhole = false }
    if !displaced.isEmpty { touches.placeAgain(displaced) }
    let mayHaveLostReferences = query.mayHaveLostReferences(in: event)
    // The list may lead to what is deleted here by saves that it was fetched behind and the context has not merged: of
    // those the deletion names nothing.
    if mayHaveLostReferences, event.saves.isEmpty, event.external.isEmpty, !context.isCurrent { isBehind = true }
    if isWhole, !hasFailed {
      if touches.isEmpty, !isBehind || !mayHaveLostReferences { return ResultsChanges() }
      // Where no value is read, it does not matter yet what another process wrote.
      if touches.contains(where: \.needsValues), try !followOthers(&touches, query, source) { isBehind = true }
      if !isBehind, !query.request.isWindowed, !isSoonerFetched(touches),
        let changes = try apply(touches, query, from: source)
      {
        return changes
      }
    }
    // Where something was saved that this context has not merged, the values that the store answers are not those that
    // the list is ordered by, and a search among them could end anywhere. The keys are fetched again and compared,
    // which is right whatever happened.
    let fetched = try fetch(query)
    return list?.replace(with: fetched, touches: touches) ?? ResultsChanges()
  }

  /// Whether to fetch all keys again and to compare them takes less than to place each touched object.
  ///
  /// To place one costs what fourteen to twenty rows cost that are fetched and compared (`merge.import`). What is not
  /// saved would have to be sorted into what is fetched: then each is placed.
  private func isSoonerFetched(_ touches: [ResultsTouch]) -> Bool {
    guard let list, touches.count >= Self.manyTouches, !context.hasChanges else { return false }
    return touches.count { $0.needsValues } * 8 > list.rows.count
  }

  /// With fewer touched objects than this each is placed, whatever the list holds.
  static var manyTouches: Int { 16 }

  /// Whether anybody has saved since the list was found to be of the state that is read; where the store does not say it,
  /// that may be.
  private func isOvertaken(_ query: ResultsQuery) -> Bool {
    if let newest = context.sourceNumber, newest != saves.seen { return true }
    return (try? context.requireStore(holding: query.entity.index).rows.readVersion()) != others.version
  }

  /// - Returns: nil when a row of the list turned out to be gone.
  private func apply(
    _ touches: [ResultsTouch], _ query: ResultsQuery, from source: ContextResults
  ) throws -> ResultsChanges? {
    do {
      let changes = try list?.apply(touches, from: source)
      // A save that has begun since may have changed what was read, and will report only what it changed itself. So may
      // others': another thread's look ends the read transaction in which this one has searched.
      if touches.contains(where: \.needsValues), isOvertaken(query) { isBehind = true }
      return changes
    } catch is UnsoundList {
      return nil
    }
  }

  /// Whether everything that this process wrote to the stores has been reported to the list, this event included.
  ///
  /// - Parameter newest: the number of the newest save.
  private func sawEverything(_ event: ContextEvent, upTo newest: Int?) -> Bool {
    guard let newest else { return true }
    if !event.saves.isEmpty { saves.note(event.saves) }
    return saves.seen == newest
  }
}
