import Foundation
import OrderedRows

/// The part of a fetched results controller that is the same for every type of results: its list, and the code that
/// follows the context's events. It is confined to the context's queue.
final class ResultsTracker {
  let context: NSManagedObjectContext
  weak var controller: NSFetchedResultsController<any NSFetchRequestResult>?
  /// The observer that is notified of changes without objects.
  weak var observer: (any ResultsChangesObserver)?
  /// The calls that the delegate is prepared for.
  var reports: ResultsReports = .all
  /// For the observer: properties that are not reported to it when nothing else of an object changed.
  var passedOverKeys: [String] = []
  /// Whether a request without sort descriptors is one for the order of identity, and not a mistake.
  var allowsIdentityOrder = false
  /// Whether changes of related objects are followed, by which the list is sorted, grouped or filtered.
  var followsRelationships = true
  /// Whether objects shall have permanent keys when they enter the list.
  var needsPermanentKeys = false
  /// Whether the list has `ValueRuns`.
  var keepsRuns = false

  private(set) var query: ResultsQuery?
  private var passedOverSlots = SlotSet()
  var list: ResultsList?
  /// Counts the states of the list.
  private(set) var version = 0
  /// The write to the stores up to which everything has been reported to the list.
  private(set) var saves = SaveCursor()
  /// The last external write that the list contains.
  var externalWrites = ExternalWriteCursor()
  /// Whether the list has not followed something: the next event that touches it must fetch again.
  private(set) var isBehind = false
  /// Whether an event could not be followed: the next event must fetch again, whatever it touches.
  private var hasFailed = false
  private var isFetching = false
  /// The results that the accessors have made for the current state of the list.
  var accessorCache = AccessorCache()
  var readAhead = ReadAhead()
  /// The batch size of the request; 0 for none.
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
    if !followsRelationships { query.dependencies.forgetRelated() }
    let list = try fetch(query)
    if self.query == nil { context.addObserver(self) }
    self.query = query
    passedOverSlots = SlotSet(passedOverKeys.compactMap { query.entity.slot(named: $0) })
    self.list = list
    version += 1
    accessorCache = AccessorCache()
    readAhead = ReadAhead()
    batchSize = query.request.batchSize
    onlyEntity = query.entity.subtree.count == 1 ? query.entity.index : nil
  }

  private func fetch(_ query: ResultsQuery) throws -> ResultsList {
    try context.parentLink.withParents { try fetchHere(query) }
  }

  private func fetchHere(_ query: ResultsQuery) throws -> ResultsList {
    // Read before the rows are: what is saved in between makes the next event fetch again.
    let saveNumber = context.graph.sourceNumber ?? 0
    let externalWrites = try ExternalWriteCursor(
      to: context.graph.requireStore(holding: query.entity.index).rows, in: context)
    let list = try query.fetchList(in: context)
    (saves, self.externalWrites) = (SaveCursor(at: saveNumber), externalWrites)
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
      // A parent's data must not change while the list is searched.
      var changes = try context.parentLink.withParents {
        try follow(event, query, passedOver: delegate == nil ? passedOverSlots : SlotSet())
      }
      guard !changes.isEmpty else { return }
      if observer != nil, changes.rows.elements.contains(where: { $0.new == nil }) {
        changes.deletedObjects = context.events.undeliveredDeletions
      }
      version += 1
      let gone = accessorCache.forgetSections(of: changes, tracker: self)
      // A delegate is notified of objects that changed, whatever properties did.
      let unnamed = delegate == nil ? nil : changes
      if observer?.needsChangedKeys == true { addChangedKeys(to: &changes) }
      observer?.resultsDidChange(changes)
      if let delegate, let unnamed { report(unnamed, gone, from: controller, to: delegate) }
    } catch {
      (isBehind, hasFailed) = (true, true)
      observer?.resultsDidFail(error)
      logLine("a fetched results controller of \(query.entity.name) could not follow a change: \(error)")
    }
  }

  /// Replaces temporary keys by permanent ones, at the same places. This is not a change of the list.
  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion]) {
    for promotion in promotions {
      guard list?.promote(promotion.temporary, to: promotion.permanent) == true else { continue }
      accessorCache.rename(
        SectionKey(value: .reference(promotion.temporary)), to: SectionKey(value: .reference(promotion.permanent)))
    }
  }

  /// Applies an event to the list.
  ///
  /// - Parameter passedOver: the properties whose changes alone need not be reported.
  private func follow(_ event: ContextEvent, _ query: ResultsQuery, passedOver: SlotSet) throws -> ResultsChanges {
    let source = ContextResults(query, in: context)
    let displaced = try displaced(by: event, query, source)
    if !hasFailed, displaced.isEmpty, !event.promotions.isEmpty, query.isPassedBy(event) { return ResultsChanges() }
    let saveNumber = context.graph.sourceNumber
    // Rows that a later event will name already have values that the list is not ordered by.
    if !sawEverything(event, upTo: saveNumber) || context.events.hasChangedSinceEvent { isBehind = true }
    noteExternalWrites(event, query)
    // A merge may come behind a fetch that has seen a later save, and its rows may be older than those of the list.
    let isNewest = event.hasNewestRows || context.graph.isNewest(event.saves)
    var (touches, isWhole) = try query.touches(
      of: event, from: source, passedOver: isBehind ? SlotSet() : passedOver, hasNewestRows: isNewest)
    if event.external.contains(where: { !$0.isComplete }) { isWhole = false }
    if !displaced.isEmpty { touches.placeAgain(displaced) }
    let mayHaveLostReferences = query.mayHaveLostReferences(in: event)
    // The list may refer to the deleted objects through saves that it was fetched after and the context has not merged:
    // the deletion does not name those references.
    if mayHaveLostReferences, event.saves.isEmpty, event.external.isEmpty, !context.graph.isCurrent { isBehind = true }
    if isWhole, !hasFailed {
      if touches.isEmpty, !isBehind || !mayHaveLostReferences { return ResultsChanges() }
      // If no value is read, external writes do not matter yet.
      if touches.contains(where: \.needsValues), try !followExternalWrites(&touches, query, source) { isBehind = true }
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

  /// Whether fetching all keys again and comparing them is faster than placing each touched object.
  ///
  /// Placing one object costs as much as fetching and comparing fourteen to twenty rows (`merge.import`). Unsaved
  /// objects would have to be sorted into the fetched keys: with unsaved changes, each object is placed.
  private func isSoonerFetched(_ touches: [ResultsTouch]) -> Bool {
    guard let list, touches.count >= Self.manyTouches, !context.hasChanges else { return false }
    return touches.count { $0.needsValues } * 8 > list.rows.count
  }

  /// The number of touched objects below which each is placed, whatever the length of the list.
  static var manyTouches: Int { 16 }

  /// Whether there was a save since the list was found to match the state that is read; true also if the store does not
  /// know.
  private func isOvertaken(_ query: ResultsQuery) -> Bool {
    if let newest = context.graph.sourceNumber, newest != saves.seen { return true }
    return (try? context.graph.requireStore(holding: query.entity.index).rows.readVersion()) != externalWrites.version
  }

  /// - Returns: nil if a row of the list turned out to be gone.
  private func apply(
    _ touches: [ResultsTouch], _ query: ResultsQuery, from source: ContextResults
  ) throws -> ResultsChanges? {
    do {
      let changes = try list?.apply(touches, from: source)
      // A save that has begun since may have changed what was read, and will report only its own changes. So may a save
      // of another process: a check by another thread ends the read transaction in which this search was made.
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
