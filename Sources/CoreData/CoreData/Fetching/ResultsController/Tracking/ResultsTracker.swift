import Foundation
import OrderedRows

/// The part of a fetched results controller that does not depend on the type of the results: its list, and the code
/// that follows the context's events. It is confined to the context's queue.
final class ResultsTracker {
  let context: NSManagedObjectContext
  weak var controller: NSFetchedResultsController<any NSFetchRequestResult>?
  /// The observer of changes by key, without objects.
  weak var observer: (any ResultsChangesObserver)?
  /// The delegate calls that take time and are still prepared.
  var reports: ResultsReports = .all
  /// The properties whose changes alone are not reported to the observer.
  var passedOverKeys: [String] = []
  /// Whether a request without sort descriptors means the order of identity. Otherwise it is an error.
  var allowsIdentityOrder = false
  /// Whether the list follows changes of related objects by which it is sorted, grouped or filtered.
  var followsRelationships = true
  /// Whether objects must have permanent keys before they enter the list.
  var needsPermanentKeys = false
  /// Whether the list has `ValueRuns`.
  var keepsRuns = false

  private(set) var query: ResultsQuery?
  private var passedOverSlots = SlotSet()
  var list: ResultsList?
  /// The number of the list's current state.
  private(set) var version = 0
  /// The position in this process's writes to the stores up to which all writes were reported to the list.
  private(set) var saves = SaveCursor()
  /// The last external write that the list has followed.
  var externalWrites = ExternalWriteCursor()
  /// Whether the list missed a change, so that the next event that touches it must fetch again.
  private(set) var isBehind = false
  /// Whether following an event failed, so that the next event must fetch again, whatever it touches.
  private var hasFailed = false
  private var isFetching = false
  /// The sections and objects that the accessors have created for the current state of the list.
  var accessorCache = AccessorCache()
  var readAhead = ReadAhead()
  /// The batch size of the request; 0 if it has none.
  private(set) var batchSize = 0
  /// The index of the fetched entity; nil if it has subentities, because an object may be an instance of one.
  private(set) var onlyEntity: Int?

  init(context: NSManagedObjectContext) {
    self.context = context
  }

  func performFetch(_ request: ResultsRequest) throws {
    // Changes that the context has not delivered yet become part of the fetch and are not reported.
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
    // Read before the rows, so that a save in between makes the next event fetch again.
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
    // Most events affect only a few of a context's lists, so this check comes first.
    if !hasFailed, !event.invalidatedAll, event.promotions.isEmpty, query.isPassedBy(event) { return }
    // If all objects are invalid, nothing is reported and the program must fetch again, as with Apple's controller.
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
      // The delegate receives the changes without property names, so that objects count as revised whatever
      // properties changed.
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

  /// Replaces temporary keys by permanent ones, at the same places. The list does not change otherwise.
  func context(_ context: NSManagedObjectContext, promoted promotions: [ContextEvent.Promotion]) {
    for promotion in promotions {
      guard list?.promote(promotion.temporary, to: promotion.permanent) == true else { continue }
      accessorCache.rename(
        SectionKey(value: .reference(promotion.temporary)), to: SectionKey(value: .reference(promotion.permanent)))
    }
  }

  /// Updates the list to an event.
  ///
  /// - Parameter passedOver: the properties whose changes alone are not reported.
  private func follow(_ event: ContextEvent, _ query: ResultsQuery, passedOver: SlotSet) throws -> ResultsChanges {
    let source = ContextResults(query, in: context)
    let displaced = try displaced(by: event, query, source)
    if !hasFailed, displaced.isEmpty, !event.promotions.isEmpty, query.isPassedBy(event) { return ResultsChanges() }
    let saveNumber = context.graph.sourceNumber
    // Rows that a later event will name may already have values by which the list is not ordered yet.
    if !sawEverything(event, upTo: saveNumber) || context.events.hasChangedSinceEvent { isBehind = true }
    noteExternalWrites(event, query)
    // A merge may be delivered after a fetch that has seen a later save. Its rows may then be older than the list.
    let isNewest = event.hasNewestRows || context.graph.isNewest(event.saves)
    var (touches, isWhole) = try query.touches(
      of: event, from: source, passedOver: isBehind ? SlotSet() : passedOver, hasNewestRows: isNewest)
    if event.external.contains(where: { !$0.isComplete }) { isWhole = false }
    if !displaced.isEmpty { touches.placeAgain(displaced) }
    let mayHaveLostReferences = query.mayHaveLostReferences(in: event)
    // The list may have references to the deleted objects from saves that the context has not merged, and the
    // deletion does not name those.
    if mayHaveLostReferences, event.saves.isEmpty, event.external.isEmpty, !context.graph.isCurrent { isBehind = true }
    if isWhole, !hasFailed {
      if touches.isEmpty, !isBehind || !mayHaveLostReferences { return ResultsChanges() }
      // External writes matter only if values are read.
      if touches.contains(where: \.needsValues), try !followExternalWrites(&touches, query, source) { isBehind = true }
      if !isBehind, !query.request.isWindowed, !isSoonerFetched(touches),
        let changes = try apply(touches, query, from: source)
      {
        return changes
      }
    }
    // If another save is not merged yet, the stored values are not those by which the list is ordered, and a binary
    // search could return any place. So the keys are fetched again and compared, which is always correct.
    let fetched = try fetch(query)
    return list?.replace(with: fetched, touches: touches) ?? ResultsChanges()
  }

  /// Whether fetching all keys again and comparing them is faster than placing each touched object.
  ///
  /// Placing one object costs as much as fetching and comparing fourteen to twenty rows (benchmark `merge.import`).
  /// With unsaved changes each object is placed, because unsaved objects would have to be sorted into the fetched
  /// keys.
  private func isSoonerFetched(_ touches: [ResultsTouch]) -> Bool {
    guard let list, touches.count >= Self.manyTouches, !context.hasChanges else { return false }
    return touches.count { $0.needsValues } * 8 > list.rows.count
  }

  /// The number of touched objects below which each is placed, whatever the length of the list.
  static var manyTouches: Int { 16 }

  /// Whether another save happened since the list was known to match the stored state. Also true if the store does
  /// not know.
  private func isOvertaken(_ query: ResultsQuery) -> Bool {
    if let newest = context.graph.sourceNumber, newest != saves.seen { return true }
    return (try? context.graph.requireStore(holding: query.entity.index).rows.readVersion()) != externalWrites.version
  }

  /// Applies touched objects to the list.
  ///
  /// - Returns: the changes; nil if the list contains a row that no longer exists.
  private func apply(
    _ touches: [ResultsTouch], _ query: ResultsQuery, from source: ContextResults
  ) throws -> ResultsChanges? {
    do {
      let changes = try list?.apply(touches, from: source)
      // A save that began since then may have changed values that were read, and will report only its own changes.
      // The same holds for another process's save, because a check on another thread ends the read transaction of
      // this search.
      if touches.contains(where: \.needsValues), isOvertaken(query) { isBehind = true }
      return changes
    } catch is UnsoundList {
      return nil
    }
  }

  /// Whether all writes of this process to the stores were reported to the list, including this event's.
  ///
  /// - Parameter newest: the number of the newest save.
  private func sawEverything(_ event: ContextEvent, upTo newest: Int?) -> Bool {
    guard let newest else { return true }
    if !event.saves.isEmpty { saves.note(event.saves) }
    return saves.seen == newest
  }
}
