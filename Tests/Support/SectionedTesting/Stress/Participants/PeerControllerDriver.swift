import CoreData
import Foundation
import SectionedFetchedResults

/// Another controller on the context of a stress run. Its dependencies and those of the other controllers form cycles.
/// Any callback may release it, or remove its delegate; the next check makes a new one.
final class PeerControllerDriver {
  enum Kind: CaseIterable {
    /// Albums by artist. They depend on their tracks, which depend on their album.
    case albums
    /// Some of the tracks.
    case tracks
  }

  private unowned let stage: StressStage
  private let kind: Kind
  private(set) var controller: MusicLibrary.Controller?
  private var recorder = MusicLibrary.recorder()
  /// The check of the outputs; nil until all outputs were read once. That happens at once, or in a callback.
  private var law: OutputLaw?
  private var made = 0
  private var wrong: String?

  /// Makes the controller. Must be called on the queue of the library's context.
  init(_ kind: Kind, on stage: StressStage) throws {
    self.kind = kind
    self.stage = stage
    try begin()
  }

  /// Makes the controller if it does not exist.
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
    made += 1
    law = nil
    if made % 2 == 0 { watch(controller) } else { readFirstInACallback() }
  }

  private func watch(_ controller: MusicLibrary.Controller) {
    law = stage.callbackActions.law(of: controller, recorder)
  }

  /// Reads all outputs for the first time in a callback.
  private func readFirstInACallback() {
    stage.callbackActions.act(in: recorder)
    var (recorded, hasRead) = (0, false)
    recorder.watchers.append { [weak self] line, controller in
      recorded += 1
      guard let self, !hasRead, recorded % 4 == made / 2 % 4 else { return }
      hasRead = true
      do {
        let reading = try OutputReading(controller) { $0 }
        let first = controller.updates.takeWaiting().map { ReferenceList($0.snapshot) }
        if first != reading.list { wrong = "the first update in \(line) is not \(reading.list)" }
      } catch {
        wrong = "first read in \(line): \(error)"
      }
    }
  }

  /// Ends the controller at once, like a screen that is closed.
  func end(onlyDelegate: Bool) {
    law?.stop()
    if onlyDelegate { controller?.delegate = nil } else { recorder.during = nil }
    controller = nil
  }

  func check() throws {
    guard let controller else { return try begin() }
    law?.check()
    if let wrong = wrong ?? law?.wrong.first { throw StressRun.Wrong("another controller: \(wrong)") }
    if let error = recorder.errors.first { throw StressRun.Wrong("another controller reported: \(error)") }
    let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
    guard shown == reference else {
      throw StressRun.Wrong("another controller shows \(shown), should show \(reference)")
    }
    if law == nil, !recorder.take().isEmpty { watch(controller) }
    _ = recorder.take()
  }
}
