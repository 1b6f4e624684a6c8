import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting

/// A callback of the delegate, by the recorder's name of it, or a notification of the context.
enum Moment: String, CaseIterable {
  case will, section, item, did, changes
  case notification

  func isMoment(of line: String) -> Bool { line.hasPrefix(rawValue) }
}

/// The cause of the batch in whose callbacks a deed is performed.
enum Trigger: CaseIterable {
  /// An event of the context. Until it ends, the context delivers no other event.
  case edits
  /// A fetch and a policy. The context delivers changes in their callbacks at once.
  case fetch, policy
  /// A user's move whose edits lead elsewhere, and the merge of another context's save, which contains fetched objects.
  case userMove, merge
  /// A reset, after which everything that changed is reported.
  case reset
}

/// An action in a callback.
enum Deed: CaseIterable {
  case release, noDelegate, anotherDelegate, delegateAwayAndBack
  case fetch, fetchOther, fetchOtherSections, fetchSilently, fetchTwice, fetchAndEdit, failToFetch
  case hideEmptySections, showUnmatched, limitSections, limitOneSection, limitAndFetch
  case otherCallbacks, obtainIDs, otherDependencies
  case moveItem, moveSection, moveAndThrow
  case save, rollback, reset, resetAndFetch, resetAndEdit, refreshAll, process, delete, deleteAll, insertAndSave,
    permanentIDs
  case merge, mergeDeletions, fetchOfAnother, policyOfAnother, editsOfAnother
}

/// A list in which an event makes every kind of callback, and a second controller on the same context.
final class Reentrancy {
  let library: MusicLibrary
  private(set) var controller: MusicLibrary.Controller?
  let other: MusicLibrary.Controller
  let recorder = MusicLibrary.recorder()
  let otherRecorder = MusicLibrary.recorder()
  private(set) var law: OutputLaw
  private let otherLaw: OutputLaw
  private var isDone = false
  private var isReleased = false
  private weak var released: MusicLibrary.Controller?
  private(set) var recordedAfterwards: [String] = []
  private var anotherDelegates: [MusicLibrary.Recorder] = []
  private var albums: [String: NSManagedObject] = [:]
  private var tracks: [String: NSManagedObject] = [:]
  /// The sections that were given a limit of one item; nil for the unmatched items'.
  private var limited: Set<NSManagedObjectID?> = []

  struct Refused: Error {}

  init() throws {
    let library = try MusicLibrary()
    self.library = library
    let controller = library.controller()
    let other = library.controller()
    (self.controller, self.other) = (controller, other)
    var (albums, tracks) = ([String: NSManagedObject](), [String: NSManagedObject]())
    try library.run {
      for (position, name) in ["A", "B", "C", "D", "E"].enumerated() {
        albums[name] = library.album(name, position, ["artist": library.insert("Artist", ["name": name])])
      }
      for name in ["a1", "a2", "c1", "d1", "d2", "d3", "e1"] {
        tracks[name] = library.track(name, Int(name.dropFirst()) ?? 0, in: albums[name.prefix(1).uppercased()])
      }
      library.track("u1", 0, in: nil)
      try library.context.save()
      controller.itemDependencies = ["album.title"]
      try controller.performFetch()
      try other.performFetch()
    }
    controller.delegate = recorder
    other.delegate = otherRecorder
    let recorders = (recorder, otherRecorder)
    (law, otherLaw) = library.run { (OutputLaw(of: controller, recorders.0), OutputLaw(of: other, recorders.1)) }
    (self.albums, self.tracks) = (albums, tracks)
  }

  /// Causes a batch, performs a deed in one of its callbacks, and waits for everything that follows.
  ///
  /// - Returns: everything that is wrong.
  func perform(_ deed: Deed, in moment: Moment, of trigger: Trigger) throws -> [String] {
    recorder.during = { [weak self] line, _ in
      guard let self else { return }
      // After the release, the running batch or the running user's move may end, but no batch may begin.
      let isNew = line == "will" && !(trigger == .userMove && moment == .notification)
      if isReleased, isNew || controller != nil { recordedAfterwards.append("\(line) was recorded afterwards") }
      if moment.isMoment(of: line) { doOnce(deed) }
    }
    let token =
      moment == .notification
      ? observeChanges { [weak self] in
        // Apple's context does not show that it is notifying. So a user's move is not reported then, as in all other
        // moments.
        let isMove = [.moveItem, .moveSection, .moveAndThrow].contains(deed)
        if isMove, PublicInterface.isAllThereIs { self?.law.expectJump() }
        self?.doOnce(deed)
      } : nil
    defer { token.map(NotificationCenter.default.removeObserver) }
    try library.run { try pull(trigger) }
    // Each pass runs the blocks on the context's queue that the previous pass scheduled.
    for _ in 0..<3 { library.run { library.context.processPendingChanges() } }
    return try library.run {
      law.check()
      otherLaw.check()
      var wrong =
        law.wrong + otherLaw.wrong.map { "another: \($0)" } + recordedAfterwards
        + (isDone || moment == .notification ? [] : ["\(moment) was not reached"])
      if released != nil { wrong.append("the controller is retained") }
      for controller in [controller, other].compactMap({ $0 }) {
        let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
        if shown != reference { wrong.append("shows \(shown), should show \(reference)") }
      }
      wrong += lostLimits
      let errors = deed == .failToFetch ? [] : recorder.errors
      return wrong + errors.map { "reported \($0)" }
    }
  }

