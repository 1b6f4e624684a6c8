import Foundation
import OrderedRows
import SectionedTesting
import Testing

@testable import CoreData

@Suite("Fetched results controller: what an observer is notified of by keys") struct ResultsChangesObserverTests {
  /// Records changes in the form of a delegate's trace. The titles of deleted objects are remembered.
  private final class Observer: ResultsChangesObserver {
    weak var controller: NSFetchedResultsController<NSManagedObject>?
    private(set) var lines: [String] = []
    var titles: [ObjectIdentifier: String] = [:]

    init(_ controller: NSFetchedResultsController<NSManagedObject>) { self.controller = controller }

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }

    func resultsDidFail(_ error: any Error) { lines.append("failed") }

    func resultsDidChange(_ changes: ResultsChanges) {
      guard let controller else { return }
      func key(_ section: ResultsChanges.Section) -> String { controller.sectionKey(of: section) as? String ?? "-" }
      func note(
        _ subject: String, _ type: NSFetchedResultsChangeType, _ old: [Int]?, _ new: [Int]?, _ name: String
      ) {
        lines.append(RecordedCall(subject, type, old, new).line(name))
      }
      for section in changes.deletedSections { note("section", .delete, [section.index], nil, key(section)) }
      for section in changes.insertedSections {
        note("section", .insert, nil, [section.index], key(section))
        #expect(controller.sectionKey(at: section.index) as? String == key(section))
      }
      let reported = DelegateChanges(changes)
      func title(_ key: RowKey) -> String {
        let object = changes.deletedObjects[key] ?? controller.object(for: key)
        return titles[ObjectIdentifier(object)] ?? object.shownTitle
      }
      func path(_ place: RowPlace) -> [Int] { [place.section, place.item] }
      for item in reported.deleted { note("item", .delete, path(item.place), nil, title(item.key)) }
      for item in reported.inserted { note("item", .insert, nil, path(item.place), title(item.key)) }
      for move in reported.moved { note("item", .move, path(move.old), path(move.new), title(move.key)) }
      for update in reported.updated { note("item", .update, path(update.old), nil, title(update.key)) }
    }
  }

  // Saved: a1 a2 in section A, b1 in B. There is no delegate; the controller follows only because of the observer.
  @Test func anObserverAloneIsNotifiedOfEverythingByKeys() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let context = stack.context
    var tracks: [String: NSManagedObject] = [:]
    let controller = try context.edit {
      for (title, genre) in [("a1", "A"), ("a2", "A"), ("b1", "B")] {
        tracks[title] = try context.insert("Track", ["title": title, "genre": genre])
      }
      try context.save()
      return try context.tracks(
        [NSSortDescriptor(key: "genre", ascending: true), NSSortDescriptor(key: "title", ascending: true)],
        sections: "genre")
    }
    let observer = Observer(controller)
    controller.changesObserver = observer
    let (a1, a2, b1) = (try #require(tracks["a1"]), try #require(tracks["a2"]), try #require(tracks["b1"]))
    let unsaved = try context.edit { try context.insert("Track", ["title": "a3", "genre": "A"]) }
    #expect(observer.take() == ["item insert [0, 2] a3"])
    observer.titles[ObjectIdentifier(unsaved)] = "a3"

    context.edit {
      context.delete(unsaved)
      a2.setValue("a0", forKey: "title")
      b1.setValue("C", forKey: "genre")
      a1.setValue("new", forKey: "note")
    }
    #expect(
      observer.take() == [
        "section delete 1 B", "section insert 1 C", "item delete [0, 2] a3", "item move [0, 1]→[0, 0] a0",
        "item move [1, 0]→[1, 0] b1", "item update [0, 0] a1",
      ])

    // Without an observer the list stays as it is. When an observer is set again, it is fetched again.
    controller.changesObserver = nil
    context.edit { a1.setValue("z", forKey: "title") }
    #expect(context.edit { controller.text } == "A: a0 z | C: b1")
    controller.changesObserver = observer
    context.edit { a1.setValue("A9", forKey: "title") }
    #expect(observer.take() == ["item move [0, 1]→[0, 0] A9"])
  }

  @Test func theDelegateIsNotifiedAfterTheObserver() throws {
    let stack = try MusicStack(NSSQLiteStoreType)
    let context = stack.context
    let trace = ResultsTrace()
    let controller = try context.edit { try context.tracks(delegate: trace) }
    final class Order: ResultsChangesObserver {
      let trace: ResultsTrace
      var reported: [Int] = []
      init(_ trace: ResultsTrace) { self.trace = trace }
      func resultsDidFail(_ error: any Error) {}
      func resultsDidChange(_ changes: ResultsChanges) { reported.append(trace.lines.count) }
    }
    let order = Order(trace)
    controller.changesObserver = order
    _ = try context.edit { try context.insert("Track", ["title": "a"]) }
    #expect(order.reported == [0])
    #expect(trace.take() == ["will", "item insert [0, 0] a", "did"])
  }
}
