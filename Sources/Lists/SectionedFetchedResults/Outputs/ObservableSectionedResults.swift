#if canImport(Observation)
  import CoreData
  import Observation
  import SectionedChanges

  /// The list of a controller, observable by views section by section.
  ///
  /// ```swift
  /// let list = ObservableSectionedResults(controller)
  /// try list.performFetch()
  /// let counts = list.sections.map(\.numberOfObjects)
  /// ```
  ///
  /// A view is updated when a part that it has read changes:
  ///
  /// | part | read by |
  /// | --- | --- |
  /// | one section with its items | ``section(for:)`` |
  /// | the identifiers of the sections, in order | ``sectionIDs``, and ``section(at:)`` with that section |
  /// | these and the counts | ``outline`` |
  /// | one aggregate of a section, or of all items | ``value(of:forSection:)``, ``value(of:)`` |
  /// | the whole list | ``sections`` |
  ///
  /// All parts show what the controller shows, including a user's move and the result of an unreported fetch. After
  /// such a fetch, and after a reset of the context, the readers of every part are notified.
  ///
  /// The object becomes the controller's delegate in order to receive errors; its other properties need no delegate.
  /// Use it on the controller's queue, for views the main queue.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Observable
  public final class ObservableSectionedResults<Section: NSManagedObject, Item: NSManagedObject>:
    SectionedFetchedResultsControllerDelegate
  {
    /// The class of the section objects, as the delegate's protocol names it.
    public typealias SectionResult = Section
    /// The class of the items, as the delegate's protocol names it.
    public typealias ItemResult = Item
    /// A section of one version of the list.
    public typealias SectionInfo = SectionedFetchedResultsSectionInfo<Section, Item>

    /// All shown sections in order. Observers are notified of each new list, and when objects of the list got other
    /// IDs.
    ///
    /// - Complexity: O(1).
    public var sections: SectionedFetchedResultsSections<Section, Item> {
      reads.record(.whole)
      return controller.shownSections
    }

    /// The identifiers of the sections, in order; nil for the section of unmatched items.
    ///
    /// - Complexity: O(sections).
    public var sectionIDs: [NSManagedObjectID?] {
      reads.record(.order)
      return controller.shownSectionIDs
    }

    /// The identifiers and counts of the sections, in order.
    ///
    /// - Complexity: O(sections).
    public var outline: [SectionOutline<NSManagedObjectID?>] {
      reads.record(.outline)
      return controller.outline
    }

    /// The last error; nil when there was none.
    public private(set) var error: (any Error)?
    /// The controller that is observed.
    @ObservationIgnored public let controller: SectionedFetchedResultsController<Section, Item>
    @ObservationIgnored let reads = ListReads<NSManagedObjectID?>()
    @ObservationIgnored private(set) lazy var valueReads = ValueReads(reads)
    /// The parts of which readers are notified with the next list.
    @ObservationIgnored var awaited: Set<ListPart<NSManagedObjectID?>> = []

    /// Observes a controller, and becomes its delegate.
    ///
    /// - Parameter controller: the controller, which has fetched or is fetched later by ``performFetch()``.
    public init(_ controller: SectionedFetchedResultsController<Section, Item>) {
      self.controller = controller
      controller.delegate = self
      controller.tracker.outputs.add(self)
    }

    /// The section with an identifier, at any index; nil when it is not in the list. Observers are notified when the
    /// section, its items or their number changes, and when it is inserted or removed.
    ///
    /// - Parameter id: the identifier of the section's object; nil for the section of unmatched items.
    /// - Complexity: O(1); O(sections) for a section that is not shown.
    public func section(for id: NSManagedObjectID?) -> SectionInfo? {
      reads.record(.section(id))
      return controller.shownIndex(ofSectionWith: id).map { controller.shownSections[$0] }
    }

    /// The section at an index; nil if there is none. Reading it also observes the order of the sections.
    ///
    /// - Complexity: O(1).
    public func section(at index: Int) -> SectionInfo? {
      reads.record(.order)
      guard index >= 0, index < controller.shownSectionCount else { return nil }
      reads.record(.section(controller.sectionID(at: index)))
      return controller.shownSections[index]
    }

    /// The value of an aggregate for the items of a section, shown or not; nil if no item has a value, the section is
    /// not in the list, or the last fetch did not have the aggregate. An observer is notified when the value changes,
    /// and not of other changes of the section.
    ///
    /// - Parameters:
    ///   - aggregate: one of the controller's `aggregates`.
    ///   - id: the identifier of the section's object; nil for the section of unmatched items.
    /// - Complexity: O(aggregates), O(sections) for a section that is not shown.
    public func value(of aggregate: ItemAggregate, forSection id: NSManagedObjectID?) -> AggregateValue? {
      read(ReadValue(aggregate.name, of: .section(id)))
    }

    /// The value of an aggregate for all items of the list, shown or not; nil if no item has a value, or the last
    /// fetch did not have the aggregate. An observer is notified when the value changes.
    ///
    /// - Parameter aggregate: one of the controller's `aggregates`.
    /// - Complexity: O(sections · aggregates) the first time for a version of the list, then O(aggregates).
    public func value(of aggregate: ItemAggregate) -> AggregateValue? { read(ReadValue(aggregate.name, of: .list)) }

    private func read(_ key: ReadValue<NSManagedObjectID?>) -> AggregateValue? {
      let value = controller.currentValue(key)
      valueReads.record(key, value)
      return value
    }

    /// Notifies the readers of values that are other ones than they read.
    fileprivate func notifyValueReaders() {
      if !valueReads.isEmpty { valueReads.update(controller.currentValue) }
    }

    /// Fetches, and shows what is there.
    ///
    /// - Complexity: O(rows).
    /// - Throws: the errors of the controller's `performFetch()`. The list is then as before.
    public func performFetch() throws { try controller.performFetch() }

    /// Stores an error that the controller reports in ``error``.
    public func controller(
      _ controller: SectionedFetchedResultsController<Section, Item>, didFailWith error: any Error
    ) {
      self.error = error
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension ObservableSectionedResults: ListReader {
    package func listDidChange() {
      reads.change([.anew])
      notifyValueReaders()
    }

    package func listDidChange(by changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>?) {
      let awaited = awaited
      self.awaited = []
      guard let changes, !awaited.contains(.anew) else { return listDidChange() }
      reads.change(awaited.union(changes.changedParts { controller.sectionID(at: $0) }))
      notifyValueReaders()
    }

    package func objectsWereRenamed(_ changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>) {
      awaited.formUnion(changes.changedParts { controller.sectionID(at: $0) })
    }

    package func objectsWereMadeAnew() { awaited.insert(.anew) }

    package var readsTotals: Bool { true }

    package func totalsDidChange(of sections: [NSManagedObjectID?]) {
      reads.change(Set(sections.map { .section($0) }).union([.whole]))
      notifyValueReaders()
    }
  }

  extension SectionedFetchedResultsController {
    /// The value of an aggregate as the shown list has it.
    fileprivate func currentValue(_ key: ReadValue<NSManagedObjectID?>) -> AggregateValue? {
      let (list, version) = (tracker.shown, tracker.shown.version)
      switch key.scope {
      case .list: return version.value(named: key.name, among: list.totalValues)
      case .section(let id):
        return shownIndex(ofSectionWith: id).flatMap { version.value(named: key.name, of: version.shown[$0]) }
      }
    }
  }
#endif