  /// The limits that were set and lost. The reference has the same limits as the engine, so it does not notice them.
  private var lostLimits: [String] {
    guard let controller else { return [] }
    return controller.allSections.indices.compactMap { index in
      let section = controller.section(at: index)
      let limit = controller.itemLimit(ofSectionAt: index)
      guard limited.contains(section?.objectID), limit != .first(1) else { return nil }
      return "\(section.map(MusicLibrary.name) ?? "unmatched") has the limit \(limit), not first(1)"
    }
  }

  private func doOnce(_ deed: Deed) {
    guard !isDone else { return }
    isDone = true
    do {
      // In the notification of a reset, objects from before it are invalid.
      if albums.values.contains(where: { $0.managedObjectContext == nil }) {
        (albums, tracks) = (try named("Album"), try named("Track"))
      }
      try self.do(deed)
    } catch { recordedAfterwards.append("\(deed) failed: \(error)") }
  }

  private func observeChanges(_ body: @escaping () -> Void) -> any NSObjectProtocol {
    // It is posted on the context's queue, where everything else here happens.
    nonisolated(unsafe) let body = body
    return NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: library.context, queue: nil
    ) { _ in body() }
  }

  /// Causes a batch: section C is deleted, F is inserted, A is renamed, and D becomes the first; d1 moves to A, d2 is
  /// deleted, d3 changes, and b1 is inserted.
  private func pull(_ trigger: Trigger) throws {
    switch trigger {
    case .edits:
      edit()
      library.context.processPendingChanges()
    case .userMove:
      // What the user moved is not reported.
      law.expectJump()
      controller?.performUserMove(from: IndexPath(indexes: [0, 0]), to: IndexPath(indexes: [0, 1]), edits: edit)
    case .merge:
      try library.merge { other in
        let renamed = NSFetchRequest<NSManagedObject>(entityName: "Album")
        renamed.predicate = NSPredicate(format: "title IN {'A', 'C'}")
        let albums = try other.fetch(renamed)
        for album in albums { album.setValue(10, forKey: "position") }
        let moved = NSFetchRequest<NSManagedObject>(entityName: "Track")
        moved.predicate = NSPredicate(format: "title IN {'d1', 'u1'}")
        for track in try other.fetch(moved) { track.setValue(albums.first, forKey: "album") }
      }
    case .reset:
      // Unsaved changes are lost.
      tracks["c1"].map(library.context.delete)
      albums["B"].map(library.context.delete)
      library.context.reset()
      (albums, tracks) = (try named("Album"), try named("Track"))
      try controller?.performFetch()
    case .fetch:
      controller?.itemFetchRequest.predicate = NSPredicate(format: "title != 'a1'")
      controller?.sectionFetchRequest.predicate = NSPredicate(format: "title != 'C'")
      try controller?.performFetch()
    case .policy:
      controller?.unmatchedItems = .shownLast
    }
  }

  private func named(_ entity: String) throws -> [String: NSManagedObject] {
    let objects = try library.context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
    return Dictionary(objects.map { (MusicLibrary.name($0), $0) }) { first, _ in first }
  }

  private func edit() {
    albums["C"].map(library.context.delete)
    let new = library.album("F", 2)
    library.track("f1", 0, in: new)
    albums["A"]?.setValue("AA", forKey: "title")
    albums["D"]?.setValue(-1, forKey: "position")
    tracks["d1"]?.setValue(albums["A"], forKey: "album")
    tracks["d2"].map(library.context.delete)
    tracks["d3"]?.setValue("d3!", forKey: "title")
    library.track("b1", 0, in: albums["B"])
  }
}

