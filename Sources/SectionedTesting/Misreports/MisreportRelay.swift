#if !canImport(Darwin)
  import CoreData
  import Foundation
  import SectionedFetchedResults

  /// The delegate of a misreporting controller, which passes the reports of an event on when they are complete.
  final class MisreportRelay: NSObject, NSFetchedResultsControllerDelegate {
    typealias Controller = NSFetchedResultsController<any NSFetchRequestResult>

    enum Report {
      case section(any NSFetchedResultsSectionInfo, Int, NSFetchedResultsChangeType)
      case object(NSManagedObject, IndexPath?, NSFetchedResultsChangeType, IndexPath?)
    }

    weak var delegate: (any NSFetchedResultsControllerDelegate)?
    var misreports: Set<Misreport> = []
    var random = SeededRandom(seed: 0)
    private(set) var hidesSections = false
    unowned let controller: MisreportingController
    var reports: [Report] = []
    /// The reports of sections that come with the next event.
    var lateSections: [Report] = []
    /// The number of events that wait for their turn. What comes meanwhile waits, too.
    private var lateEvents = 0

    init(_ controller: MisreportingController) { self.controller = controller }

    func controllerWillChangeContent(_ controller: Controller) { reports = [] }

    func controller(
      _ controller: Controller, didChange sectionInfo: any NSFetchedResultsSectionInfo,
      atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
    ) { reports.append(.section(sectionInfo, sectionIndex, type)) }

    func controller(
      _ controller: Controller, didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
      newIndexPath: IndexPath?
    ) {
      guard let object = anObject as? NSManagedObject else { return }
      reports.append(.object(object, indexPath, type, newIndexPath))
    }

    func controllerDidChangeContent(_ controller: Controller) {
      let batches = Batches(batches: spoiledBatches(), controller: controller)
      guard lateEvents > 0 || misreports.contains(.late) && random.oneIn(2) else { return deliver(batches) }
      let relay = QueueBox(self)
      lateEvents += 1
      controller.managedObjectContext.perform {
        guard let relay = relay.object else { return }
        relay.lateEvents -= 1
        relay.deliver(batches)
      }
    }

    /// Unchecked: a block that has it runs on the queue of the controller's context, where alone the reports are used.
    private struct Batches: @unchecked Sendable {
      let batches: [[Report]]
      let controller: Controller
    }

    private func deliver(_ all: Batches) {
      for batch in all.batches {
        hidesSections = misreports.contains(.noSectionsMeanwhile)
        delegate?.controllerWillChangeContent(all.controller)
        for report in batch {
          switch report {
          case .section(let info, let index, let type):
            delegate?.controller(all.controller, didChange: info, atSectionIndex: index, for: type)
          case .object(let object, let old, let type, let new):
            delegate?.controller(all.controller, didChange: object, at: old, for: type, newIndexPath: new)
          }
        }
        hidesSections = false
        delegate?.controllerDidChangeContent(all.controller)
      }
    }
  }
#endif
