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
/// It shows the list of its ``controller``, which has the policies and all other outputs. Every change of the
/// controller's list is a step of this source, even a fetch that the controller reports to no delegate. A controller
/// that is given to a source belongs to it. Its delegate may be set freely; if there is one, it is notified of errors.
///
/// A section's identifier is that of its object, and nil for the section of unmatched items. An object has one
/// identifier as long as it is in the list: an unsaved object gets its permanent identifier when it is inserted. If it
/// gets it later, the temporary one remains its identity. All methods accept both identifiers.
///
/// An event of the context is one step, together with those of all other sources on the context. On Apple platforms, a
/// refresh, and changes due to the controller's dependencies, are steps in the next turn of the context's queue.
///
/// Use it on its context's queue.
public final class FetchedDataSource<SectionObject: NSManagedObject, Item: NSManagedObject>: SectionedDataSource {
  /// A section: an object, or the section of unmatched items.
  public typealias Section = FetchedSection<SectionObject>
  /// The identifier of a section; nil for the section of unmatched items.
  public typealias SectionID = NSManagedObjectID?
  /// The identifier of an item.
  public typealias ItemID = NSManagedObjectID
  /// The type of the controller that fetches and follows.
  public typealias Controller = SectionedFetchedResultsController<SectionObject, Item>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<NSManagedObjectID?, NSManagedObjectID>(phase: .initial)
  /// The controller that fetches, and follows the context.
  public let controller: Controller
  /// The handler to which the source reports failures outside of a call.
  public let anomalies: AnomalyHandler
  /// Called with errors outside of a call, as ``controller``'s delegate would be. They are reported to ``anomalies``,
  /// too. Neither is done while the controller has another delegate.
  public var onError: ((any Error) -> Void)?

  let list: ControllerList<NSManagedObjectID>
  private let errors: ErrorsDelegate<SectionObject, Item>

  /// Makes a source from a controller. Its objects get permanent identifiers when they are inserted.
  ///
  /// - Parameters:
  ///   - controller: a controller that is not used elsewhere. If it was fetched, the source shows its list at once.
  ///   - anomalies: the handler to which the source reports failures outside of a call.
  public init(_ controller: Controller, anomalies: AnomalyHandler = .standard) {
    self.controller = controller
    self.anomalies = anomalies
    errors = ErrorsDelegate()
    controller.obtainsPermanentIDs = true
    list = ControllerList(
      controller.reading, for: core, in: controller.managedObjectContext, isFetched: controller.isFetched,
      phase: controller.isFetched ? .loaded : .initial)
    // Called only by the core, which therefore exists.
    core.step = { [list, unowned(unsafe) core] in
      let phase = controller.isFetched ? LoadingPhase.loaded : .initial
      return list.step(of: core, phase: phase) ?? .init(snapshot: core.snapshot, changes: .init(), phase: phase)
    }
    controller.follow(with: list)
    errors.report = { [weak self] in self?.report($0) }
    if controller.delegate == nil { controller.delegate = errors }
    // A delegate that the program sets later is not retained, and may be released.
    controller.reportErrorsWithoutDelegate { [weak self] in self?.report($0) }
  }

  /// Makes a source from two requests. It shows nothing before ``performFetch()``.
  ///
  /// - Parameters:
  ///   - sections: the request of the sections, in their order.
  ///   - items: the request of the items, in their order within a section.
  ///   - path: the key path from an item over to-one relationships to an attribute that identifies the section.
  ///   - context: the context in which both are fetched.
  ///   - showsEmptySections: whether sections without items are shown, too.
  ///   - anomalies: the handler to which the source reports failures outside of a call.
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

  /// Reports a failure outside of a call.
  private func report(_ error: any Error) {
    onError?(error)
    anomalies.report(.init(.fetchFailed, "\(error)"))
  }
}

extension SectionedFetchedResultsController {
  /// Access to the list by the identities of its objects.
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

/// The controller's delegate as long as the program sets no other one.
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
