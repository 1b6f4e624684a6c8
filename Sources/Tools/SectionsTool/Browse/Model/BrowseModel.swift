import CoreData
import Foundation
import SectionedTerminal

/// The state and the actions of the browser, without a screen: a stack of lists and details, a prompt, and a status.
///
/// Actions do not throw. The status line shows their errors.
@MainActor
final class BrowseModel {
  let store: BrowseStore
  /// The options of the first list.
  let options: ListOptions
  /// The stack of panes. The last one is shown.
  var panes: [any BrowsePane] = []
  /// The line in which the user types; nil for none.
  var prompt: BrowsePrompt?
  /// The closure that receives the typed text.
  var typed: (String) -> Void = { _ in }
  /// Whether the browser is asking what to do with unsaved changes.
  private(set) var isAsking = false
  var status: BrowseStatus?
  private(set) var isDone = false
  /// The story of the demonstration; nil outside of it.
  var story: BrowseStory?
  /// The text of the pending search: it is performed when no more keys are pending, or before a key acts on the list.
  /// Nil for none.
  var wantedSearch: String?
  /// Copies a text to the clipboard; nil without a terminal.
  var copy: ((String) -> Void)?
  /// Writes a value to a file.
  var write: (Data, String) throws -> Void = { try OutputFile.writeNew($0, to: $1, as: "value") }

  /// - Throws: an error about the list that the options name.
  init(_ options: ListOptions, in store: BrowseStore, story: BrowseStory? = nil) throws {
    (self.options, self.store, self.story) = (options, store, story)
    if options.items.isEmpty {
      panes = [entityMenu()]
    } else {
      panes = [try objects(BrowseQuery(options, entity: store.store.entity(options.items, for: "items")))]
      noteLeftOut()
    }
  }

  /// Shows in the status line how many items the list omits because they have no section.
  func noteLeftOut() {
    attempt { if let note = try objectsPane?.leftOut() { status = .note(note) } }
  }

  var pane: any BrowsePane { panes[panes.count - 1] }

  /// The shown list of objects; nil if another pane is shown.
  var objectsPane: ObjectsPane? { pane as? ObjectsPane }

  var detailsPane: DetailsPane? { pane as? DetailsPane }

  /// Whether a key has an effect now.
  func applies(_ condition: BrowseKey.Condition) -> Bool {
    switch condition {
    case .always: true
    case .inAList: objectsPane != nil
    case .onAValue: shownAttribute != nil
    case .withEdit: store.canEdit
    case .inTheDemo: story != nil
    }
  }

  /// Makes a list of objects. If a row cannot be read, the status line shows the error.
  func objects(
    _ query: BrowseQuery, name: String? = nil, pick: ((NSManagedObject) -> Void)? = nil
  ) throws -> ObjectsPane {
    try ObjectsPane(query, in: store, name: name, report: { [weak self] in self?.status = .error($0) }, pick: pick)
  }

  func show(_ pane: any BrowsePane) {
    panes.append(pane)
    status = nil
  }

  /// Closes the shown pane, except the first one.
  func back() {
    guard panes.count > 1 else { return status = .note("This is the first list. q quits.") }
    panes.removeLast()
    pane.refresh()
  }

  /// Performs a closure and shows its error in the status line.
  ///
  /// - Returns: whether the closure threw nothing.
  @discardableResult
  func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      status = .error(error)
      return false
    }
  }

  /// Quits, or first asks what to do with unsaved changes.
  func quit() {
    guard store.canEdit, store.context.hasChanges, !isAsking else { return isDone = true }
    isAsking = true
  }

  /// The status to show. An unanswered question replaces all other notes.
  var shownStatus: BrowseStatus? {
    isAsking ? .note("There are changes that are not saved. s saves them, d drops them, Esc stays.") : status
  }

  /// Handles the answer to the question about unsaved changes. It ignores keys that the question does not name, because
  /// the user may have typed them before seeing it.
  func answer(_ key: TerminalKey) {
    switch key {
    case .character("s"):
      isAsking = false
      status = nil
      save()
      if !store.context.hasChanges { isDone = true }
    case .character("d"): isDone = true
    case .escape: isAsking = false
    default: break
    }
  }

  /// Ends without a question, as when the terminal is gone.
  func end() { isDone = true }
}

/// The text of the status line.
struct BrowseStatus: Equatable {
  let text: String
  let isError: Bool

  static func note(_ text: String) -> BrowseStatus { BrowseStatus(text: text, isError: false) }

  /// A line of the log, without the time and process with which `NSLog` begins it.
  static func log(_ line: String) -> BrowseStatus {
    let begin = line.first?.isNumber == true ? line.range(of: "] ")?.upperBound : nil
    return BrowseStatus(text: String(line[(begin ?? line.startIndex)...]).printable, isError: true)
  }

  static func error(_ error: any Error) -> BrowseStatus {
    BrowseStatus(text: StoreLocation.withoutSecrets(describe(error)).printable, isError: true)
  }
}
