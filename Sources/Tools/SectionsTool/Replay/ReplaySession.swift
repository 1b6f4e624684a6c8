import CoreData
import Foundation
import SectionedFetchedResults

/// A list that a script edits: the controller, the calls that its delegate received, and a comparison with fresh
/// fetches after each batch.
///
/// All work runs on the context's queue.
final class ReplaySession: @unchecked Sendable {
  // Unchecked: every property except `context` is accessed only on the context's queue.
  private(set) var source: ListSource
  let context: NSManagedObjectContext
  let names = ObjectNames()
  private let controller: ListSource.Controller
  private let recorder: EventRecorder
  let foreignSaves: ForeignSaves

  /// - Parameters:
  ///   - source: the source of the controller.
  ///   - context: the context of the list; nil for a new one.
  ///   - keepsLists: whether each event includes the list before and after it.
  init(source: ListSource, in context: NSManagedObjectContext? = nil, keepsLists: Bool = false) async throws {
    self.source = source
    let context = context ?? source.store.newContext()
    self.context = context
    foreignSaves = ForeignSaves(source.store)
    foreignSaves.mark(context)
    recorder = EventRecorder(keepsLists: keepsLists)
    controller = try await context.perform { try source.controller(in: context) }
    try await context.perform {
      self.controller.delegate = self.recorder
      try source.fetch(self.controller)
    }
  }

  /// Performs a batch's edits and ends the batch. The controller's deferred work has run when this returns.
  ///
  /// - Throws: `LocatedProblem` with the problem and its offset in the script.
  func play(_ batch: Script.Batch) async throws {
    try await context.perform {
      try self.change(batch)
      switch batch.context {
      case .view: try EditPlayer(context: self.context, names: self.names).play(batch.edits)
      case .background: try self.merge(batch)
      }
      try LocatedProblem.locating(batch.endOffset) { try self.end(batch.then) }
    }
    await settle()
  }

  /// Waits until blocks that the controller has enqueued on the context's queue have run.
  func settle() async {
    for _ in 0..<3 { await context.perform {} }
  }

  /// Changes policies, which apply at once, and the parts of the fetch, which is then repeated.
  private func change(_ batch: Script.Batch) throws {
    guard batch.policies != nil || batch.list != nil else { return }
    var options = source.options
    if let policies = batch.policies { try options.change(policies: policies) }
    if let list = batch.list { try options.change(list: list) }
    try LocatedProblem.locating(batch.list?.offset ?? batch.policies?.offset ?? batch.endOffset) {
      let dependencies = [source.options.depends, source.options.sectionDepends]
      source = try ListSource(options, in: source.store)
      source.apply(to: controller)
      // A controller observes new dependencies only after a fetch.
      guard batch.list != nil || dependencies != [options.depends, options.sectionDepends] else { return }
      controller.itemFetchRequest = try source.itemRequest()
      controller.sectionFetchRequest = try source.sectionRequest()
      controller.sectionGroupingKeyPath = options.by
      try source.fetch(controller)
    }
  }

  /// Performs edits in a second context, saves them there, and merges the save.
  private func merge(_ batch: Script.Batch) throws {
    let other = source.store.newContext()
    foreignSaves.mark(other)
    let saved = SavedNotification(of: other)
    try other.performAndWait {
      try EditPlayer(context: other, names: names).play(batch.edits)
      try LocatedProblem.locating(batch.endOffset) { try save(other) }
    }
    if let notification = saved.notification { context.mergeChanges(fromContextDidSave: notification) }
  }

  private func end(_ end: Script.End) throws {
    switch end {
    case .process: context.processPendingChanges()
    case .save: try save(context)
    case .rollback:
      context.rollback()
      names.forgetUnsaved(because: "rollback")
    case .reset:
      context.reset()
      names.forgetUnsaved(because: "reset")
    }
  }

  private func save(_ context: NSManagedObjectContext) throws {
    do {
      try context.save()
    } catch {
      throw ToolError.data("The save failed: \(describe(error))")
    }
    names.learnPermanentIDs()
  }

  /// Performs a closure with the controller, on the context's queue.
  func read<Result: Sendable>(
    _ work: @escaping (ListSource.Controller) throws -> Result
  ) async throws -> Result {
    try await context.perform { try work(self.controller) }
  }

  /// Returns the events since the last call, converted by a closure.
  ///
  /// - Parameters:
  ///   - keeping: whether the next call returns them again.
  ///   - form: converts an event. It is called on the context's queue.
  func events<Result: Sendable>(
    keeping: Bool = false, _ form: @escaping (RecordedEvent) throws -> Result
  ) async throws -> [Result] {
    try await reading(keepingEvents: keeping) { events, _ in try events.map(form) }
  }

  /// Performs a closure on the context's queue, with the events since the last call and the controller.
  ///
  /// - Parameters:
  ///   - keepingEvents: whether the next call receives them again.
  ///   - work: the closure.
  func reading<Result: Sendable>(
    keepingEvents: Bool = false, _ work: @escaping ([RecordedEvent], ListSource.Controller) throws -> Result
  ) async throws -> Result {
    try await context.perform {
      if let failure = self.recorder.failures.first { throw ToolError.data(describe(failure)) }
      return try work(keepingEvents ? self.recorder.events : self.recorder.takeEvents(), self.controller)
    }
  }
}

/// Keeps the latest did-save notification of a context.
private final class SavedNotification: @unchecked Sendable {
  // Unchecked: the notification is written during the save, for which the owner waits.
  private(set) var notification: Notification?
  private var token: (any NSObjectProtocol)?

  init(of context: NSManagedObjectContext) {
    token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { [weak self] in self?.notification = $0 }
  }

  deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
  }
}
