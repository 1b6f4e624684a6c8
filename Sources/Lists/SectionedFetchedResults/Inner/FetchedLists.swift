import CoreData
import Foundation
import SectionedChanges

/// The result of one `performFetch()`: the two inner controllers, the index map between them, and their reports that
/// are not delivered yet.
final class FetchedLists {
  let context: NSManagedObjectContext
  let path: GroupingPath
  let items: InnerItems
  let sections: InnerSections
  /// The item request with the program's own sort descriptors.
  let orderRequest: NSFetchRequest<NSManagedObject>
  /// The common order of all items; nil until unmatched items of several groups are shown.
  var order: InnerOrder?
  /// The state of each section that was folded or unfolded, by ID; the section of unmatched items has nil for its ID.
  /// The lists of all fetches share it.
  var folding = FoldedSections()
  /// Nil if none are declared.
  var aggregates: ListAggregates?
  /// The items' input values by group number; nil while all results come from a grouped query. Not part of
  /// `aggregates`, because a copy of that struct would make the next change copy all values.
  var aggregateTable: AggregateTable<ItemToken, Int32>?
  /// Whether fetching `order` has failed.
  var lacksOrder = false
  var engine = ListEngine<ItemToken>()
  /// The section objects by slot; nil for the section of unmatched items. They are retained so that a section keeps its
  /// object as long as it is in the list.
  var objects = PagedArray<NSManagedObject?>(CollectionOfOne(nil))
  var slots: [ObjectIdentifier: Int32] = [:]
  /// The recorded events that are not delivered yet, in order.
  var pending: [InnerEvent] = []
  var unsaved = UnsavedItems()
  var unsavedSections = UnsavedSections()
  /// Unsaved section objects that are the keys of groups, by their temporary tokens.
  var unsavedKeys: [ItemToken: NSManagedObject] = [:]
  /// The new keys of such objects that were saved since, by temporary token. Waiting events still name the old keys.
  var promotedKeys: [ItemToken: GroupKey] = [:]
  /// Items that are refreshed only so that an inner controller moves them to another group. They have not changed
  /// themselves.
  var replacing: Set<ItemToken> = []
  /// Objects whose refresh is reported as their change: a dependency of theirs changed, or a merge changed them without
  /// a notification.
  var revised: Set<NSManagedObjectID> = []
  var refreshes: Refreshes
  var itemDependencies: [DependencyPath] = []
  var sectionDependencies: [DependencyPath] = []
  /// The paths over relationships by which a request matches, sorts and groups items, or sections below. Empty if the
  /// inner controllers follow related objects themselves.
  var relatedOfItems: [DependencyPath] = []
  var relatedOfSections: [DependencyPath] = []
  /// Whether an inner controller has objects at wrong places, so that it must fetch again.
  var isDisordered = false
  /// Whether a group has a key other than that of its rows, so that the lists must be rebuilt.
  var hasWrongKeys = false
  /// Objects that depend on something that changed, until they are refreshed.
  var dependants: Set<NSManagedObjectID> = []
  /// Objects that a change of related objects may insert, remove or move, until they are refreshed.
  var unsettled: Set<NSManagedObjectID> = []
  /// Objects whose dependants were found when a notification named them. The merge that follows skips those that still
  /// have a context. They are retained so that they stay registered, and the context names them again when their
  /// changes are merged.
  var collected: [NSManagedObjectID: NSManagedObject] = [:]
  /// Whether the fetch accepts sections that share a key or have none.
  var toleratesSharedKeys = false
  let eventKeys: EventKeys
  var check = ReportCheck()
  /// The error with which an inner controller failed to follow an event, until it is reported.
  var failure: (any Error)?
  /// Called when an inner controller reported a batch.
  var eventRecorded: (() -> Void)?
  /// Called at the end of a scheduled refresh, when the inner controllers report nothing more of it.
  var refreshesEnded: (() -> Void)?

  /// - Parameters:
  ///   - eventKeys: made before the inner controllers fetch.
  ///   - make: makes the inner controller of the items.
  ///   - ledger: records which requests made the cache files.
  init(
    _ request: ListRequest, in context: NSManagedObjectContext, _ eventKeys: EventKeys,
    making make: InnerControllerMaker, _ ledger: CacheLedger
  ) {
    self.context = context
    path = request.path
    self.eventKeys = eventKeys
    refreshes = Refreshes(context)
    orderRequest = request.copyOfItems
    items = InnerItems(request, in: context, making: make, ledger)
    sections = InnerSections(request, in: context)
    items.recorder.batchEnded = { [weak self] in self?.record(items: $0) }
    sections.recorder.batchEnded = { [weak self] in self?.record(sections: $0) }
    noteFailures(of: items.recorder)
    noteFailures(of: sections.recorder)
  }

  /// Keeps the first error with which an inner controller fails to follow an event, until it is reported.
  func noteFailures(of recorder: InnerRecorder) {
    recorder.failed = { [weak self] in self?.failure = self?.failure ?? $0 }
  }

