import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A delegate that forwards each call, for programs in which several objects follow one list.
private final class FanOut: SectionedFetchedResultsControllerDelegate {
  typealias SectionResult = NSManagedObject
  typealias ItemResult = NSManagedObject
  typealias Receiver = any SectionedFetchedResultsControllerDelegate<NSManagedObject, NSManagedObject>

  private let receivers: [Receiver]

  init(_ receivers: [Receiver]) { self.receivers = receivers }

  func controllerWillChangeContent(_ controller: MusicLibrary.Controller) {
    for receiver in receivers { receiver.controllerWillChangeContent(controller) }
  }

  func controller(
    _ controller: MusicLibrary.Controller,
    didChange section: SectionedFetchedResultsSectionInfo<NSManagedObject, NSManagedObject>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    for receiver in receivers {
      receiver.controller(
        controller, didChange: section, atSectionIndex: sectionIndex, for: type, newSectionIndex: newSectionIndex)
    }
  }

  func controller(
    _ controller: MusicLibrary.Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    for receiver in receivers {
      receiver.controller(controller, didChange: item, at: indexPath, for: type, newIndexPath: newIndexPath)
    }
  }

  func controllerDidChangeContent(_ controller: MusicLibrary.Controller) {
    for receiver in receivers { receiver.controllerDidChangeContent(controller) }
  }

  func controller(
    _ controller: MusicLibrary.Controller, didChangeContentWith changes: MusicLibrary.Controller.ChangeSet
  ) {
    for receiver in receivers { receiver.controller(controller, didChangeContentWith: changes) }
  }
}

/// A delegate that implements no method.
private final class Silent: SectionedFetchedResultsControllerDelegate {
  typealias SectionResult = NSManagedObject
  typealias ItemResult = NSManagedObject
}

/// The delegate forwards its calls to the fixture's recorder and to a receiver without any method.
@Suite("A delegate that forwards its calls to several receivers")
struct FanOutDelegateTests {
  /// Each batch appends an album, and appends a track to B.
  @Test("A receiver that lacks a method hides no call from the other receivers", arguments: [true, false])
  func eachBatchArrives(silentIsFirst: Bool) throws {
    let fixture = try LibraryFixture()
    let (library, controller, recorder) = (fixture.library, fixture.controller, fixture.recorder)
    let receivers: [FanOut.Receiver] = silentIsFirst ? [Silent(), recorder] : [recorder, Silent()]
    let delegate = FanOut(receivers)
    controller.delegate = delegate
    // The controller does not retain its delegate.
    defer { withExtendedLifetime(delegate) {} }
    var trace: [String] = []
    defer { recorder.during = nil }
    recorder.during = { line, _ in trace.append(line) }
    for number in 0..<3 {
      trace = []
      _ = try fixture.record {
        library.album("D\(number)", 3 + number)
        library.track("b\(number)", number, in: fixture.albums[1])
      }
      #expect(
        trace == [
          "will", "section insert \(3 + number) D\(number)", "item insert [1, \(number)] b\(number)", "did", "changes",
        ])
    }
  }

  /// The first delegate lacks the methods, so its calls are not prepared. They must be when the second delegate is set.
  @Test("a delegate without any method is followed by one that has all")
  func afterASilentDelegate() throws {
    let fixture = try LibraryFixture()
    let silent = Silent()
    fixture.controller.delegate = silent
    defer { withExtendedLifetime(silent) {} }
    let unseen = try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
    #expect(unseen == [])
    #expect(fixture.text == "A: a1 a2 | B: b1 | C: c1")
    fixture.controller.delegate = fixture.recorder
    let seen = try fixture.record { fixture.library.album("D", 3) }
    #expect(seen == ["will", "section insert 3 D", "did"])
  }
}
