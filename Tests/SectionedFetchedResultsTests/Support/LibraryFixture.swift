import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Three albums, the second empty: A with two tracks, B without, C with one. All is saved, and the delegate listens.
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

  /// Makes edits, processes them, and gives what was reported. The list is then what fetching anew gives.
  ///
  /// - Parameter isSpoiled: whether the inner controllers lie, so that comparing the whole lists is no failure.
  func record(
    isSpoiled: Bool = false, sourceLocation: SourceLocation = #_sourceLocation, _ edits: () throws -> Void
  ) throws -> [String] {
    try library.run {
      _ = recorder.take()
      try edits()
      library.context.processPendingChanges()
    }
    // What was put on the context's queue meanwhile has run by now.
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
