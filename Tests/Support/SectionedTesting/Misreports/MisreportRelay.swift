#if !canImport(Darwin)
  import CoreData
  import Foundation
  import SectionedFetchedResults

  /// The delegate of a misreporting controller. It collects the calls of an event, spoils them, and then passes them
  /// on.
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
    /// Section changes that are held back until the next event.
    var lateSections: [Report] = []
    /// The number of events that wait for a later turn of the queue. While there are any, newer events wait, too.
    private var lateEvents = 0
    /// The number of objects that may still be turned into faults. Each causes an event, whose reports cause further
    /// ones if unchanged rows are reported, too.
    private var faultsLeft = 300

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

    /// Unchecked: the reports are used only on the queue of the controller's context, where the block with them runs.
    private struct Batches: @unchecked Sendable {
      let batches: [[Report]]
      let controller: Controller
    }

    private func deliver(_ all: Batches) {
      for batch in all.batches {
        let context = controller.managedObjectContext
        if isDrawn(.faults) { makeFaults(of: batch, in: context) }
        let place = isDrawn(.permanentIDs) ? random.below(batch.count + 2) - 1 : nil
        if place == -1 { Self.obtainPermanentIDs(in: context) }
        hidesSections = misreports.contains(.noSectionsMeanwhile)
        delegate?.controllerWillChangeContent(all.controller)
        for (index, report) in batch.enumerated() {
          if place == index { Self.obtainPermanentIDs(in: context) }
          switch report {
          case .section(let info, let index, let type):
            delegate?.controller(all.controller, didChange: info, atSectionIndex: index, for: type)
          case .object(let object, let old, let type, let new):
            delegate?.controller(all.controller, didChange: object, at: old, for: type, newIndexPath: new)
          }
        }
        hidesSections = false
        delegate?.controllerDidChangeContent(all.controller)
        if place == batch.count { Self.obtainPermanentIDs(in: context) }
      }
    }

    /// Turns the reported objects into faults, which causes an event of its own.
    private func makeFaults(of batch: [Report], in context: NSManagedObjectContext) {
      for case .object(let object, _, _, _) in batch
      where object.managedObjectContext === context && !object.hasChanges && !object.isDeleted && !object.isFault
        && faultsLeft > 0
      {
        faultsLeft -= 1
        context.refresh(object, mergeChanges: false)
      }
    }

    private static func obtainPermanentIDs(in context: NSManagedObjectContext) {
      let new = context.insertedObjects.filter(\.objectID.isTemporaryID)
      guard !new.isEmpty else { return }
      do { try context.obtainPermanentIDs(for: Array(new)) } catch { fatalError("No permanent IDs: \(error)") }
    }

    /// Whether a misreport happens now. An enabled one happens half of the time.
    func isDrawn(_ misreport: Misreport) -> Bool { misreports.contains(misreport) && random.oneIn(2) }
  }
#endif
