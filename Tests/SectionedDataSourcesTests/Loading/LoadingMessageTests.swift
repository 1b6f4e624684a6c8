import Foundation
import SectionedDataSources
import Testing

/// The first load of a list fails; of another list, the request for its next page fails.
@Suite("What a reader sees of an error")
struct LoadingMessageTests {
  /// An error of a program with a domain, as Foundation's errors have.
  private struct Refused: CustomNSError, CustomStringConvertible {
    var description: String { "Refused(status: 503)" }
    var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: "The library is closed."] }
  }

  private struct Locked: LocalizedError, CustomStringConvertible {
    var description: String { "Locked(shelf: 7)" }
    var errorDescription: String? { "The shelf is locked." }
  }

  /// An error without a message of its own.
  private struct Unknown: Error {
    var path = ["shelf", "book"]
  }

  /// Returns the texts for an error in the placeholder, the last row and the archive, in this order.
  private func messages(of error: any Error) throws -> [String?] {
    let failed = LoadingDesk()
    failed.run { failed.source.load() }
    failed.last?.fail(error)
    let appended = LoadingDesk()
    appended.load("A: a")
    appended.run { appended.source.append() }
    appended.last?.fail(error)
    let archive = try failed.source.archive()
    let placeholder = PlaceholderDataSource(failed.source).placeholder
    let row = PlaceholderDataSource(appended.source).appendRow
    return [placeholder?.text, row?.failure, archive.failure]
  }

  @Test("an error of Foundation's kinds is shown by its localized description, and not by what developers see")
  func localizedDescriptions() throws {
    let values: [String: Any] = [NSLocalizedDescriptionKey: "No shelf answers."]
    let errors: [(any Error, String)] = [
      (NSError(domain: "Shelves", code: 7, userInfo: values), "No shelf answers."),
      (URLError(.timedOut, userInfo: values), "No shelf answers."),
      (Refused(), "The library is closed."),
      (Locked(), "The shelf is locked."),
      (ArchivedFailure("It was lost."), "It was lost."),
    ]
    for (error, text) in errors {
      let messages = try messages(of: error)
      #expect(messages == [text, text, text])
    }
  }

  @Test("a plain error is shown by what it says itself")
  func plainErrors() throws {
    let described = try messages(of: LoadingFailure("lost"))
    #expect(described == ["lost", "lost", "lost"])
    let unknown = try messages(of: Unknown())
    let text = "\(Unknown())"
    #expect(unknown == [text, text, text])
  }

  @Test("a loading that took too long says so")
  func timeouts() throws {
    let messages = try messages(of: LoadingTimeout(.seconds(10)))
    let text = "Loading was given up, since it took longer than 10.0 seconds."
    #expect(messages == [text, text, text])
  }

  @Test("what an archive says of a failure is shown as it is when it is restored")
  func archives() throws {
    let desk = LoadingDesk()
    desk.run { desk.source.load() }
    desk.last?.fail(Refused())
    let archive = try desk.source.archive()
    let other = LoadingDesk()
    try other.source.restore(from: archive, refreshes: false)
    #expect(other.source.phase == .failed)
    #expect(PlaceholderDataSource(other.source).placeholder?.text == "The library is closed.")
    let again = try other.source.archive()
    #expect(again.failure == "The library is closed.")
  }
}
