import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// Checks the law of a controller's outputs: at each moment all of them show the same version of the list. In *will*
/// they show the old version, from then on the new one. A batch ends before the next one begins, and each change set
/// leads from one version to the next.
package final class OutputLaw {
  package typealias Controller = MusicLibrary.Controller

  private weak var controller: Controller?
  private let recorder: MusicLibrary.Recorder
  /// Whether to read everything in the current call about a section or an item. In all other calls everything is read.
  package var readsWithin: () -> Bool = { true }
  /// The violations that were found.
  package private(set) var wrong: [String] = []
  /// The number of times that all outputs were read.
  package private(set) var readings = 0
  private var last: OutputReading?
  /// The new list of the running batch; nil until it is read.
  private var new: OutputReading?
  private var isInBatch = false
  /// Whether the list may change without a batch, because of a silent fetch or a user's move.
  private var mayJump = false
  private let updates: SectionedFetchedResultsUpdates
  private var lastUpdate: SectionedFetchedResultsUpdate?
  private var names = SavedNames()

  /// - Parameters:
  ///   - controller: a controller that has fetched.
  ///   - recorder: the recorder that is its delegate.
  package init(of controller: Controller, _ recorder: MusicLibrary.Recorder) {
    self.controller = controller
    self.recorder = recorder
    updates = controller.updates
    last = read("at first")
    recorder.watchers.append { [weak self] line, _ in self?.record(line) }
  }

  /// Records that the list is about to change without a batch, now or after the running one.
  package func expectJump() { mayJump = true }

  /// Records that the delegate gets no more calls.
  package func stop() {
    controller = nil
    isInBatch = false
  }

  /// Reads all outputs between two batches, and records what is wrong.
  package func check() {
    if isInBatch { wrong.append("a batch began and did not end") }
    guard controller != nil else { return }
    guard let now = read("at rest") else { return }
    if !mayJump, let last, named(last.list) != named(now.list) {
      wrong.append("the list became \(now.list) from \(named(last.list)), and nothing was reported")
    }
    mayJump = false
    last = now
  }

  private func record(_ line: String) {
    guard controller != nil else { return }
    switch line {
    case "will":
      if isInBatch { wrong.append("a batch began in another") }
      isInBatch = true
      new = nil
      guard let now = read("in will") else { return }
      if !mayJump, let last, named(last.list) != named(now.list) {
        wrong.append("will shows \(now.list), and before it was \(named(last.list))")
      }
      last = now
    case "changes":
      recordNew(line)
      isInBatch = false
      if let old = last, let new, let changes = recorder.changes.last { checkLeads(changes, from: old, to: new) }
      last = new ?? last
    case "did": recordNew(line)
    case "renamed", "failed": recordBetween(line)
    default: if readsWithin() { recordNew(line) }
    }
  }

  private func recordNew(_ line: String) {
    if !isInBatch { wrong.append("\(line) outside a batch") }
    guard let now = read("in \(line)") else { return }
    if let new, named(new.list) != named(now.list) {
      wrong.append("\(line) shows \(now.list), the call before it \(named(new.list))")
    }
    new = new ?? now
  }

  /// Checks a call that may come within a batch or outside of one: a report of permanent IDs or of an error. Neither
  /// changes the list.
  private func recordBetween(_ line: String) {
    guard let now = read("in \(line)"), !mayJump, let before = isInBatch ? new : last else { return }
    if named(before.list) != named(now.list) {
      wrong.append("\(line) shows \(now.list), and before it was \(named(before.list))")
    }
  }

  private func checkLeads(_ changes: Controller.ChangeSet, from old: OutputReading, to new: OutputReading) {
    do {
      let led = try changes.apply(to: old.snapshot, contentOf: new.snapshot)
      if named(ReferenceList(led)) != named(new.list) {
        wrong.append("\(changes) leads from \(old.list) to \(ReferenceList(led)) and not to \(new.list)")
      }
    } catch {
      wrong.append("\(changes) does not fit \(old.list): \(error)")
    }
  }

  private func read(_ moment: String) -> OutputReading? {
    guard let controller else { return nil }
    names.note(controller.managedObjectContext)
    do {
      let reading = try OutputReading(controller) { names[$0] }
      readings += 1
      try follow(reading)
      return reading
    } catch {
      wrong.append("\(moment): \(error)")
      return nil
    }
  }

  /// Compares the controller's `updates` with the list that the controller shows.
  private func follow(_ reading: OutputReading) throws {
    if let update = updates.takeWaiting() {
      if let before = lastUpdate, let changes = update.changes {
        let led = try changes.apply(to: before.snapshot, contentOf: update.snapshot)
        guard named(ReferenceList(led)) == named(ReferenceList(update.snapshot)) else {
          throw StressRun.Wrong("an update's changes \(changes) lead to \(ReferenceList(led))")
        }
      } else if lastUpdate != nil, !mayJump {
        throw StressRun.Wrong("an update has no changes")
      }
      lastUpdate = update
    }
    guard let lastUpdate, named(ReferenceList(lastUpdate.snapshot)) == named(reading.list) else {
      let shown = lastUpdate.map { "\(ReferenceList($0.snapshot))" } ?? "nothing"
      throw StressRun.Wrong("updates have \(shown), the controller \(reading.list)")
    }
  }

  private func named(_ list: ReferenceList) -> ReferenceList { list.named { names[$0] } }
}
