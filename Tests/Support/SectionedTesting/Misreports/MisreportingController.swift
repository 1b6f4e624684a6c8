#if !canImport(Darwin)
  import CoreData
  import Foundation
  import SectionedFetchedResults

  /// A fetched results controller that has the right list and reports it as badly as Apple's may.
  ///
  /// It stands in for the inner controllers of a list where a context's `userInfo` says so, on the public interface.
  package final class MisreportingController: NSFetchedResultsController<NSManagedObject> {
    private lazy var relay = MisreportRelay(self)

    /// Makes the lists of a context have such controllers.
    ///
    /// - Parameters:
    ///   - misreports: the ways in which they report.
    ///   - seed: for what is drawn.
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

    // Our controllers notify the delegate that they have: the relay, which notifies the real one.
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

    /// The names of sections at the last fetch, or when they came, by their first rows.
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

    /// A seed for each controller of a context. Unchecked: used on the context's queue.
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
