import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Three saved albums: A with two tracks, B without tracks, and C with one track. A recorder is the controller's
/// delegate.
struct LibraryFixture {
  let library: MusicLibrary
  let controller: MusicLibrary.Controller
  let recorder = MusicLibrary.recorder()
  let albums: [NSManagedObject]
  let tracks: [NSManagedObject]

  /// - Parameters:
  ///   - hasSubentities: whether B is a single, a2 a remix and c1 a mashup, which is a remix too.
  ///   - prepare: changes the controller before it fetches.
  init(
    _ store: MusicLibrary.Store = .memory, by path: String = "album.identifier", hasSubentities: Bool = false,
    prepare: (MusicLibrary.Controller) -> Void = { _ in }
  ) throws {
    let library = try MusicLibrary(store, hasSubentities: hasSubentities)
    let (single, remix, mashup) = hasSubentities ? ("Single", "Remix", "Mashup") : ("Album", "Track", "Track")
    self.library = library
    controller = library.controller(by: path)
    (albums, tracks) = try library.run {
      let albums = [library.album("A", 0), library.album("B", 1, entity: single), library.album("C", 2)]
      let tracks = [
        library.track("a1", 0, in: albums[0]), library.track("a2", 1, in: albums[0], entity: remix),
        library.track("c1", 0, in: albums[2], entity: mashup),
      ]
      try library.context.save()
      return (albums, tracks)
    }
    prepare(controller)
    try library.run { try controller.performFetch() }
    controller.delegate = recorder
  }

  /// Makes edits and processes them, and returns what was reported. The list must then equal a fresh fetch.
  ///
  /// - Parameter isSpoiled: whether the inner controllers report faults, so that an error about inconsistent changes is
  ///   allowed.
  func record(
    isSpoiled: Bool = false, sourceLocation: SourceLocation = #_sourceLocation, _ edits: () throws -> Void
  ) throws -> [String] {
    try library.run {
      _ = recorder.take()
      try edits()
      library.context.processPendingChanges()
    }
    // By now, the blocks that were scheduled on the context's queue have run.
    return try library.run {
      try expectCurrent(controller, sourceLocation: sourceLocation)
      let inconsistencies = recorder.errors.filter {
        if case SectionedFetchedResultsError.inconsistentChanges = $0 { true } else { false }
      }
      #expect(isSpoiled || inconsistencies.isEmpty, sourceLocation: sourceLocation)
      return recorder.take()
    }
  }

  /// The shown list: `A: a1 a2 | B: | C: c1`.
  var text: String { library.run { MusicLibrary.text(controller) } }
}
