import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// The checks after each event of a stress run.
package struct StressChecks {
  typealias ChangeSet = MusicLibrary.Controller.ChangeSet

  private let controller: MusicLibrary.Controller
  private let recorder: MusicLibrary.Recorder
  private let shape: StressShape
  private let steps: RecordedSteps
  private var numbering = Numbering<NSManagedObjectID?, NSManagedObjectID>()
  private var screen: StressScreen
  /// Two consumers of the list: one takes each version, the other skips some.
  private var consumers: [StressConsumer]
  private var checked = 0

  /// - Parameters:
  ///   - controller: a controller that has fetched.
  ///   - recorder: the controller's delegate. Only this type may take its records.
  package init(of controller: MusicLibrary.Controller, _ recorder: MusicLibrary.Recorder, shape: StressShape) {
    self.controller = controller
    self.recorder = recorder
    self.shape = shape
    steps = RecordedSteps(of: controller, recorder)
    screen = StressScreen(of: controller, shape: shape)
    consumers = [StressConsumer(of: controller), StressConsumer(of: controller)]
  }

  /// Checks the reports since the last call.
  ///
  /// - Parameters:
  ///   - isSpoiled: whether faults are injected into the inner controllers. Then the error for inconsistent reports is
  ///     no failure.
  ///   - mayJump: whether the list may have changed without a batch, and objects without a report.
  ///   - namesOwners: whether merged saves named the objects whose to-many relationships changed.
  ///   - isExact: whether no change is reported twice.
  package mutating func check(
    isSpoiled: Bool = false, mayJump: Bool = false, namesOwners: Bool = true, isExact: Bool = true
  ) throws {
    steps.mayJump = mayJump
    if mayJump { for index in consumers.indices { consumers[index].noteUserMove() } }
    let unexpected = recorder.errors.first { error in
      if isSpoiled, case SectionedFetchedResultsError.inconsistentChanges = error { false } else { true }
    }
    if let unexpected { throw StressRun.Wrong("reported: \(unexpected)") }
    let reference = try ReferenceList(for: controller)
    let shown = ReferenceList(shownBy: controller)
    guard shown == reference else { throw StressRun.Wrong("shows \(shown), should show \(reference)") }
    let steps = try steps.take()
    guard recorder.changes.count == steps.count else {
      throw StressRun.Wrong("\(steps.count) batches, \(recorder.changes.count) change sets")
    }
    for (index, step) in steps.enumerated() {
      try check(recorder.changes[index], step)
      try check(recorder.batches[index], of: recorder.changes[index], recorder.classicCallbacks[index])
    }
    let before = screen
    screen = StressScreen(of: controller, shape: shape)
    // A user's move and a silent fetch are not reported to the delegate.
    if !mayJump {
      try screen.check(
        since: before, reported: recorder.changes, steps, besides: namesOwners ? [] : shape.toManyPaths,
        isExact: isExact)
    }
    _ = recorder.take()
    try consumers[0].take(from: controller)
    checked += 1
    if checked % 5 == 0 { try consumers[1].take(from: controller) }
  }

  /// Checks that the change set of a batch is correct and minimal, and that views can perform its plan.
  private mutating func check(_ changes: ChangeSet, _ step: RecordedSteps.Step) throws {
    let revisedItems = Set(changes.revisedPlaces)
    let revisedSections = Set(changes.revisedSections)
    let old = numbering.list(step.old.snapshot(item: { _ in 0 }, section: { _ in 0 }))
    let new = numbering.list(
      step.new.snapshot(
        item: { revisedItems.contains($0) ? 1 : 0 }, section: { revisedSections.contains($0) ? 1 : 0 }))
    let reported = numbering.changes(changes.named { self.steps.names[$0] })
    try reported.check(old: old, new: new)
    let least = try SectionedChangeSet(from: old, to: new)
    guard reported.withoutKeys == least.withoutKeys else {
      throw StressRun.Wrong("\(reported) is not the least change \(least) of \(old) → \(new)")
    }
    let plan = try UpdatePlan(reported, new: new.outline)
    for kind in ViewKind.allCases {
      var view = ViewOracle(kind, showing: old)
      try view.perform(plan, from: old, to: new)
    }
  }

  /// Checks that the calls of a batch are those of its change set.
  private func check(_ calls: [RecordedCall], of changes: ChangeSet, _ policy: ClassicCallbackPolicy) throws {
    let named = changes.classicCallbacks(policy)
    let expected = named.sections.map { RecordedCall($0) } + named.items.map { RecordedCall($0) }
    guard calls == expected else { throw StressRun.Wrong("called \(calls) for \(changes)") }
  }
}

extension SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID> {
  /// The same changes with other IDs.
  fileprivate func named(_ name: (NSManagedObjectID) -> NSManagedObjectID) -> Self {
    func items(_ placed: [PlacedID<ItemPlace, NSManagedObjectID>]) -> [PlacedID<ItemPlace, NSManagedObjectID>] {
      placed.map { PlacedID($0.place, name($0.id)) }
    }
    func sections(_ placed: [PlacedID<Int, NSManagedObjectID?>]) -> [PlacedID<Int, NSManagedObjectID?>] {
      placed.map { PlacedID($0.place, $0.id.map(name)) }
    }
    var result = self
    result.items.deleted = items(result.items.deleted)
    result.items.inserted = items(result.items.inserted)
    result.itemsTaken = items(itemsTaken)
    result.itemsBrought = items(itemsBrought)
    result.sections.deleted = sections(result.sections.deleted)
    result.sections.inserted = sections(result.sections.inserted)
    return result
  }
}

extension SectionedChangeSet {
  /// The places in the new list of the items that changed themselves.
  var revisedPlaces: [ItemPlace] { items.updated.map(\.new) + items.moved.filter { $0.keys != [] }.map(\.to) }

  /// The indices in the new list of the sections that changed themselves.
  var revisedSections: [Int] { sections.updated.map(\.new) + sections.moved.filter { $0.keys != [] }.map(\.to) }

  var withoutKeys: Self {
    var result = self
    for index in sections.moved.indices { result.sections.moved[index].keys = nil }
    for index in sections.updated.indices { result.sections.updated[index].keys = nil }
    for index in items.moved.indices { result.items.moved[index].keys = nil }
    for index in items.updated.indices { result.items.updated[index].keys = nil }
    return result
  }
}