extension Reentrancy {
  private func `do`(_ deed: Deed) throws {
    if deed == .release {
      law.stop()
      isReleased = true
      released = controller
      controller = nil
    }
    guard let controller else { return }
    let context = library.context
    func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(indexes: [section, item]) }
    switch deed {
    case .noDelegate:
      law.stop()
      isReleased = true
      controller.delegate = nil
    case .delegateAwayAndBack:
      // The delegate was notified of the beginning of changes, so it must be notified of their end.
      controller.delegate = nil
      controller.delegate = recorder
    case .anotherDelegate:
      law.stop()
      isReleased = true
      let next = MusicLibrary.recorder()
      anotherDelegates.append(next)
      controller.delegate = next
      law = OutputLaw(of: controller, next)
      // If it is set in the first call, it gets the running batch; if later, nothing of that batch.
      law.expectJump()
    case .fetch: try controller.performFetch()
    case .fetchOther:
      controller.itemFetchRequest.predicate = NSPredicate(format: "position < 2")
      try controller.performFetch()
    case .fetchOtherSections:
      controller.sectionFetchRequest.predicate = NSPredicate(format: "position > 2")
      controller.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
      try controller.performFetch()
    case .fetchSilently:
      law.expectJump()
      controller.itemFetchRequest.predicate = NSPredicate(format: "position < 2")
      try controller.performFetch(reporting: false)
    case .fetchTwice:
      controller.itemFetchRequest.predicate = NSPredicate(format: "position < 2")
      try controller.performFetch()
      controller.itemFetchRequest.predicate = nil
      try controller.performFetch()
    case .fetchAndEdit:
      try controller.performFetch()
      tracks["a2"]?.setValue("a2!", forKey: "title")
      context.processPendingChanges()
      albums["E"].map(context.delete)
    case .failToFetch:
      let path = controller.sectionGroupingKeyPath
      controller.sectionGroupingKeyPath = "nothing"
      defer { controller.sectionGroupingKeyPath = path }
      if (try? controller.performFetch()) != nil { recordedAfterwards.append("the fetch did not fail") }
    case .hideEmptySections: controller.showsEmptySections = false
    case .showUnmatched:
      controller.unmatchedItems = controller.unmatchedItems == .hidden ? .shownLast : .hidden
    case .limitSections:
      controller.itemLimit = .first(1)
      if controller.itemLimit != .first(1) { recordedAfterwards.append("the limit is not the one that was set") }
    case .limitOneSection:
      for index in controller.allSections.indices { limit(index, of: controller) }
    case .limitAndFetch:
      limit(0, of: controller)
      try controller.performFetch()
    case .otherCallbacks:
      controller.classicCallbacks = controller.classicCallbacks == .faithful ? .legalInOneBatch : .faithful
    case .obtainIDs:
      controller.obtainsPermanentIDs.toggle()
      try controller.performFetch()
    case .otherDependencies:
      controller.itemDependencies = ["album.position"]
      controller.sectionDependencies = ["tracks.title"]
    case .moveItem, .moveAndThrow:
      guard let from = controller.allSections.firstIndex(where: { $0.object === albums["D"] }),
        let to = controller.allSections.firstIndex(where: { $0.object === albums["E"] }), from != to,
        controller.allSections[from].numberOfObjects > 0
      else { return }
      let track = controller.object(at: path(from, 0))
      try? controller.performUserMove(from: path(from, 0), to: path(to, 0)) {
        if deed == .moveAndThrow { throw Refused() }
        track.setValue(albums["E"], forKey: "album")
        track.setValue(-5, forKey: "position")
      }
    case .moveSection:
      guard controller.allSections.count > 1, let section = controller.section(at: 1) else { return }
      controller.performUserMove(fromSection: 1, to: 0) { section.setValue(-9, forKey: "position") }
    default: try doInContext(deed)
    }
  }

  private func limit(_ index: Int, of controller: MusicLibrary.Controller) {
    limited.insert(controller.section(at: index)?.objectID)
    controller.setItemLimit(.first(1), ofSectionAt: index)
  }

  private func doInContext(_ deed: Deed) throws {
    let context = library.context
    switch deed {
    case .save: try context.save()
    case .rollback: context.rollback()
    case .reset: context.reset()
    case .resetAndFetch:
      context.reset()
      try controller?.performFetch()
    case .resetAndEdit:
      context.reset()
      library.track("r1", 0, in: nil)
      context.processPendingChanges()
    case .refreshAll: context.refreshAllObjects()
    case .process:
      tracks["e1"]?.setValue(albums["A"], forKey: "album")
      context.processPendingChanges()
      albums["E"]?.setValue("EE", forKey: "title")
    case .delete:
      tracks["e1"].map(context.delete)
      albums["A"].map(context.delete)
      context.processPendingChanges()
    case .deleteAll:
      for name in ["Track", "Album"] {
        for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: name)) { context.delete(object) }
      }
      context.processPendingChanges()
    case .insertAndSave:
      library.track("g1", 0, in: library.album("G", 7))
      try context.save()
    case .permanentIDs: try context.obtainPermanentIDs(for: Array(context.insertedObjects))
    case .merge:
      try library.merge { other in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Track")
        request.predicate = NSPredicate(format: "title == 'e1'")
        try other.fetch(request).first?.setValue(7, forKey: "position")
        let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: other)
        track.setValue("m1", forKey: "title")
        let album = NSFetchRequest<NSManagedObject>(entityName: "Album")
        album.predicate = NSPredicate(format: "title == 'B'")
        track.setValue(try other.fetch(album).first, forKey: "album")
      }
    case .mergeDeletions:
      try library.merge { other in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Album")
        request.predicate = NSPredicate(format: "title IN {'B', 'E'}")
        for album in try other.fetch(request) { other.delete(album) }
      }
    case .fetchOfAnother:
      other.itemFetchRequest.predicate = NSPredicate(format: "position < 2")
      try other.performFetch()
    case .policyOfAnother: other.showsEmptySections = false
    default:
      let row = other.allSections.firstIndex { $0.numberOfObjects > 0 }
      guard let row else { return }
      let item = other.object(at: IndexPath(indexes: [row, 0]))
      item.setValue("other!", forKey: "title")
      other.managedObjectContext.processPendingChanges()
    }
  }
}
