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
/// A stand-in for `NSFetchedResultsController`. Every object of the section fetch is a section, in the order of that
/// fetch, whether or not it has items. Items belong to the section that their grouping key path leads to. Changes of
/// the context are reported to the ``delegate``, one batch for each event.
///
/// Requests are copied by ``performFetch()``; later changes of them take effect with the next one. Tracking begins with
/// ``performFetch()`` and does not depend on a delegate.
///
/// Use it on its context's queue only.
open class SectionedFetchedResultsController<Section: NSManagedObject, Item: NSManagedObject>: NSObject {
  /// The request for the items, with their order within a section. Its limit and its offset count items in display
  /// order. If its first sort descriptor is not the grouping key path, one is inserted before it; if it is, its
  /// comparison has no meaning, as the section fetch orders the sections.
  open var itemFetchRequest: NSFetchRequest<Item>

  /// The request for the sections, with their order. Without sort descriptors they are ordered by the attribute in which
  /// the grouping key path ends; where it ends in the section, by identity: saved ones by primary key, then unsaved ones
  /// in the order of insertion. With a limit or an offset ``performFetch()`` throws.
  open var sectionFetchRequest: NSFetchRequest<Section>

  /// The context whose objects and changes are shown.
  public let managedObjectContext: NSManagedObjectContext

  /// The way from an item to its section: to-one relationships, then the attribute that identifies the section, as in
  /// `album.identifier`. Where our Core Data is, it may end in the section itself, as in `album`. A change takes
  /// effect with the next ``performFetch()``.
  ///
  /// On Apple platforms, items that other objects place, by this path, the predicate or an order, are placed in the next
  /// turn of the context's queue, as a batch of its own: they and the objects on the way to them are read.
  open var sectionGroupingKeyPath: String

  /// The name of the inner controller's cache file; nil for none. The file is deleted before the first fetch of a
  /// process, and before a fetch by another predicate, order or path than the last of that name.
  public let cacheName: String?

  /// The delegate, which is notified of changes. It is not kept alive, and nothing is reported before the first
  /// ``performFetch()``: debug builds log that.
  open weak var delegate: (any SectionedFetchedResultsControllerDelegate<Section, Item>)? {
    didSet {
      tracker.unusedCalls = []
      #if DEBUG
        watchForFirstFetch()
      #endif
    }
  }

  /// A key path on the section object whose value is the section's name; nil for the section's key. It begins at the
  /// section: `name`, where the grouping key path is `country.code`. ``performFetch()`` throws for one that leads
  /// nowhere.
  open var sectionNameKeyPath: String?

  /// A key path on the section object whose value is the section's entry in the index at a list's edge; nil for the
  /// letter of its name in ``sectionIndexLetters``. It begins at the section, as ``sectionNameKeyPath`` does.
  open var sectionIndexTitleKeyPath: String?

  /// The letters of the sections' entries in the index at a list's edge, where no key path and no delegate names them;
  /// nil for those of the user's current language.
  open var sectionIndexLetters: LetterIndex?

  /// How the delegate's single calls name a batch. The change set is the same for all.
  open var classicCallbacks: ClassicCallbackPolicy = .legalInOneBatch

  /// Whether every change set is replayed on a full copy of the list before it is delivered. O(rows) for each event;
  /// for tests.
  open var verifiesChanges = false

  /// The shown list, with the parts that follow the context.
  package let tracker: SectionedTracker

  /// Makes a controller. It fetches nothing, and shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - itemFetchRequest: which items, in which order within their section.
  ///   - sectionFetchRequest: which sections, in which order.
  ///   - context: where both are fetched.
  ///   - sectionGroupingKeyPath: leads from an item to its section's key.
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

  /// Fetches sections and items. The first fetch reports nothing; a later one reports what came, went and moved. See
  /// ``performFetch(reporting:)``.
  ///
  /// Both lists are compared by objects and places, not by values: an object that stands where it stood is not reported
  /// as updated. Values that were written past the context, as by a batch request, are reported when the request's
  /// result is merged, by `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. After a reset of the
  /// context each object is reported as updated.
  ///
  /// - Complexity: O(rows), naming them; objects are made when they are asked for.
  /// - Throws: the errors of ``performFetch(reporting:)``. The list is then as before.
  open func performFetch() throws { try performFetch(reporting: true) }

  /// The object at an index path of the list. One that is not in the list is a programming error.
  ///
  /// - Parameter indexPath: the section and the item in it, in the list that is shown.
  /// - Returns: the object, which may be a fault. With a `fetchBatchSize` it is filled together with those behind it.
  /// - Complexity: O(log items of the section).
  open func object(at indexPath: IndexPath) -> Item {
    guard indexPath.count == 2 else {
      fatalError("The index path \(indexPath) has \(indexPath.count) numbers. Give one of a section and an item.")
    }
    return object(section: indexPath[0], item: indexPath[1])
  }

  /// Returns the index path of an item; nil when it is not shown.
  ///
  /// - Complexity: O(1), comparing at most 512 rows. O(rows) while the list that is shown is not the one that is
  ///   fetched, as in a delegate's `controllerWillChangeContent(_:)`, in the edits of a user's move, and between a
  ///   reset and the next fetch. On Apple platforms the inner controller's cost comes first.
  open func indexPath(forObject object: Item) -> IndexPath? {
    tracker.shownPlace(of: object)?.indexPath
  }

  /// All sections in order, empty ones included; nil before the first fetch, which debug builds log. ``allSections`` is
  /// the same list and costs less.
  ///
  /// - Complexity: O(sections), reading the name of each.
  open var sections: [SectionedFetchedResultsSectionInfo<Section, Item>]? {
    noteIfReadEarly("sections", is: "nil")
    return tracker.lists == nil ? nil : Array(allSections)
  }

  /// All items in display order; nil before the first fetch, which debug builds log.
  ///
  /// - Complexity: O(rows), making their objects. ``items`` makes those that are looked at.
  open var fetchedObjects: [Item]? {
    noteIfReadEarly("fetchedObjects", is: "nil")
    return tracker.lists == nil ? nil : Array(items)
  }

  /// The index title of a section by its name: the letter of ``sectionIndexLetters`` under which the name is listed, as
  /// Å in Swedish and A in German for *Åland*. For a name that begins with no letter it is the first character; nil for
  /// an empty name. An override point.
  open func sectionIndexTitle(forSectionName sectionName: String) -> String? {
    SectionNames.indexTitle(of: sectionName, in: sectionIndexLetters ?? .current)
  }

  /// The entries of the index at a list's edge: the titles of all sections, empty ones included, each once, in the
  /// order of the list. An override point.
  ///
  /// - Complexity: O(sections), asking the delegate or the key path for the title of each.
  open var sectionIndexTitles: [String] { distinctIndexTitles }

  /// The section that an entry of the index leads to: the first with its title.
  ///
  /// - Parameters:
  ///   - title: an entry of ``sectionIndexTitles``. Another one is a programming error.
  ///   - sectionIndex: its index there. The title alone decides.
  /// - Returns: the index of the section in the list.
  /// - Complexity: O(sections).
  open func section(forSectionIndexTitle title: String, at sectionIndex: Int) -> Int { firstSection(titled: title) }

  /// Deletes the inner controllers' cache files of a name, or all of them.
  ///
  /// - Parameter name: the name of a cache; nil for all caches.
  open class func deleteCache(withName name: String?) {
    CacheLedger.shared.deleteCache(name)
  }
}
