#if canImport(Observation)
  import CoreData
  import Observation

  /// The list of a controller as a value that views observe: a view that reads ``sections`` is drawn again when they
  /// change.
  ///
  /// ```swift
  /// let list = ObservableSectionedResults(controller)
  /// try list.performFetch()
  /// let counts = list.sections.map(\.numberOfObjects)
  /// ```
  ///
  /// It becomes the controller's delegate to be notified of errors; ``sections`` need no delegate. It is used on the
  /// controller's queue: the main queue, for views.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Observable
  public final class ObservableSectionedResults<Section: NSManagedObject, Item: NSManagedObject>:
    SectionedFetchedResultsControllerDelegate
  {
    /// The class of the section objects, as the delegate's protocol names it.
    public typealias SectionResult = Section
    /// The class of the items, as the delegate's protocol names it.
    public typealias ItemResult = Item

    /// All sections in order, empty ones included: always what the controller shows, also a user's move and what was
    /// fetched without reporting. An observer is notified of each other list, and when objects of it have other IDs.
    ///
    /// - Complexity: O(1).
    public var sections: SectionedFetchedResultsSections<Section, Item> {
      access(keyPath: \.sections)
      return controller.shownSections
    }

    /// The last error; nil when there was none.
    public private(set) var error: (any Error)?
    /// The controller whose list it is.
    @ObservationIgnored public let controller: SectionedFetchedResultsController<Section, Item>

    /// Observes a controller, and becomes its delegate.
    ///
    /// - Parameter controller: fetched already, or to be fetched later by ``performFetch()``.
    public init(_ controller: SectionedFetchedResultsController<Section, Item>) {
      self.controller = controller
      controller.delegate = self
      controller.tracker.outputs.add(self)
    }

    /// Fetches, and shows what is there.
    ///
    /// - Complexity: O(rows).
    /// - Throws: the errors of the controller's `performFetch()`. The list is then as before.
    public func performFetch() throws { try controller.performFetch() }

    /// Keeps an error that the controller reports as ``error``.
    public func controller(
      _ controller: SectionedFetchedResultsController<Section, Item>, didFailWith error: any Error
    ) {
      self.error = error
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension ObservableSectionedResults: ListReader {
    package func listDidChange() { withMutation(keyPath: \.sections) {} }
  }
#endif
