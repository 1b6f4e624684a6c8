import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The objects of two fetches as one list: items, in sections that are managed objects.
///
/// ```swift
/// let library = FetchedDataSource<Album, Track>(
///   sections: albums, items: tracks, by: "album.identifier", in: container.viewContext)
/// let token = library.observe { print($0.changes) }
/// try library.performFetch()
/// library.section(at: 3)?.object     // Album?
/// ```
///
/// It shows what its ``controller`` shows, which has the policies and all other outputs. Whatever changes the
/// controller's list is a step of this source, also a fetch that the controller reports to no delegate. A controller
/// that is given to a source belongs to it; its delegate is free, and is the one that is notified of errors if there is
/// one.
///
/// A section's identifier is the object's, and nil for the section of unmatched items. An object has one identifier as
/// long as it is in the list: one that is not saved gets its permanent identifier when it comes in. Where it gets it
/// later, the temporary one stays its identity. Whatever takes an identifier takes both.
///
/// An event of the context is one step, together with those of all other sources on the context. On Apple
/// platforms a refresh, and what the controller's dependencies lead to, are steps in the next turn of the context's queue.
///
/// Use it on its context's queue.
public final class FetchedDataSource<SectionObject: NSManagedObject, Item: NSManagedObject>: SectionedDataSource {
  /// A section: an object, or the section of unmatched items.
  public typealias Section = FetchedSection<SectionObject>
  /// What names a section; nil for the section of unmatched items.
  public typealias SectionID = NSManagedObjectID?
  /// What names an item.
  public typealias ItemID = NSManagedObjectID
  /// The controller that fetches and follows.
  public typealias Controller = SectionedFetchedResultsController<SectionObject, Item>

  /// What the source shows, who observes it, and what is built on it.
  public let core = SourceCore<NSManagedObjectID?, NSManagedObjectID>(phase: .initial)
  /// What fetches and follows the context.
  public let controller: Controller
  /// Where the source reports what failed outside of a call.
  public let anomalies: AnomalyHandler
  /// Is notified of errors outside of a call, as ``controller``'s delegate would be. They are reported to
  /// ``anomalies``, too. Not called while the controller has another delegate.
  public var onError: ((any Error) -> Void)?

  let list: ControllerList<NSManagedObjectID>
  private let errors: ErrorsDelegate<SectionObject, Item>

  /// Makes a source of what a controller shows. Its objects get permanent identifiers when they come in.
  ///
  /// - Parameters:
  ///   - controller: not in use elsewhere. Where it was fetched, the source shows its list at once.
  ///   - anomalies: where the source reports what failed outside of a call.
  public init(_ controller: Controller, anomalies: AnomalyHandler = .standard) {
    self.controller = controller
    self.anomalies = anomalies
    errors = ErrorsDelegate()
    controller.obtainsPermanentIDs = true
    list = ControllerList(
      controller.reading, for: core, in: controller.managedObjectContext, isFetched: controller.isFetched,
      phase: controller.isFetched ? .loaded : .initial)
    // Called by the core alone, which is there then.
    core.step = { [list, unowned(unsafe) core] in
      let phase = controller.isFetched ? LoadingPhase.loaded : .initial
      return list.step(of: core, phase: phase) ?? .init(snapshot: core.snapshot, changes: .init(), phase: phase)
    }
    controller.follow(with: list)
    errors.report = { [weak self] in self?.report($0) }
    if controller.delegate == nil { controller.delegate = errors }
    // A delegate that the program sets later is not kept alive, and may go again.
    controller.reportErrorsWithoutDelegate { [weak self] in self?.report($0) }
  }

  /// Makes a source of two requests. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - sections: which sections, in which order.
  ///   - items: which items, in which order within their section.
  ///   - path: leads from an item over to-one relationships to an attribute that identifies the section.
  ///   - context: where both are fetched.
  ///   - showsEmptySections: whether sections without items are shown; else only used ones are.
  ///   - anomalies: where the source reports what failed outside of a call.
  public convenience init(
    sections: NSFetchRequest<SectionObject>, items: NSFetchRequest<Item>, by path: String,
    in context: NSManagedObjectContext, showsEmptySections: Bool = true, anomalies: AnomalyHandler = .standard
  ) {
    let controller = Controller(
      itemFetchRequest: items, sectionFetchRequest: sections, managedObjectContext: context,
      sectionGroupingKeyPath: path, cacheName: nil)
    controller.showsEmptySections = showsEmptySections
    self.init(controller, anomalies: anomalies)
  }

  /// Reports what failed outside of a call.
  private func report(_ error: any Error) {
    onError?(error)
    anomalies.report(.init(.fetchFailed, "\(error)"))
  }
}

extension SectionedFetchedResultsController {
  /// The list by the identities of its objects.
  fileprivate var reading: ControllerList<NSManagedObjectID>.Reading {
    .init(
      sectionCount: { self.shownSectionCount }, sectionID: { self.sectionID(at: $0) },
      itemID: { $1.first(of: self.itemID(at: $0)) },
      items: { section, revision, ids in
        let all = ContiguousArray(self.itemIDs(inSection: section).map { ids.first(of: $0) })
        return ChunkedArray(byChunks: all.lazy.map { ListElement(ListedID($0), revision: revision) })
      },
      namesLast: true)
  }
}

/// The controller's delegate as long as the program gives it no other one.
final class ErrorsDelegate<Section: NSManagedObject, Item: NSManagedObject>:
  SectionedFetchedResultsControllerDelegate
{
  typealias SectionResult = Section
  typealias ItemResult = Item

  var report: (any Error) -> Void = { _ in }

  func controller(_ controller: SectionedFetchedResultsController<Section, Item>, didFailWith error: any Error) {
    report(error)
  }
}
