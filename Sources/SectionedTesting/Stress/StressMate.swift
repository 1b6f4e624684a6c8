import CoreData
import Foundation
import SectionedFetchedResults

/// Another controller on the context of a stress run, whose dependencies and those of the others lead to each other.
/// It may be released, or lose its delegate, in any callback; then it is made anew.
final class StressMate {
  enum Kind: CaseIterable {
    /// Albums by artist: they depend on their tracks, which depend on them.
    case albums
    /// Some of the tracks.
    case tracks
  }

  private unowned let stage: StressStage
  private let kind: Kind
  private(set) var controller: MusicLibrary.Controller?
  private var recorder = MusicLibrary.recorder()
  private var law: OutputLaw?

  /// To be made on the queue of the library's context.
  init(_ kind: Kind, on stage: StressStage) throws {
    self.kind = kind
    self.stage = stage
    try begin()
  }

  /// Makes the controller, where there is none.
  func begin() throws {
    guard controller == nil else { return }
    let controller = stage.library.controller(by: kind == .albums ? "artist.name" : "album.identifier")
    switch kind {
    case .albums:
      controller.itemFetchRequest = NSFetchRequest(entityName: "Album")
      controller.itemFetchRequest.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      controller.sectionFetchRequest = NSFetchRequest(entityName: "Artist")
      controller.sectionFetchRequest.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      controller.itemDependencies = ["tracks.title", "artist.name"]
      controller.sectionDependencies = ["albums.title"]
    case .tracks:
      controller.itemFetchRequest.predicate = NSPredicate(format: "position < 7")
      controller.itemDependencies = ["album.title"]
      controller.sectionDependencies = ["tracks.title"]
    }
    recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }
    controller.obtainsPermanentIDs = stage.obtainsPermanentIDs
    controller.delegate = recorder
    try controller.performFetch()
    self.controller = controller
    law = stage.hands.law(of: controller, recorder)
  }

  /// Ends it at once, as a screen does that is closed.
  func end(onlyDelegate: Bool) {
    law?.stop()
    if onlyDelegate { controller?.delegate = nil } else { recorder.during = nil }
    controller = nil
  }

  func check() throws {
    guard let controller, let law else { return try begin() }
    law.check()
    if let wrong = law.wrong.first { throw StressRun.Wrong("another controller: \(wrong)") }
    if let error = recorder.errors.first { throw StressRun.Wrong("another controller was told: \(error)") }
    let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
    guard shown == reference else {
      throw StressRun.Wrong("another controller shows \(shown), should show \(reference)")
    }
    _ = recorder.take()
  }
}
