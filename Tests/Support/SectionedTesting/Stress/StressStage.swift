import CoreData
import Foundation
import SectionedFetchedResults

/// The objects that the events of a stress run act on.
package final class StressStage {
  package let library: MusicLibrary
  package let controller: MusicLibrary.Controller
  let shape: StressShape
  /// A controller that is notified of every save, and of nothing else.
  let twin: QuietTwin
  /// The second context that edits and saves, in one run of three.
  let otherContext: OtherContextDriver?
  /// The second coordinator on the store, in runs whose library has one.
  let otherCoordinator: OtherCoordinatorDriver?
  /// Whether transactions of a history were merged in this event. They name the written rows, but not the related
  /// objects.
  var hasMergedHistory = false
  /// Undone edits after which the list was still different. The run compares it again later.
  var undone: UndoneEdits?
  /// The controllers on the parents of the library's context, one for each.
  private(set) var parents: [ParentContextDriver] = []
  /// Further controllers on the library's context: up to two, in almost half of the runs.
  private(set) var peers: [PeerControllerDriver] = []
  /// A fetched results controller on the library's context, which retains its objects, in half of the runs.
  private(set) var rows: StressRows?
  /// The check of a retained album, in the other half of the runs.
  private(set) var retainedAlbum: RetainedAlbumCheck?
  private(set) lazy var callbackActions = CallbackActions(of: controller, shape, on: self)
  /// Whether the controller and its peers obtain permanent IDs, as in one run in five.
  let obtainsPermanentIDs: Bool

  init(_ library: MusicLibrary, seed: UInt64, shape: StressShape, albums: Int, tracks: Int) throws {
    self.library = library
    self.shape = shape
    controller = Self.controller(of: library, shape, in: library.context)
    obtainsPermanentIDs = seed % 5 == 0
    controller.obtainsPermanentIDs = obtainsPermanentIDs
    var random = SeededRandom(seed: seed)
    try library.run {
      let artists = (0..<max(1, albums / 2)).map { number in
        library.insert(
          random.one(of: library.kinds(of: "Artist")), ["name": "X\(number)", "position": random.below(10)])
      }
      let all = (0..<albums).map { number in
        library.album(
          "id\(number)", random.below(10), ["title": "A\(number)", "artist": artists[random.below(artists.count)]],
          entity: random.one(of: library.kinds(of: "Album")))
      }
      for number in 0..<tracks {
        let track = library.track(
          "T\(number)", random.below(10), in: random.oneIn(8) || all.isEmpty ? nil : all[random.below(all.count)],
          entity: random.one(of: library.kinds(of: "Track")))
        if library.traits.hasCodes, random.oneIn(2) { track.setValue("c\(number)", forKey: "code") }
      }
      try library.context.save()
    }
    // Save up to the store, whether contexts save at once or not.
    for context in library.chain.reversed() { try context.performAndWait { () throws in try context.save() } }
    twin = try QuietTwin(of: library, shape)
    otherContext = random.oneIn(3) ? try OtherContextDriver(of: library, shape) : nil
    otherCoordinator = library.traits.hasOtherCoordinator ? try OtherCoordinatorDriver(of: library, shape) : nil
    parents = try library.chain.dropLast().map { try ParentContextDriver(of: library, shape, in: $0) }
    let kinds = PeerControllerDriver.Kind.allCases.filter { _ in random.oneIn(4) }
    try library.run {
      if random.oneIn(2) { setDependencies() }
      try controller.performFetch()
      peers = try kinds.map { try PeerControllerDriver($0, on: self) }
      if random.oneIn(2) {
        rows = try StressRows(in: library.context)
      } else {
        retainedAlbum = RetainedAlbumCheck(in: library.context)
      }
      if seed % 3 == 0 { ControllerActions.makeUndoable(library.context) }
    }
  }

  static func controller(
    of library: MusicLibrary, _ shape: StressShape, in context: NSManagedObjectContext
  ) -> MusicLibrary.Controller {
    let controller = library.controller(by: shape.groupingKeyPath, in: context)
    controller.sectionFetchRequest = NSFetchRequest(entityName: shape.entity)
    controller.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    return controller
  }

  /// Saves everything, including changes that callbacks make during the save.
  func saveAll() throws {
    callbackActions.stop()
    try library.context.saveOrTakeBack()
    if library.context.hasChanges { try library.context.saveOrTakeBack() }
  }

  /// Edits and saves in another context: the other coordinator's, the library's second or a new one. Then merges the
  /// save. Half of the time the library has unsaved changes then.
  func merge(_ editor: StressEditor, count: Int) throws -> String {
    var editor = editor
    if editor.random.oneIn(2) { try saveAll() } else { callbackActions.stop() }
    if let otherCoordinator, editor.isForOtherCoordinator {
      let done = try otherCoordinator.edit(editor, count: count)
      try exchange()
      return "other coordinator: \(done)"
    }
    if let otherContext, editor.isForOtherContext {
      let done = try otherContext.edit(editor, count: count)
      try exchange()
      return "other context: \(done)"
    }
    let other = library.newContext()
    do {
      try library.merge(from: other) { other in
        editor.context = other
        for _ in 0..<count { try editor.edit() }
      } willMerge: { save in
        twin.note(save)
        otherContext?.note(save)
      }
    } catch let error as NSError where other.mayRefuse(error) {
      return "merge, refused"
    }
    return "merge: " + editor.log.joined(separator: ", ")
  }

  /// Saves several times in the other coordinator and merges its history, or merges one of its transactions again.
  func mergeHistory(_ editor: StressEditor, _ random: inout SeededRandom) throws -> String {
    guard let otherCoordinator else { return "nothing" }
    callbackActions.stop()
    if random.oneIn(2), let save = otherCoordinator.merged(&random) {
      hasMergedHistory = true
      library.merge(save)
      return "merge of the other coordinator's again"
    }
    var done: [String] = []
    for number in 0...random.below(3) {
      var editor = editor
      editor.random = SeededRandom(seed: random.next() &+ UInt64(number))
      done.append(try otherCoordinator.edit(editor, count: 1))
    }
    try exchange()
    return "other coordinator: \(done.joined(separator: "; "))"
  }

  /// Merges the other coordinator's saves into the library, the twin and the other context. Then the library and the
  /// other context merge each other's saves, including those that callbacks make meanwhile.
  ///
  /// The other coordinator merges the library's saves when it edits, and when it is checked.
  func exchange() throws {
    for save in try otherCoordinator?.takeSaves(for: library.chain[0]) ?? [] {
      hasMergedHistory = true
      twin.note(save)
      otherContext?.note(save)
      library.merge(save)
    }
    guard let otherContext else { return }
    repeat {
      try otherContext.catchUp()
      for save in otherContext.takeSaves() {
        twin.note(save)
        library.merge(save)
      }
      library.context.processPendingChanges()
    } while otherContext.hasNews
  }

  var hasDependencies: Bool { !controller.itemDependencies.isEmpty }

  func setDependencies() {
    controller.itemDependencies = shape.itemDependencies
    controller.sectionDependencies = shape.sectionDependencies
  }

  func removeDependencies() {
    controller.itemDependencies = []
    controller.sectionDependencies = []
  }
}
