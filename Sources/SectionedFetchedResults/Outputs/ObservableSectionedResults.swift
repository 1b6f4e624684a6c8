#if canImport(Observation)
  import CoreData
  import Observation

  /// The list of a controller as a value that views observe: a view that reads ``sections`` is drawn again when they
  /// change.
  ///
  /// It becomes the controller's delegate to hear what goes wrong; ``sections`` need no delegate. It is used on the
  /// controller's queue: the main queue, for views.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @Observable
  public final class ObservableSectionedResults<Section: NSManagedObject, Item: NSManagedObject>:
    SectionedFetchedResultsControllerDelegate
  {
    public typealias SectionResult = Section
    public typealias ItemResult = Item

    /// All sections in order, empty ones included: always what the controller shows, also a user's move and what was
    /// fetched without reporting. Who reads them is told of each other list, and when objects of it have other IDs.
    public var sections: SectionedFetchedResultsSections<Section, Item> {
      access(keyPath: \.sections)
      return controller.allSections
    }

    /// What went wrong last; nil when nothing did.
    public private(set) var error: (any Error)?
    @ObservationIgnored public let controller: SectionedFetchedResultsController<Section, Item>

    /// - Parameter controller: fetched already, or to be fetched later by ``performFetch()``.
    public init(_ controller: SectionedFetchedResultsController<Section, Item>) {
      self.controller = controller
      controller.delegate = self
      controller.tracker.outputs.add(self)
    }

    /// Fetches, and shows what is there.
    public func performFetch() throws { try controller.performFetch() }

    public func controller(
      _ controller: SectionedFetchedResultsController<Section, Item>, didFailWith error: any Error
    ) {
      self.error = error
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  extension ObservableSectionedResults: ListReader {
    func listDidChange() { withMutation(keyPath: \.sections) {} }
  }
#endif
