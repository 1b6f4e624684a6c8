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
/// It shows the list of its ``controller``, which has further settings and outputs. Every change of the controller's
/// list is a step of this source, even a fetch that the controller reports to no delegate. Do not use a controller
/// elsewhere once a source has it, but its delegate may be set: the delegate then receives the errors.
///
/// A section's identifier is that of its object, or nil for the section of unmatched items. An object has one
/// identifier as long as it is in the list: an unsaved object gets its permanent identifier when it is inserted. If it
/// gets the permanent one later, the temporary one remains its identity. All methods accept both identifiers.
///
/// Sources on one context take one step together for each event of the context. On Apple platforms, a refresh is a step
/// in the next turn of the context's queue, and so are changes that follow from the controller's dependencies.
///
/// Use the source on its context's queue.
public final class FetchedDataSource<SectionObject: NSManagedObject, Item: NSManagedObject>: SectionedDataSource {
  /// A section: an object, or the section of unmatched items.
  public typealias Section = FetchedSection<SectionObject>
  /// The identifier of a section; nil for the section of unmatched items.
  public typealias SectionID = NSManagedObjectID?
  /// The identifier of an item.
  public typealias ItemID = NSManagedObjectID
  /// The type of the controller that fetches and follows the context.
  public typealias Controller = SectionedFetchedResultsController<SectionObject, Item>

  /// The shown list, its observers, and the sources built on this one.
  public let core = SourceCore<NSManagedObjectID?, NSManagedObjectID>(phase: .initial)
  /// The controller that fetches, and follows the context.
  public let controller: Controller
  /// The handler to which the source reports its anomalies, and the errors that occur while it follows the context.
  public let anomalies: AnomalyHandler
  /// A closure that receives the errors that occur while the source follows the context. They are reported to
  /// ``anomalies``, too. While ``controller`` has another delegate, that delegate receives these errors instead.
  public var onError: ((any Error) -> Void)?

  let list: ControllerList<NSManagedObjectID>
  private let errors: ErrorsDelegate<SectionObject, Item>

  /// Makes a source from a controller. Its objects get permanent identifiers when they are inserted.
  ///
  /// - Parameters:
  ///   - controller: a controller that is not used elsewhere. If it was fetched, the source shows its list at once.
  ///   - anomalies: the handler of the source's anomalies, and of errors that occur while it follows the context.
  public init(_ controller: Controller, anomalies: AnomalyHandler = .standard) {
    self.controller = controller
    self.anomalies = anomalies
    errors = ErrorsDelegate()
    controller.obtainsPermanentIDs = true
    list = ControllerList(
      controller.reading, for: core, in: controller.managedObjectContext, isFetched: controller.isFetched,
      phase: controller.isFetched ? .loaded : .initial)
    core.hasUniqueNames()
    // Only the core calls this closure, so the core exists then.
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
  ///   - sections: the request of the sections, which has their order.
  ///   - items: the request of the items, which has their order within a section.
  ///   - path: the key path from an item, over to-one relationships, to an attribute that identifies the section.
  ///   - context: the context in which both requests are fetched.
  ///   - showsEmptySections: whether sections without items are shown, too.
  ///   - anomalies: the handler of the source's anomalies, and of errors that occur while it follows the context.
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

  /// Reports an error that occurred while the source followed the context.
  private func report(_ error: any Error) {
    onError?(error)
    anomalies.report(.init(.fetchFailed, "\(error)"))
  }
}

extension SectionedFetchedResultsController {
  /// Closures that read the list by the identities of its objects.
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

/// The controller's delegate, unless the program sets another one. It passes on the controller's errors.
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
