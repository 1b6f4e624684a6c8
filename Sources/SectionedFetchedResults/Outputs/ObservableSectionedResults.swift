#if canImport(Observation)
  import CoreData
  import Observation

  /// The list of a controller as a value that views observe: a view that reads ``sections`` is drawn again when they
  /// change.
  ///
  /// It becomes the controller's delegate, and is used on the controller's queue: the main queue, for views.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Observable
  public final class ObservableSectionedResults<Section: NSManagedObject, Item: NSManagedObject>:
    SectionedFetchedResultsControllerDelegate
  {
    public typealias SectionResult = Section
    public typealias ItemResult = Item

    /// All sections in order, empty ones included.
    public private(set) var sections: SectionedFetchedResultsSections<Section, Item>
    /// What went wrong last; nil when nothing did.
    public private(set) var error: (any Error)?
    @ObservationIgnored public let controller: SectionedFetchedResultsController<Section, Item>

    /// - Parameter controller: fetched already, or to be fetched later by ``performFetch()``.
    public init(_ controller: SectionedFetchedResultsController<Section, Item>) {
      self.controller = controller
      sections = controller.allSections
      controller.delegate = self
    }

    /// Fetches, and shows what is there.
    public func performFetch() throws {
      try controller.performFetch()
      sections = controller.allSections
    }

    public func controllerDidChangeContent(_ controller: SectionedFetchedResultsController<Section, Item>) {
      sections = controller.allSections
    }

    public func controller(
      _ controller: SectionedFetchedResultsController<Section, Item>, didFailWith error: any Error
    ) {
      self.error = error
    }
  }
#endif
