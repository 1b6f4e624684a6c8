import CoreData
import Foundation
import SectionedChanges

/// Shows the results of two fetches as one list: items, in sections that are managed objects.
///
/// ```swift
/// let controller = SectionedFetchedResultsController(
///   itemFetchRequest: items,
///   sectionFetchRequest: sections,
///   managedObjectContext: container.viewContext,
///   sectionGroupingKeyPath: "country.code",
///   cacheName: nil)
/// controller.delegate = self
/// try controller.performFetch()
///
/// controller.allSections[3].object            // Country?
/// controller.allSections[3].numberOfObjects   // 0 is an ordinary answer
/// ```
///
/// A replacement for `NSFetchedResultsController`. Every object of the section request is a section, in the order of
/// that request, with or without items. An item belongs to the section to which its grouping key path leads. The
/// controller reports changes of the context to the ``delegate``, one batch for each event.
///
/// ``performFetch()`` copies the requests, so a later change of them takes effect with the next fetch. It also begins
/// to track changes, with or without a delegate.
///
/// Use it on its context's queue only.
open class SectionedFetchedResultsController<Section: NSManagedObject, Item: NSManagedObject>: NSObject {
  /// The request for the items, with their order within a section. Its limit and offset count items in display order.
  /// If the first sort descriptor is not the grouping key path, the controller inserts one. If it is, its direction and
  /// comparison do not matter, because the section request orders the sections.
  open var itemFetchRequest: NSFetchRequest<Item>

  /// The request for the sections, with their order. Without sort descriptors, sections are sorted by the attribute at
  /// the end of the grouping key path. If the path ends in the section itself, saved sections are sorted by primary
  /// key, and unsaved ones follow in the order of insertion. If the request has a limit or an offset,
  /// ``performFetch()`` throws.
  open var sectionFetchRequest: NSFetchRequest<Section>

  /// The context whose objects and changes are shown.
  public let managedObjectContext: NSManagedObjectContext

  /// The key path from an item to its section's key: to-one relationships, then the attribute that identifies the
  /// section, as in `album.identifier`. With our Core Data it may end in the section itself, as in `album`. A change
  /// takes effect with the next ``performFetch()``.
  ///
  /// On Apple platforms, an item may have to move because a related object changed that this path, the predicate or a
  /// sort descriptor reaches. Such items move in the next turn of the context's queue, as a batch of its own. The items
  /// and the objects between are then read.
  open var sectionGroupingKeyPath: String

  /// The name of the inner controller's cache file; nil for none. The file is deleted before the first fetch of a
  /// process, and before a fetch whose predicate, order or path differs from the last fetch with that name.
  public let cacheName: String?

  /// The delegate, which is notified of changes. It is not retained. Nothing is reported before the first
  /// ``performFetch()``; debug builds log changes that come earlier.
  open weak var delegate: (any SectionedFetchedResultsControllerDelegate<Section, Item>)? {
    didSet {
      tracker.unusedCalls = []
      #if DEBUG
        watchForFirstFetch()
      #endif
    }
  }

  /// A key path of the section object whose value is the section's name; nil for the section's key. It begins at the
  /// section: `name`, if the grouping key path is `country.code`. ``performFetch()`` throws for an invalid path.
  open var sectionNameKeyPath: String?

  /// A key path of the section object whose value is the section's title in the index at the edge of the list; nil for
  /// the letter of its name in ``sectionIndexLetters``. It begins at the section, as ``sectionNameKeyPath`` does.
  open var sectionIndexTitleKeyPath: String?

  /// The letters of the index at the edge of the list, for sections whose titles neither a key path nor the delegate
  /// gives; nil for those of the user's current language.
  open var sectionIndexLetters: LetterIndex?

  /// The policy for the delegate's calls for single sections and items. It does not affect the change set.
  open var classicCallbacks: ClassicCallbackPolicy = .legalInOneBatch

  /// Whether every change set is verified before it is delivered, by applying it to a full copy of the list. O(rows)
  /// for each event; for tests.
  open var verifiesChanges = false

  /// The part that has the shown list and follows the context.
  package let tracker: SectionedTracker

