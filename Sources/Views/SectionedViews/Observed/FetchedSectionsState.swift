import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults

/// The requests of a list, their configuration and the context in which they are fetched: the state of
/// `@SectionedObjectsRequest`, without SwiftUI. The list itself is an `ObservableDataSource`.
///
/// From iOS 17 and macOS 14 on, and on Linux, each section of ``observedSections`` and each other property is observed
/// separately. Anything else has to update its view when ``willChange`` is called, once for each step.
@MainActor
public final class FetchedSectionsState<SectionObject: NSManagedObject, Item: NSManagedObject> {
  /// The predicates, orders and options that may be changed while the list is shown.
  public var configuration: FetchedSectionsConfiguration {
    get {
      reads.record(.configuration)
      return wanted
    }
    set { change(to: newValue) }
  }

  /// The last error; nil when there was none since the last fetch that succeeded.
  public var error: (any Error)? {
    reads.record(.error)
    if lastError == nil { return nil }
    // If the fetch after a reset failed, the list itself repeats it.
    reads.record(.whole)
    return isOfReset && source?.controller.isFetchAwaited == false ? nil : lastError
  }

  /// Called before the state changes. ``follow(_:)`` and ``ask(_:showsEmptySections:unmatchedItems:aggregates:)`` do
  /// not call it, because their caller updates its view afterwards.
  public var willChange: () -> Void = {}

  /// The sections that are shown, as one value; empty before there is a context.
  public var sections: FetchedSections<SectionObject, Item> {
    reads.record(.whole)
    return FetchedSections(state: self, source: list?.source, list: list?.list ?? .init())
  }

  /// The sections that are shown, each observed separately; empty before there is a context.
  public var observedSections: ObservedSections<SectionObject, Item> {
    reads.record(.order)
    return ObservedSections(state: self, list: list?.shown ?? .init())
  }

  /// The source that fetches the list and follows its changes; nil before there is a context.
  public var source: FetchedDataSource<SectionObject, Item>? { list?.source }

  /// Whether the context's stores are not loaded yet. The list is fetched when they are loaded.
  public var isAwaitingStores: Bool {
    reads.record(.whole)
    return source == nil && context != nil
  }

  /// A record of what has been read of the state, for the notifications of changes.
  let reads = ListReads<ListedID<NSManagedObjectID?>>()
  private(set) lazy var valueReads = ValueReads(reads)
  /// The observation by which the readers of aggregate values are notified.
  private var steps: ObservationToken?
  /// The list that is shown; nil before there is a context with stores.
  private(set) var list: ObservableDataSource<FetchedDataSource<SectionObject, Item>>?
  private var context: NSManagedObjectContext?
  private var storeWatch: StoreWatch?

  private var requests: Requests
  private var wanted: FetchedSectionsConfiguration
  /// The configuration that the program asked for last.
  private var asked: FetchedSectionsConfiguration
  private let anomalies: AnomalyHandler
  /// The error because of which the requests cannot be fetched with any configuration.
  private var requestsError: (any Error)?
  /// The last configuration if its fetch failed. It is tried again in the next context.
  private var refused: FetchedSectionsConfiguration?
  /// Whether ``ask(_:showsEmptySections:unmatchedItems:aggregates:)`` is running, during which ``willChange`` is not
  /// called.
  private var isAsking = false
  private var lastError: (any Error)? {
    didSet { isOfReset = lastError != nil && source?.controller.isFetchAwaited == true }
  }
  /// Whether the last error occurred while the fetch after a reset was awaited.
  private var isOfReset = false

  /// Makes a state without a context, which shows nothing.
  ///
  /// - Parameters:
  ///   - requests: the requests of the list.
  ///   - showsEmptySections: whether sections without items are shown.
  ///   - unmatchedItems: the policy for items without a section, which may be shown in a last section without an
  ///     object.
  ///   - aggregates: the values that are computed from the items of each section and of the whole list.
  ///   - anomalies: the handler to which each ``error`` is reported, as `fetchFailed`. The standard one writes to
  ///     standard error, in debug builds.
  public init(
    _ requests: Requests, showsEmptySections: Bool = true, unmatchedItems: UnmatchedItemsPolicy = .shownLast,
    aggregates: [ItemAggregate] = [], anomalies: AnomalyHandler = .standard
  ) {
    (self.requests, self.anomalies) = (requests, anomalies)
    wanted = Self.configuration(of: requests, showsEmptySections, unmatchedItems, aggregates)
    asked = wanted
  }

