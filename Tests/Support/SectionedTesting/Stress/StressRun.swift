import CoreData
import Foundation
import SectionedFetchedResults

/// Drives a controller with random events and checks each one. It compares the list with a naive reference, and the
/// change set with its replay and with the least one. Both kinds of view perform the update plan. The callbacks must
/// match the change set. Everything that changed on the screen must be reported, and nothing else. A quiet twin checks
/// that a merge reads no more than it needs.
package final class StressRun {
  package struct Failure: Error, CustomStringConvertible {
    package let event: Int
    package let description: String
  }

  struct Wrong: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  private let stage: StressStage
  private var checks: StressChecks
  private let recorder: MusicLibrary.Recorder
  /// Changes the store from outside before an event, as the event's seed decides. The run must not be affected.
  package var disturbance: ((SeededRandom) throws -> Void)?

  /// - Parameters:
  ///   - seed: decides the first content, and whether there are subentities.
  ///   - traits: further properties of the library.
  ///   - shape: the way from tracks to sections; if nil, one seed in three goes over two relationships.
  ///   - albums: the number of albums at first; there are half as many artists.
  ///   - tracks: the number of tracks at first; one in eight has no album.
  package init(
    _ store: MusicLibrary.Store, seed: UInt64, traits: LibraryTraits = LibraryTraits(), shape: StressShape? = nil,
    albums: Int, tracks: Int
  ) throws {
    let shape = shape ?? StressShape(seed: seed)
    // Half of the seeds have subentities, whatever the shape and the store.
    let library = try MusicLibrary(store, hasSubentities: seed / 4 % 2 == 1, traits: traits)
    stage = try StressStage(library, seed: seed, shape: shape, albums: albums, tracks: tracks)
    recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }
    stage.controller.delegate = recorder
    checks = stage.library.run { [stage, recorder] in
      stage.callbackActions.watch(recorder)
      return StressChecks(of: stage.controller, recorder, shape: shape)
    }
  }

  /// A run with six albums and thirty tracks. The seed decides everything else.
  package convenience init(seed: UInt64) throws {
    let traits = LibraryTraits(seed: seed)
    let store: MusicLibrary.Store = seed % 4 == 0 || traits.hasOtherCoordinator ? .sqlite : .memory
    try self.init(store, seed: seed, traits: traits, albums: 6, tracks: 30)
  }

  /// The events of a seed.
  package static func events(seed: UInt64, count: Int) -> [StressEvent] {
    var random = SeededRandom(seed: seed)
    return (0..<count).map { _ in StressEvent(seed: random.next()) }
  }

  /// Performs events one after the other.
  ///
  /// - Throws: ``Failure`` for the first that goes wrong.
  package func run(_ events: [StressEvent]) throws {
    for (number, event) in events.enumerated() {
      var done = ""
      do {
        try disturbance?(SeededRandom(seed: event.seed &* 37))
        done = try stage.library.run { try perform(event) }
        try checkUndone()
        // Run the blocks that callbacks scheduled on the contexts' queues.
        for _ in 0..<4 {
          stage.library.settle()
          try stage.library.run {
            stage.library.context.processPendingChanges()
            try stage.exchange()
          }
        }
        try stage.library.run { try check() }
        try stage.twin.catchUp()
        try stage.otherContext?.check()
        try stage.otherCoordinator?.check()
        for parent in stage.parents { try parent.check() }
      } catch let error {
        let elsewhere = (stage.otherContext?.log ?? []).map { "other context \($0)" }
        let actions = (stage.callbackActions.log + elsewhere).map { "; \($0)" }.joined()
        throw Failure(event: number, description: "event \(number) (\(done)\(actions)): \(error)")
      }
    }
  }

  /// Checks a list that could be compared only after the waiting blocks on the context's queue. Only these run before.
  private func checkUndone() throws {
    guard let undone = stage.undone else { return }
    stage.undone = nil
    for _ in 0..<4 {
      stage.library.settle()
      stage.library.run { stage.library.context.processPendingChanges() }
    }
    try stage.library.run { if !undone.restores(stage.controller) { throw undone.failure } }
  }

  private func check() throws {
    stage.callbackActions.stop()
    // A context may get the report of a save of its parent after it has already seen these changes.
    let traits = stage.library.traits
    try checks.check(
      mayJump: stage.callbackActions.mayJump, namesOwners: !stage.hasMergedHistory,
      isExact: !traits.mergesAutomatically && !traits.isMisreported)
    try stage.callbackActions.check()
    try stage.rows?.check()
    try stage.retainedAlbum?.check()
    for peer in stage.peers { try peer.check() }
  }

  private func perform(_ event: StressEvent) throws -> String {
    stage.callbackActions.begin(seed: event.seed)
    stage.hasMergedHistory = false
    stage.otherContext?.begin(seed: ~event.seed)
    let done = try event.perform(on: stage)
    stage.library.context.processPendingChanges()
    return done
  }
}

extension StressRun {
  /// Runs events from the beginning, releases everything, and checks for leaks.
  ///
  /// - Parameter making: makes the run.
  /// - Returns: the first failure; nil if there was none.
  static func failure(of events: [StressEvent], _ making: () throws -> StressRun) throws -> Failure? {
    do {
      try leakCheck(after: events, making).check()
      return nil
    } catch let failure as Failure {
      return failure
    } catch {
      return Failure(event: events.count - 1, description: "after the last event: \(error)")
    }
  }

  private static func leakCheck(after events: [StressEvent], _ making: () throws -> StressRun) throws -> LeakCheck {
    let run = try making()
    try run.run(events)
    return LeakCheck(of: run.stage)
  }
}
