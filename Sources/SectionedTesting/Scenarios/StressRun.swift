import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// Drives a controller with random events and checks each: the list against a naive reference, the change set by
/// replay and against the least one, the plan in both views, the callbacks against the change set, and that what
/// changed on the screen was told.
package final class StressRun {
  package struct Failure: Error, CustomStringConvertible {
    package let event: Int
    package let description: String
  }

  private let library: MusicLibrary
  private let controller: MusicLibrary.Controller
  private let recorder: MusicLibrary.Recorder
  private var numbering = Numbering<NSManagedObjectID?, NSManagedObjectID>()
  /// What the delegate saw in `will`, and at the end of the batch.
  private var titles: [NSManagedObjectID: String] = [:]
  private var steps: [(old: ReferenceList, new: ReferenceList)] = []

  /// - Parameters:
  ///   - albums: how many there are at first.
  ///   - tracks: likewise; one in eight without an album.
  package init(_ store: MusicLibrary.Store, seed: UInt64, albums: Int, tracks: Int) throws {
    let library = try MusicLibrary(store)
    self.library = library
    controller = library.controller()
    recorder = Recorder { $0.objectID.uriRepresentation().lastPathComponent }
    var random = SeededRandom(seed: seed)
    try library.run {
      let all = (0..<albums).map { library.album("id\($0)", random.below(10), ["title": "A\($0)"]) }
      for index in 0..<tracks {
        library.track(
          "T\(index)", random.below(10), in: random.oneIn(8) || all.isEmpty ? nil : all[random.below(all.count)])
      }
      try library.context.save()
      try controller.performFetch()
    }
    controller.delegate = recorder
    recorder.during = { [weak self] line, controller in
      if line == "will" { self?.steps.append((ReferenceList(shownBy: controller), ReferenceList(sections: []))) }
      if line == "did", let self { self.steps[self.steps.count - 1].new = ReferenceList(shownBy: controller) }
    }
  }

  private typealias Recorder = MusicLibrary.Recorder

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
        done = try library.run { try perform(event) }
        try library.run { try check() }
      } catch let error {
        throw Failure(event: number, description: "event \(number) (\(done)): \(error)")
      }
    }
  }

  private func perform(_ event: StressEvent) throws -> String {
    _ = recorder.take()
    steps = []
    let done = try event.perform(on: library, controller)
    library.context.processPendingChanges()
    return done
  }

  private struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  private func check() throws {
    if let error = recorder.errors.first { throw Wrong(description: "told: \(error)") }
    let shown = ReferenceList(shownBy: controller)
    let reference = try ReferenceList(for: controller)
    guard shown == reference else { throw Wrong(description: "shows \(text(shown)), should show \(text(reference))") }
    guard recorder.changes.count == steps.count else {
      throw Wrong(description: "\(steps.count) batches, \(recorder.changes.count) change sets")
    }
    var revised: Set<NSManagedObjectID> = []
    for (index, step) in steps.enumerated() {
      try check(recorder.changes[index], recorder.batches[index], step)
      for place in recorder.changes[index].revisedPlaces {
        revised.insert(step.new.sections[place.section].items[place.item])
      }
      // What one batch takes away another of the same event may bring back.
      revised.formUnion(recorder.changes[index].insertedItemIDs)
    }
    try checkTitles(shown, revised)
  }

  /// What a cell shows has changed only where that was told.
  private func checkTitles(_ shown: ReferenceList, _ revised: Set<NSManagedObjectID>) throws {
    let before = titles
    titles = [:]
    for id in shown.sections.flatMap(\.items) {
      let title = library.context.object(with: id).value(forKey: "title") as? String
      titles[id] = title
      if let old = before[id], old != title, !revised.contains(id) {
        throw Wrong(description: "\(id.uriRepresentation().lastPathComponent) became \(title ?? "nil") untold")
      }
    }
  }

  /// One batch: true, least, legal, and told as it is.
  private func check(
    _ changes: MusicLibrary.Controller.ChangeSet, _ calls: [RecordedCall],
    _ step: (old: ReferenceList, new: ReferenceList)
  ) throws {
    let revisedItems = Set(changes.revisedPlaces)
    let revisedSections = Set(
      (changes.sections.updated.map(\.new) + changes.sections.moved.filter { $0.keys != [] }.map(\.to)))
    let old = numbering.list(step.old.snapshot(item: { _ in 0 }, section: { _ in 0 }))
    let new = numbering.list(
      step.new.snapshot(
        item: { revisedItems.contains($0) ? 1 : 0 }, section: { revisedSections.contains($0) ? 1 : 0 }))
    let told = numbering.changes(changes)
    try told.check(old: old, new: new)
    let least = try SectionedChangeSet(from: old, to: new)
    guard told.withoutKeys == least.withoutKeys else {
      throw Wrong(description: "\(told) is not the least change \(least) of \(old) → \(new)")
    }
    let plan = try UpdatePlan(told, new: new.outline)
    for kind in ViewKind.allCases {
      var view = ViewOracle(kind, showing: old)
      try view.perform(plan, from: old, to: new)
    }
    let named = changes.classicCallbacks(controller.classicCallbacks)
    let expected = named.sections.map { RecordedCall($0) } + named.items.map { RecordedCall($0) }
    guard calls == expected else { throw Wrong(description: "called \(calls) for \(told)") }
  }

  private func text(_ list: ReferenceList) -> String {
    list.sections.map { section in
      "\(section.id?.uriRepresentation().lastPathComponent ?? "unmatched"): "
        + section.items.map { $0.uriRepresentation().lastPathComponent }.joined(separator: " ")
    }.joined(separator: " | ")
  }
}