  /// Makes a controller. It fetches nothing, and shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - itemFetchRequest: the request for the items, with their order within a section.
  ///   - sectionFetchRequest: the request for the sections, with their order.
  ///   - context: the context that fetches both.
  ///   - sectionGroupingKeyPath: the key path from an item to its section's key.
  ///   - name: the name of the inner controller's cache file; nil for none.
  public init(
    itemFetchRequest: NSFetchRequest<Item>, sectionFetchRequest: NSFetchRequest<Section>,
    managedObjectContext context: NSManagedObjectContext, sectionGroupingKeyPath: String, cacheName name: String?
  ) {
    self.itemFetchRequest = itemFetchRequest
    self.sectionFetchRequest = sectionFetchRequest
    self.managedObjectContext = context
    self.sectionGroupingKeyPath = sectionGroupingKeyPath
    self.cacheName = name
    tracker = SectionedTracker(context)
    super.init()
    tracker.controller = self
  }

  /// Fetches sections and items. The first fetch reports nothing; a later one reports insertions, removals and moves.
  /// See ``performFetch(reporting:)``.
  ///
  /// The old and the new list are compared by objects and places, not by values: an object that kept its place is not
  /// reported as updated. If a batch request wrote values past the context, merge its result by
  /// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)` to have them reported. After a reset of the
  /// context, each object is reported as updated.
  ///
  /// - Complexity: O(rows) for fetching identifiers. Objects are created on demand.
  /// - Throws: the errors of ``performFetch(reporting:)``. The list is then unchanged.
  open func performFetch() throws { try performFetch(reporting: true) }

  /// The object at an index path of the shown list. An index path that does not exist is a programming error.
  ///
  /// - Parameter indexPath: the section, and the item in it, in the shown list.
  /// - Returns: the object, which may be a fault. With a `fetchBatchSize`, it is filled together with the following
  ///   ones.
  /// - Complexity: O(log items of the section).
  open func object(at indexPath: IndexPath) -> Item {
    guard indexPath.count == 2 else {
      fatalError("The index path \(indexPath) has \(indexPath.count) numbers. Give one of a section and an item.")
    }
    return object(section: indexPath[0], item: indexPath[1])
  }

  /// Returns the index path of an item; nil when it is not shown.
  ///
  /// - Complexity: O(1), comparing at most 512 rows. O(rows) while the shown list is not the fetched one: in a
  ///   delegate's `controllerWillChangeContent(_:)`, in the edits of a user's move, and between a reset and the next
  ///   fetch. On Apple platforms the inner controller's cost is added.
  open func indexPath(forObject object: Item) -> IndexPath? {
    tracker.shownPlace(of: object)?.indexPath
  }

  /// All shown sections in order; nil before the first fetch, which debug builds log. ``allSections`` is the same list
  /// and costs less.
  ///
  /// - Complexity: O(sections), reading the name of each.
  open var sections: [SectionedFetchedResultsSectionInfo<Section, Item>]? {
    noteIfReadEarly("sections", is: "nil")
    return tracker.lists == nil ? nil : Array(allSections)
  }

  /// All items in display order; nil before the first fetch, which debug builds log.
  ///
  /// - Complexity: O(rows), creating all objects. ``items`` creates objects on demand.
  open var fetchedObjects: [Item]? {
    noteIfReadEarly("fetchedObjects", is: "nil")
    return tracker.lists == nil ? nil : Array(items)
  }

  /// The index title of a section by its name: the letter of ``sectionIndexLetters`` under which the name is listed.
  /// For *Åland* that is Å in Swedish and A in German. If the name does not begin with a letter, it is the first
  /// character; nil for an empty name. Subclasses may override it.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    SectionNames.indexTitle(of: sectionName, in: sectionIndexLetters ?? .current)
  }

  /// The entries of the index at the edge of the list: the distinct titles of all shown sections, in the order of the
  /// list. Subclasses may override it.
  ///
  /// - Complexity: O(sections), asking the delegate or the key path for the title of each.
  open var sectionIndexTitles: [String] { distinctIndexTitles }

  /// The section to which an entry of the index leads: the first section with that title.
  ///
  /// - Parameters:
  ///   - title: an entry of ``sectionIndexTitles``. Any other text is a programming error.
  ///   - sectionIndex: the index of the title in ``sectionIndexTitles``. It is ignored.
  /// - Returns: the index of the section in the list.
  /// - Complexity: O(sections).
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int { firstSection(titled: title) }

  /// Deletes the inner controllers' cache files with a name, or all of them.
  ///
  /// - Parameter name: the name of a cache; nil for all caches.
  open class func deleteCache(withName name: String?) {
    CacheLedger.shared.deleteCache(name)
  }
}
