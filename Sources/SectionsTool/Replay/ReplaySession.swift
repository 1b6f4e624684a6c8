import CoreData
import Foundation
import SectionedFetchedResults

/// A list under edits: the controller, what its delegate heard, and a check against fresh fetches after each batch.
///
/// Everything runs on the context's own queue.
final class ReplaySession: @unchecked Sendable {
  // Unchecked: every property but the context is touched on the context's queue only.
  let source: ListSource
  let context: NSManagedObjectContext
  let names = ObjectNames()
  private var controller: ListSource.Controller?
  private let recorder = CallbackRecorder()

  init(source: ListSource) async throws {
    self.source = source
    context = source.store.newContext()
    try await context.perform {
      let controller = try source.controller(in: self.context)
      controller.delegate = self.recorder
      try controller.performFetch()
      self.controller = controller
    }
  }

  /// Makes a batch's edits and ends it. What was deferred to the queue has happened when this returns.
  func play(_ batch: Script.Batch) async throws {
    try await context.perform {
      let player = EditPlayer(context: self.context, names: self.names)
      for edit in batch.edits { try player.play(edit) }
      try self.end(batch.then)
    }
    await settle()
  }

  /// Lets blocks that the controller put on the context's queue run.
  func settle() async {
    for _ in 0..<3 { await context.perform {} }
  }

  private func end(_ end: Script.End) throws {
    switch end {
    case .process: context.processPendingChanges()
    case .save:
      do {
        try context.save()
      } catch {
        throw ToolError.data("The save failed: \(describe(error))")
      }
      names.learnPermanentIDs()
    case .rollback:
      context.rollback()
      names.forget(because: "rollback") { $0.managedObjectContext == nil || $0.isDeleted }
    case .reset:
      context.reset()
      names.forget(because: "reset")
    }
  }

  /// Runs a piece of work with the controller, on the context's queue.
  func read<Result: Sendable>(
    _ work: @escaping (ListSource.Controller) throws -> Result
  ) async throws -> Result {
    try await context.perform {
      guard let controller = self.controller else { throw ToolError.data("The list was not fetched.") }
      return try work(controller)
    }
  }

  /// What was heard since the last time, made into something to print.
  func events<Result: Sendable>(_ form: @escaping (RecordedEvent) throws -> Result) async throws -> [Result] {
    try await context.perform {
      if let failure = self.recorder.failures.first { throw ToolError.data(describe(failure)) }
      return try self.recorder.takeEvents().map(form)
    }
  }
}
