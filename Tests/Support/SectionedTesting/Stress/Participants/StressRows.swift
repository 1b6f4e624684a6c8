import CoreData
import Foundation

/// A fetched results controller on a context of a stress run. Replaying its delegate calls must lead from each list to
/// the next.
final class StressRows: NSObject, NSFetchedResultsControllerDelegate {
  private let controller: NSFetchedResultsController<NSManagedObject>
  /// A list that follows the calls, as a table does. It has objects instead of IDs, because IDs become permanent
  /// without a call.
  private var shown: [[NSManagedObject?]] = []
  private var wrong: String?
  private var batch = Batch()
  /// Whether `will` was called, and `did` not yet.
  private var isOpen = false
  /// Whether the context was reset. The controller has to fetch again then.
  private let reset = Reset()
  private var token: (any NSObjectProtocol)?

  /// Unchecked: used on the context's queue only.
  private final class Reset: @unchecked Sendable {
    var isPending = false
  }

  private struct Batch {
    var gone: [IndexPath] = []
    var come: [(path: IndexPath, object: NSManagedObject)] = []
    var goneSections: [Int] = []
    var comeSections: [Int] = []
  }

  /// Fetches the tracks by position and title. Must be called on the context's queue.
  init(in context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
    request.sortDescriptors = ["position", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
    controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "position", cacheName: nil)
    super.init()
    controller.delegate = self
    token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { [reset] in if $0.userInfo?[NSInvalidatedAllObjectsKey] != nil { reset.isPending = true } }
    try controller.performFetch()
    shown = listed
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  private var listed: [[NSManagedObject]] {
    (controller.sections ?? []).map { ($0.objects ?? []).compactMap { $0 as? NSManagedObject } }
  }

  /// Checks the calls since the last check, and the list against a fetch. Must be called on the context's queue.
  func check() throws {
    if let wrong { throw StressRun.Wrong("fetched results: \(wrong)") }
    if reset.isPending {
      reset.isPending = false
      try controller.performFetch()
      (shown, isOpen) = (listed, false)
    }
    guard !isOpen else { throw StressRun.Wrong("fetched results: a batch was not ended") }
    var groups: [(position: Int, rows: [NSManagedObjectID])] = []
    for object in try controller.managedObjectContext.fetch(controller.fetchRequest) {
      let position = object.value(forKey: "position") as? Int ?? -1
      if groups.last?.position != position { groups.append((position, [])) }
      groups[groups.count - 1].rows.append(object.objectID)
    }
    guard groups.map(\.rows) == listed.map({ $0.map(\.objectID) }) else {
      let texts = groups.map { group in
        "\(group.position): " + group.rows.map { $0.uriRepresentation().lastPathComponent }.joined(separator: " ")
      }
      throw StressRun.Wrong(
        "fetched results are \(Self.text(listed)), should be \(texts.joined(separator: " | "))")
    }
    guard groups.map({ "\($0.position)" }) == (controller.sections ?? []).map(\.name) else {
      throw StressRun.Wrong("fetched results have the sections \((controller.sections ?? []).map(\.name))")
    }
    try compare()
    // Retain the current objects, because some may have been made anew.
    shown = listed
  }

  private func compare() throws {
    let (replayed, listed) = (shown.map { $0.map { $0?.objectID } }, listed.map { $0.map { Optional($0.objectID) } })
    guard replayed == listed else {
      throw StressRun.Wrong("fetched results are \(Self.text(self.listed)), by the calls they are \(Self.text(shown))")
    }
  }

  private static func text(_ list: [[NSManagedObject?]]) -> String {
    list.map { $0.map { $0?.objectID.uriRepresentation().lastPathComponent ?? "-" }.joined(separator: " ") }
      .joined(separator: " | ")
  }

  // MARK: Delegate

  func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    if isOpen { wrong = wrong ?? "a batch begins within another" }
    isOpen = true
    batch = Batch()
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    if type == .delete { batch.goneSections.append(sectionIndex) } else { batch.comeSections.append(sectionIndex) }
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    if type == .update { return }
    if let indexPath { batch.gone.append(indexPath) }
    if let newIndexPath, let object = anObject as? NSManagedObject { batch.come.append((newIndexPath, object)) }
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
    if !isOpen { wrong = wrong ?? "a batch ends that has not begun" }
    isOpen = false
    if reset.isPending { return }
    do {
      try replay()
      try compare()
    } catch {
      wrong = wrong ?? "\(error)"
    }
  }

  private func replay() throws {
    for path in batch.gone {
      guard shown.indices.contains(path[0]), shown[path[0]].indices.contains(path[1]) else {
        throw StressRun.Wrong("\(path) is gone, and was not there")
      }
      shown[path[0]][path[1]] = nil
    }
    for index in shown.indices { shown[index].removeAll { $0 == nil } }
    for index in batch.goneSections.sorted(by: >) {
      guard shown.indices.contains(index), shown[index].isEmpty else {
        throw StressRun.Wrong("section \(index) is gone with rows, or was not there")
      }
      shown.remove(at: index)
    }
    for index in batch.comeSections.sorted() {
      guard index <= shown.count else { throw StressRun.Wrong("section \(index) came behind the end") }
      shown.insert([], at: index)
    }
    for (path, object) in batch.come.sorted(by: { $0.path < $1.path }) {
      guard shown.indices.contains(path[0]), path[1] <= shown[path[0]].count else {
        throw StressRun.Wrong("\(path) came behind the end")
      }
      shown[path[0]].insert(object, at: path[1])
    }
  }
}
