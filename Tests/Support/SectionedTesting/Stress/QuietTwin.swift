import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// A second controller in a context that only merges saves of other contexts. Nothing else accesses its objects, so
/// every read there is one of the controller.
final class QuietTwin {
  private enum News {
    case saved(Notification)
    /// The result of a batch request.
    case written([AnyHashable: Any])
  }

  let context: NSManagedObjectContext
  let controller: MusicLibrary.Controller
  private let library: MusicLibrary
  private let shape: StressShape
  private let recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }
  private let filled = FilledTracks()
  private let saves = Saves()
  private var token: (any NSObjectProtocol)?

  /// Unchecked: written on the queue of a context of the library while the run waits for it.
  private final class Saves: @unchecked Sendable {
    var news: [News] = []
  }

  init(of library: MusicLibrary, _ shape: StressShape) throws {
    self.library = library
    self.shape = shape
    context = library.newContext()
    controller = StressStage.controller(of: library, shape, in: context)
    controller.delegate = recorder
    context.userInfo[FilledTracks.key] = filled
    try context.performAndWait { try controller.performFetch() }
    token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: library.chain[0], queue: nil
    ) { [saves] in saves.news.append(.saved($0)) }
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }

  /// Records a save of a context that is not the library's.
  func note(_ save: Notification?) {
    if let save { saves.news.append(.saved(save)) }
  }

  /// Records the result of a batch request.
  func note(written: [AnyHashable: Any]) { saves.news.append(.written(written)) }

  /// Merges the recorded saves. Checks the list, and that the merge read only tracks that were written.
  func catchUp() throws {
    guard !saves.news.isEmpty else { return }
    let news = saves.news
    saves.news = []
    try context.performAndWait {
      filled.ids = []
      var written: Set<NSManagedObjectID> = []
      for item in news {
        written.formUnion(Self.ids(in: item))
        switch item {
        case .saved(let save): context.mergeChanges(fromContextDidSave: save)
        case .written(let changes):
          NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
        }
      }
      // With the public interface alone, an inner controller names only objects, and the keys of groups have to be read
      // from them.
      let needless = PublicInterface.isAllThereIs ? [] : filled.ids.subtracting(written)
      guard needless.isEmpty else {
        throw StressRun.Wrong("a merge of \(written.count) objects read \(needless.count) tracks besides")
      }
    }
    // With the public interface alone, objects of the list that a merge does not name are refreshed in later turns of
    // the queue.
    if PublicInterface.isAllThereIs { for _ in 0..<4 { context.performAndWait { context.processPendingChanges() } } }
    if let error = recorder.errors.first { throw StressRun.Wrong("reported after a merge: \(error)") }
    let shown = context.performAndWait { ReferenceList(controller.snapshot) }
    let fresh = library.container.newBackgroundContext()
    let reference = try fresh.performAndWait {
      try ReferenceList(for: StressStage.controller(of: library, shape, in: fresh))
    }
    guard shown == reference else {
      throw StressRun.Wrong("shows \(shown) after a merge, should show \(reference)")
    }
  }

  private static func ids(in news: News) -> [NSManagedObjectID] {
    switch news {
    case .saved(let save):
      // The notification of a save has objects, that of a history transaction has IDs.
      (save.userInfo ?? [:]).values.flatMap { named in
        (named as? Set<NSManagedObject>)?.map(\.objectID) ?? Array(named as? Set<NSManagedObjectID> ?? [])
      }
    case .written(let changes):
      changes.values.flatMap { $0 as? [NSManagedObjectID] ?? [] }
    }
  }
}

/// A track that records its ID in its context's `FilledTracks`, if it has one, when its values are read.
package final class CountedTrack: NSManagedObject {
  package override func awakeFromFetch() {
    super.awakeFromFetch()
    (managedObjectContext?.userInfo[FilledTracks.key] as? FilledTracks)?.ids.insert(objectID)
  }
}

/// The IDs of the tracks whose values were read in a context since this set was last emptied.
package final class FilledTracks {
  /// The key for a context's `userInfo`.
  package static let key = "filledTracks"
  package var ids: Set<NSManagedObjectID> = []

  package init() {}
}