  private static func configuration(
    of requests: Requests, _ showsEmptySections: Bool, _ unmatchedItems: UnmatchedItemsPolicy,
    _ aggregates: [ItemAggregate]
  ) -> FetchedSectionsConfiguration {
    FetchedSectionsConfiguration(
      nsPredicate: requests.items.predicate, nsSortDescriptors: requests.items.sortDescriptors ?? [],
      sectionPredicate: requests.sections.predicate, sectionSortDescriptors: requests.sections.sortDescriptors ?? [],
      showsEmptySections: showsEmptySections, unmatchedItems: unmatchedItems, aggregates: aggregates)
  }

  /// Applies each predicate, order and option that differs from that of the previous call. Equal ones do not override
  /// changes that were made while the list was shown, so that a view that is made again keeps these. Does not call
  /// ``willChange``, because the caller updates its view afterwards. If the requests cannot be fetched, ``error`` says
  /// why.
  ///
  /// - Parameters:
  ///   - new: the requests.
  ///   - showsEmptySections: whether sections without items are shown.
  ///   - unmatchedItems: the policy for items without a section.
  ///   - aggregates: the values that are computed from the items.
  /// - Complexity: O(1) if the arguments are those of the previous call, otherwise that of a fetch.
  public func ask(
    _ new: Requests, showsEmptySections: Bool = true, unmatchedItems: UnmatchedItemsPolicy = .shownLast,
    aggregates: [ItemAggregate] = []
  ) {
    let configuration = Self.configuration(of: new, showsEmptySections, unmatchedItems, aggregates)
    let isAlike = new.isAlike(requests)
    guard configuration != asked || !isAlike else { return }
    isAsking = true
    defer { isAsking = false }
    // Orders and predicates for other entities do not apply to these requests.
    let next = new.areOfEntities(of: requests) ? wanted.changed(from: asked, to: configuration) : configuration
    asked = configuration
    if isAlike { return change(to: next) }
    let context = context
    reads.change([.configuration]) { (requests, wanted, refused) = (new, next, nil) }
    self.context = nil
    if let context { follow(context) }
  }

  private func noteChange() { if !isAsking { willChange() } }

  /// Whether the change of which readers are being notified is one that a view animates: a step with at most as many
  /// changes as a limit, or a change of something else than the list.
  package func isAnimated(upTo limit: Int) -> Bool { (list?.changeCount ?? 0) <= limit }

  /// Fetches in a context, and follows its changes from then on. Does nothing if that context is followed already. If
  /// the context has no stores yet, as that of a container that is loading, the list is fetched when a store is added.
  public func follow(_ context: NSManagedObjectContext) {
    guard context !== self.context else { return }
    self.context = context
    let coordinator = context.persistentStoreCoordinator
    storeWatch = coordinator.map { coordinator in
      StoreWatch(coordinator) { [weak self] in self?.fetchFromOtherStores() }
    }
    if coordinator?.persistentStores.isEmpty == true { show(nil) } else { fetch(in: context) }
  }

  /// Fetches from the stores that the context has now.
  private func fetchFromOtherStores() {
    guard let source else {
      guard let context, context.persistentStoreCoordinator?.persistentStores.isEmpty == false else { return }
      willChange()
      return fetch(in: context)
    }
    // Another store does not change the model, which the requests do not fit.
    if requestsError != nil { return }
    do {
      try fetch(source)
      if lastError != nil { take(nil) }
    } catch {
      noteChange()
      fail(error)
    }
  }

  private func fetch(in context: NSManagedObjectContext) {
    guard let sections = requests.sections.copy() as? NSFetchRequest<SectionObject>,
      let items = requests.items.copy() as? NSFetchRequest<Item>
    else { return }
    if let refused { wanted = refused }
    refused = nil
    (sections.predicate, sections.sortDescriptors) = (wanted.sectionPredicate, wanted.sectionSortDescriptors)
    (items.predicate, items.sortDescriptors) = (wanted.nsPredicate, wanted.nsSortDescriptors)
    (lastError, requestsError) = (nil, nil)
    var path = requests.path
    do {
      // Apple's requests raise an exception if they are fetched without a model.
      if context.persistentStoreCoordinator == nil { throw FetchedSectionsError.contextWithoutModel }
      path = try requests.completed(sections, items, in: context)
    } catch { requestsError = error }
    let source = FetchedDataSource(
      sections: sections, items: items, by: path, in: context, showsEmptySections: wanted.showsEmptySections,
      anomalies: anomalies)
    source.controller.unmatchedItems = wanted.shownUnmatchedItems
    source.controller.aggregates = wanted.aggregates
    let failure = Result { try fetch(source) }
    source.onError = { [weak self] in self?.take($0) }
    show(source)
    // Last, because a notified reader may change the configuration, and the error belongs to this source.
    if case .failure(let error) = failure { fail(error) }
  }

