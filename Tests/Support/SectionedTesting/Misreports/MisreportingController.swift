#if !canImport(Darwin)
  import CoreData
  import Foundation
  import SectionedFetchedResults

  /// A fetched results controller that has the right list, but reports its changes as badly as Apple's may.
  ///
  /// In builds with only the public interface, lists use it as their inner controller if the context's `userInfo` says
  /// so.
  package final class MisreportingController: NSFetchedResultsController<NSManagedObject> {
    private lazy var relay = MisreportRelay(self)

    /// Makes lists in a context use misreporting controllers as their inner controllers.
    ///
    /// - Parameters:
    ///   - misreports: the ways in which they report.
    ///   - seed: the seed of the random decisions.
    package static func serve(_ context: NSManagedObjectContext, _ misreports: Set<Misreport>, seed: UInt64) {
      let seeds = Seeds(seed)
      let make: InnerControllerMaker = { request, context, path, cache in
        let controller = MisreportingController(
          fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path, cacheName: cache)
        controller.relay.misreports = misreports
        controller.relay.random = SeededRandom(seed: seeds.next())
        return controller
      }
      context.userInfo[InnerController.maker] = make
    }

    // The superclass calls the relay, which calls the real delegate.
    package override weak var delegate: (any NSFetchedResultsControllerDelegate)? {
      get { super.delegate }
      set {
        relay.delegate = newValue
        super.delegate = newValue == nil ? nil : relay
      }
    }

    package override var sections: [any NSFetchedResultsSectionInfo]? {
      if relay.hidesSections { return nil }
      guard relay.misreports.contains(.staleNames) else { return super.sections }
      return super.sections?.map { section in
        let first = (section.objects as? [NSManagedObject])?.first
        guard let id = first?.objectID else { return section }
        let name = names[id] ?? section.name
        names[id] = name
        return RenamedSection(section, name)
      }
    }

    /// The names that sections had at the last fetch, or when they were first read after it, by the IDs of their first
    /// rows.
    private var names: [NSManagedObjectID: String] = [:]

    package override func performFetch() throws {
      names = [:]
      try super.performFetch()
    }

    private final class RenamedSection: NSObject, NSFetchedResultsSectionInfo {
      let name: String
      private let section: any NSFetchedResultsSectionInfo

      init(_ section: any NSFetchedResultsSectionInfo, _ name: String) { (self.section, self.name) = (section, name) }

      var indexTitle: String? { section.indexTitle }
      var numberOfObjects: Int { section.numberOfObjects }
      var objects: [Any]? { section.objects }
    }

    /// Another seed for each controller of a context. Unchecked: used only on the context's queue.
    private final class Seeds: @unchecked Sendable {
      private var seed: UInt64

      init(_ seed: UInt64) { self.seed = seed }

      func next() -> UInt64 {
        seed &+= 1
        return seed
      }
    }
  }
#endif