extension SectionedChangeSet {
  /// Where the items are that changed themselves.
  fileprivate var revisedPlaces: [ItemPlace] {
    items.updated.map(\.new) + items.moved.filter { $0.keys != [] }.map(\.to)
  }

  fileprivate var withoutKeys: Self {
    var result = self
    for index in sections.moved.indices { result.sections.moved[index].keys = nil }
    for index in sections.updated.indices { result.sections.updated[index].keys = nil }
    for index in items.moved.indices { result.items.moved[index].keys = nil }
    for index in items.updated.indices { result.items.updated[index].keys = nil }
    return result
  }
}

extension ReferenceList {
  /// The list as a value of the change core.
  package func snapshot(
    item: (ItemPlace) -> Int, section: (Int) -> Int
  ) -> SectionedSnapshot<NSManagedObjectID?, NSManagedObjectID> {
    .init(
      sections: sections.enumerated().map { index, content in
        .init(
          content.id, revision: section(index),
          items: content.items.enumerated().map { row, id in
            ListElement(id, revision: item(ItemPlace(section: index, item: row)))
          })
      })
  }
}

extension StressRun {
  /// Runs events, and shrinks a failing run to the fewest events that still fail.
  ///
  /// - Parameter making: makes a run from the same beginning each time.
  /// - Throws: ``Failure`` with the seeds of the events that are left.
  package static func find(in events: [StressEvent], making: () throws -> StressRun) throws {
    guard let failure = try failure(of: events, making) else { return }
    var left = Array(events.prefix(failure.event + 1))
    var last = failure
    var step = left.count / 2
    while step > 0 {
      var start = 0
      while start < left.count {
        var fewer = left
        fewer.removeSubrange(start..<min(start + step, left.count))
        if let failure = try Self.failure(of: fewer, making) {
          left = Array(fewer.prefix(failure.event + 1))
          last = failure
        } else {
          start += step
        }
      }
      step /= 2
    }
    throw Failure(
      event: last.event,
      description: "\(last) — the fewest events that fail: \(left.map { String($0.seed) }.joined(separator: ", "))")
  }

  private static func failure(of events: [StressEvent], _ making: () throws -> StressRun) throws -> Failure? {
    do {
      try making().run(events)
      return nil
    } catch let failure as Failure {
      return failure
    }
  }
}
