import Foundation
import Testing

@testable import CoreData

/// A delegate that forwards each call, for programs in which several objects follow one list.
private final class FanOut: NSObject, NSFetchedResultsControllerDelegate {
  typealias List = NSFetchedResultsController<any NSFetchRequestResult>

  private let receivers: [any NSFetchedResultsControllerDelegate]

  init(_ receivers: [any NSFetchedResultsControllerDelegate]) { self.receivers = receivers }

  func controllerWillChangeContent(_ controller: List) {
    for receiver in receivers { receiver.controllerWillChangeContent(controller) }
  }

  func controller(
    _ controller: List, didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    for receiver in receivers {
      receiver.controller(controller, didChange: sectionInfo, atSectionIndex: sectionIndex, for: type)
    }
  }

  func controller(
    _ controller: List, didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    for receiver in receivers {
      receiver.controller(controller, didChange: anObject, at: indexPath, for: type, newIndexPath: newIndexPath)
    }
  }

  func controller(_ controller: List, didChangeContentWith diff: CollectionDifference<NSManagedObjectID>) {
    for receiver in receivers { receiver.controller(controller, didChangeContentWith: diff) }
  }

  func controllerDidChangeContent(_ controller: List) {
    for receiver in receivers { receiver.controllerDidChangeContent(controller) }
  }

  func controller(_ controller: List, sectionIndexTitleForSectionName sectionName: String) -> String? {
    for receiver in receivers {
      if let title = receiver.controller(controller, sectionIndexTitleForSectionName: sectionName) { return title }
    }
    return nil
  }
}

/// A delegate that gives the titles of the section index.
private final class Titles: NSObject, NSFetchedResultsControllerDelegate {
  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    sectionIndexTitleForSectionName sectionName: String
  ) -> String? { "title of \(sectionName)" }
}

@Suite("Fetched results controller: delegates that hand calls on, and that change in a call")
struct ResultsDelegateTests {
  private let stack: MusicStack
  private var context: NSManagedObjectContext { stack.context }

  /// Saves the track a1 of genre A.
  init() throws {
    let stack = try MusicStack()
    self.stack = stack
    try stack.context.edit {
      try stack.context.insert("Track", ["title": "a1", "genre": "A"])
      try stack.context.save()
    }
  }

  private func byGenre(
    _ delegate: any NSFetchedResultsControllerDelegate
  ) throws -> NSFetchedResultsController<NSManagedObject> {
    let order = ["genre", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
    return try context.edit { try context.tracks(order, sections: "genre", delegate: delegate) }
  }

  private func insert(_ title: String, _ genre: String) throws {
    try context.edit { _ = try context.insert("Track", ["title": title, "genre": genre]) }
  }

  @Test("A receiver that lacks a method hides no call from the other receivers, in any batch")
  func eachBatchArrives() throws {
    let trace = ResultsTrace()
    let delegate = FanOut([SilentDelegate(), trace, Titles()])
    let list = try byGenre(delegate)
    // The controller does not retain its delegate.
    defer { withExtendedLifetime(delegate) {} }
    for number in 1...3 {
      try insert("b\(number)", "B\(number)")
      #expect(
        trace.take() == [
          "will", "section insert \(number) B\(number) of 1", "item insert [\(number), 0] b\(number)", "did",
        ])
    }
    for _ in 0..<2 {
      #expect(context.edit { list.sections?.first?.indexTitle } == "title of A")
    }
  }

  @Test("a receiver without the difference takes it from no other")
  func eachDifferenceArrives() throws {
    let trace = DifferenceTrace()
    let delegate = FanOut([SilentDelegate(), trace])
    let list = try context.edit { try context.tracks(delegate: delegate) }
    defer { withExtendedLifetime((delegate, list)) {} }
    for number in 1...3 { try insert("b\(number)", "B") }
    let offsets = trace.differences.map { difference in
      difference.map { change in
        if case .insert(let offset, _, nil) = change { offset } else { -1 }
      }
    }
    #expect(offsets == [[1], [2], [3]])
  }

  private static let calls = ["will", "section insert 1 B of 1", "item insert [1, 0] b1"]

  @Test("one that is taken away in a call gets no further one", arguments: calls)
  func away(call: String) throws {
    let trace = ResultsTrace()
    let list = try byGenre(trace)
    trace.during = { if $0 == call { list.delegate = nil } }
    defer { trace.during = nil }
    try insert("b1", "B")
    let index = try #require(Self.calls.firstIndex(of: call))
    #expect(trace.take() == Array(Self.calls[...index]))
  }

  @Test("one that is set in a call is notified from the next event on", arguments: calls)
  func replaced(call: String) throws {
    let (trace, successor) = (ResultsTrace(), ResultsTrace())
    let list = try byGenre(trace)
    trace.during = { if $0 == call { list.delegate = successor } }
    defer { trace.during = nil }
    try insert("b1", "B")
    #expect(successor.take() == [])
    _ = trace.take()
    try insert("b2", "B")
    #expect(trace.take() == [])
    #expect(successor.take() == ["will", "item insert [1, 1] b2", "did"])
  }

  @Test("a batch size may be the greatest number")
  func greatestBatch() throws {
    try insert("b1", "B")
    try context.edit {
      try context.save()
      context.reset()
      let list = try context.tracks { $0.fetchBatchSize = .max }
      #expect(list.object(at: IndexPath(indexes: [0, 1])).shownTitle == "b1")
      #expect(list.object(at: IndexPath(indexes: [0, 0])).shownTitle == "a1")
    }
  }

  @Test("a section's info stays that of the section when the object that is its key is saved")
  func savedKey() throws {
    try context.edit {
      let ann = try context.insert("Person", ["name": "Ann"])
      try context.insert("Track", ["title": "s1"]).setValue(ann, forKey: "singer")
      let order = ["singer", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
      let list = try context.tracks(order, sections: "singer")
      let info = try #require(list.sections?.last)
      #expect(info.name == ann.objectID.uriRepresentation().absoluteString)
      try context.save()
      #expect(info.name == ann.objectID.uriRepresentation().absoluteString)
      #expect(info.numberOfObjects == 1)
      #expect(info.objects?.compactMap { ($0 as? NSManagedObject)?.shownTitle } == ["s1"])
      #expect(list.sections?.last?.name == info.name)
    }
  }

  @Test("a section that comes is reported with its objects when a call before saves the object that is its key")
  func keySavedInACall() throws {
    let trace = ResultsTrace()
    let order = ["singer", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
    let list = try context.edit { try context.tracks(order, sections: "singer", delegate: trace) }
    var failure: (any Error)?
    trace.during = { line in
      guard line == "will" else { return }
      do { try context.save() } catch { failure = error }
    }
    defer { trace.during = nil }
    let ann = try context.edit {
      let ann = try context.insert("Person", ["name": "Ann"])
      try context.insert("Track", ["title": "s1"]).setValue(ann, forKey: "singer")
      return ann
    }
    #expect(failure == nil)
    let name = context.edit { ann.objectID.uriRepresentation().absoluteString }
    #expect(trace.take() == ["will", "section insert 1 \(name) of 1", "item insert [1, 0] s1", "did"])
    #expect(context.edit { list.sections?.map(\.numberOfObjects) } == [1, 1])
  }
}