  /// Shows the list of another source. All readers are notified.
  private func show(_ source: FetchedDataSource<SectionObject, Item>?) {
    let list = source.map { ObservableDataSource($0, reads: reads) }
    list?.willChange = { [weak self] in self?.noteChange() }
    valueReads.forget()
    steps = source?.observe { [weak self] _ in self?.updateValues() }
    reads.change([.anew, .error, .configuration]) { self.list = list }
  }

  private func fetch(_ source: FetchedDataSource<SectionObject, Item>) throws {
    if let requestsError { throw requestsError }
    try source.performFetch()
  }

  /// Records the error of a fetch, and reports it, because a list that failed looks like an empty one.
  private func fail(_ error: any Error) {
    reads.change([.error]) { lastError = error }
    anomalies.report(.init(.fetchFailed, "\(Item.self) by “\(requests.path)”, in \(SectionObject.self): \(error)"))
  }

  /// Records an error that the source has reported; nil if the error is resolved.
  private func take(_ error: (any Error)?) {
    noteChange()
    reads.change([.error]) { lastError = error }
  }

  /// Changes the configuration. If the new one cannot be fetched, the old one is restored and the error recorded.
  private func change(to new: FetchedSectionsConfiguration) {
    let old = wanted
    if new == old { return takeBack() }
    noteChange()
    reads.change([.configuration, .error]) { (wanted, lastError, refused) = (new, nil, nil) }
    guard let source else { return }
    do {
      try source.performTogether {
        try Self.change(source, from: old, to: new)
        // If the first fetch failed, one with the new configuration may succeed.
        if !source.controller.isFetched { try fetch(source) }
      }
      updateValues()
    } catch {
      reads.change([.configuration]) { (wanted, refused) = (old, new) }
      try? source.performTogether { try Self.change(source, from: new, to: old) }
      // Last, because a notified reader may change the configuration.
      fail(error)
    }
  }

  /// Discards a configuration whose fetch failed, and its error, because the program asks for the shown configuration
  /// again.
  private func takeBack() {
    guard refused != nil, requestsError == nil, source?.controller.isFetched == true else { return }
    noteChange()
    reads.change([.error]) { (refused, lastError) = (nil, nil) }
  }

  private static func change(
    _ source: FetchedDataSource<SectionObject, Item>, from old: FetchedSectionsConfiguration,
    to new: FetchedSectionsConfiguration
  ) throws {
    // Set before the section predicate. Otherwise the items of the sections that it excludes would be shown for a
    // moment.
    if new.shownUnmatchedItems == .hidden { source.controller.unmatchedItems = .hidden }
    source.controller.aggregates = new.aggregates
    if new.sectionPredicate != old.sectionPredicate || new.sectionSortDescriptors != old.sectionSortDescriptors {
      try source.changeSectionRequest {
        ($0.predicate, $0.sortDescriptors) = (new.sectionPredicate, new.sectionSortDescriptors)
      }
    }
    if new.nsPredicate != old.nsPredicate || new.nsSortDescriptors != old.nsSortDescriptors {
      try source.changeItemRequest { ($0.predicate, $0.sortDescriptors) = (new.nsPredicate, new.nsSortDescriptors) }
    }
    source.showsEmptySections = new.showsEmptySections
    source.controller.unmatchedItems = new.shownUnmatchedItems
    if new.aggregates != old.aggregates, source.controller.isFetched { try source.performFetch() }
  }
}

/// Calls a closure on the main actor after a coordinator has added or removed a store, until the watch is released.
final class StoreWatch {
  private let token: any NSObjectProtocol

  /// - Parameters:
  ///   - coordinator: the coordinator, whose stores may be loaded on any thread.
  ///   - action: the closure. It is called asynchronously, even if the store was added on the main actor.
  init(_ coordinator: NSPersistentStoreCoordinator, action: @escaping @MainActor @Sendable () -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
    ) { _ in Task { @MainActor in action() } }
  }

  deinit { NotificationCenter.default.removeObserver(token) }
}