  /// Fetches both lists.
  ///
  /// - Throws: the fetches' errors; `SectionedFetchedResultsError` when sections share a key or have none, unless that
  ///   is tolerated.
  /// - Parameter obtainsPermanentIDs: whether unsaved objects get permanent IDs first.
  func performFetch(policies: ListPolicies, obtainsPermanentIDs: Bool) throws {
    // Before the fetches, because a delegate that is notified of new IDs may change anything.
    if obtainsPermanentIDs { try obtainPermanentIDsOfUnsaved() }
    try items.performFetch()
    // Inserting or removing items does not count as a change of their section, see `withoutItems`.
    if let inverse = path.inverse, withoutItems([inverse]) == [] { sections.passOver(changesOf: inverse) }
    try sections.performFetch()
    followRelated()
    build(policies: policies, isFetched: true)
    if let failure {
      self.failure = nil
      throw failure
    }
    if !toleratesSharedKeys { try checkKeys() }
  }

  /// Builds the index map from the present lists of the inner controllers.
  ///
  /// - Parameter isFetched: whether they have just fetched.
  /// - Complexity: O(sections + groups + rows).
  func build(policies: ListPolicies, isFetched: Bool = false) {
    (pending, hasWrongKeys) = ([], false)
    (_, _) = (check.takeIsAhead(), check.takeUncheckedItems())
    let limits = limits(in: policies)
    folding.rename(unsavedSections.saved)
    unsaved.removeAll()
    unsavedSections.removeAll()
    replacing = []
    refreshes.forgetPlaced(isEarly: !dependants.isEmpty || !unsettled.isEmpty)
    let all = sections.objects
    let keys = all.map(key(of:))
    items.beginReading(isFetched: isFetched, sectionKeys: keys)
    defer { items.endReading() }
    // Lazy, because the tokens of all groups together are as long as the list.
    let groups = (0..<items.groupCount).lazy.map { [self] group in
      (key: key(ofGroup: group), rows: items.rows(ofGroup: group))
    }
    let policies = policies.withLimits(limits, of: all).withFolding(folding.states, of: all)
    engine = ListEngine(sections: keys, groups: groups, policies: policies, rank: rank(for: policies))
    var objects = PagedArray<NSManagedObject?>(CollectionOfOne(nil))
    var slots: [ObjectIdentifier: Int32] = [:]
    slots.reserveCapacity(all.count)
    for (object, slot) in zip(all, engine.order) {
      objects.append(object)
      slots[ObjectIdentifier(object)] = slot
    }
    (self.objects, self.slots) = (objects, slots)
    for item in items.itemsNotSaved() { unsaved.add(item, items.token(of: item.objectID)) }
    for section in sectionsNotSaved() { unsavedSections.add(section) }
    computeAggregates()
  }

  /// The current list, as a version to show.
  func shownList(number: Int) -> ShownList {
    ShownList(version: engine.version, objects: objects, keys: engine.sectionKeys, number: number)
  }

  private func checkKeys() throws {
    if let shared = engine.sharedKeys.filter({ !$0.key.isNone }).min(by: { $0.slots[0] < $1.slots[0] }) {
      throw SectionedFetchedResultsError.duplicateKey(key: shared.key.description, sections: ids(of: shared.slots))
    }
    let keyless = engine.slots(withKey: .none)
    if !keyless.isEmpty { throw SectionedFetchedResultsError.missingKey(sections: ids(of: keyless)) }
  }

  func ids(of slots: [Int32]) -> [NSManagedObjectID] { slots.compactMap { objects[Int($0)]?.objectID } }

  func key(of section: NSManagedObject) -> GroupKey {
    let key = path.key(of: section)
    // A deleted unsaved object has no values any more, though its deletion may not have been reported yet.
    if key.isNone, section.objectID.isTemporaryID, section.isDeleted || !section.isInserted {
      let id = section.objectID
      // Another instance with the same ID may be reported.
      let slot = slots[ObjectIdentifier(section)] ?? self.slot(ofSectionWith: id)
      if let slot { return engine.key(of: slot) }
    }
    if case .object(let name) = key, items.isTemporary(name) { unsavedKeys[name] = section }
    return key
  }

  func key(ofGroup group: Int) -> GroupKey {
    let key = items.key(ofGroup: group)
    if case .object(let name) = key, items.isTemporary(name) { unsavedKeys[name] = items.keyObject(ofGroup: group) }
    return key
  }

  /// The slot of a section object; nil when it is not in the list.
  func slot(of section: NSManagedObject) -> Int32? {
    if let slot = slots[ObjectIdentifier(section)] { return slot }
    // A deleted object may be reported as another instance with the same ID.
    guard section.isDeleted || section.managedObjectContext == nil || section.isFault else { return nil }
    return slot(ofSectionWith: section.objectID)
  }

  /// The slot of the section with an ID. After a reset, another object has this ID than before.
  ///
  /// - Complexity: O(sections).
  func slot(ofSectionWith id: NSManagedObjectID) -> Int32? {
    // A rejected edit may have given slots to sections that have no object yet.
    engine.order.first { Int($0) < objects.count && objects[Int($0)]?.objectID == id }
  }

  /// The engine's token of an object.
  func token(of object: NSManagedObject) -> ItemToken {
    if !unsaved.isEmpty, let token = unsaved.token(of: object) { return token }
    return items.token(of: object.objectID)
  }

  /// The object of an item; nil if it must be looked up by place.
  func object(of token: ItemToken) -> NSManagedObject? {
    items.isTemporary(token) ? unsaved.object(token) : items.object(of: token)
  }

  /// The ID of an item, as the program knows it.
  func id(of token: ItemToken) -> NSManagedObjectID {
    if items.isTemporary(token), let id = unsaved.id(token) { return id }
    return items.id(of: token)
  }
}
