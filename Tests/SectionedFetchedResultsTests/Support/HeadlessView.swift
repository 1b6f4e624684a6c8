import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting

/// A table view or a collection view without a screen. It has the methods that the articles call, and lets a strict
/// oracle check the calls.
final class HeadlessView {
  enum Animation { case automatic }

  /// A section's header on the screen.
  struct Header { let view: HeadlessView }

  private var oracle: ViewOracle
  private var batch = ViewBatch()
  private var numbering = Numbering<NSManagedObjectID?, NSManagedObjectID>()
  private let dataSource: () -> MusicLibrary.Controller.Snapshot
  private(set) var exceptions: [any Error] = []
  private(set) var batches = 0

  /// - Parameter dataSource: what is to be shown. The view asks for it before and after each batch.
  init(_ kind: ViewKind, dataSource: @escaping () -> MusicLibrary.Controller.Snapshot) {
    self.dataSource = dataSource
    oracle = ViewOracle(kind, showing: numbering.list(dataSource()))
  }

  func performBatchUpdates(_ updates: () -> Void) {
    batch = ViewBatch()
    batches += 1
    let before = ViewDataSource(numbering.list(dataSource()))
    updates()
    let after = ViewDataSource(numbering.list(dataSource()))
    attempt { try oracle.perform(batch, before: before, after: after) }
  }

  func headerView(forSection section: Int) -> Header { Header(view: self) }

  func configureHeader(_ section: Int) {
    let source = ViewDataSource(numbering.list(dataSource()))
    attempt { try oracle.configureHeaders(of: [section], from: source) }
  }

  /// Throws an error if the view shows anything else than its data source has, revisions included.
  func check() throws {
    if let first = exceptions.first { throw first }
    try oracle.requireShows(numbering.list(dataSource()))
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { exceptions.append(error) }
  }
}

extension HeadlessView {
  func deleteSections(_ sections: IndexSet, with animation: Animation = .automatic) {
    batch.deletedSections += sections
  }
  func insertSections(_ sections: IndexSet, with animation: Animation = .automatic) {
    batch.insertedSections += sections
  }
  func moveSection(_ section: Int, toSection new: Int) { batch.movedSections.append(.init(section, new)) }
  func deleteRows(at paths: [IndexPath], with animation: Animation) { deleteItems(at: paths) }
  func insertRows(at paths: [IndexPath], with animation: Animation) { insertItems(at: paths) }
  func moveRow(at path: IndexPath, to new: IndexPath) { moveItem(at: path, to: new) }
  func reconfigureRows(at paths: [IndexPath]) { reconfigureItems(at: paths) }

  func deleteItems(at paths: [IndexPath]) { batch.deletedItems += paths.map(\.place) }
  func insertItems(at paths: [IndexPath]) { batch.insertedItems += paths.map(\.place) }
  func moveItem(at path: IndexPath, to new: IndexPath) { batch.movedItems.append(.init(path.place, new.place)) }
  func reconfigureItems(at paths: [IndexPath]) {
    performBatchUpdates { batch.reconfiguredItems = paths.map(\.place) }
  }
}

extension IndexPath {
  init(_ place: ItemPlace) { self.init(indexes: [place.section, place.item]) }

  fileprivate var place: ItemPlace { ItemPlace(section: self[0], item: self[1]) }
}
