import CoreData
import Foundation
import SectionedTerminal

/// The state and the actions of the browser, without a screen: a stack of lists and details, a prompt, a status.
///
/// Actions throw nothing: the status line shows a failure.
@MainActor
final class BrowseModel {
  let store: BrowseStore
  /// The options that the lists begin with.
  let options: ListOptions
  /// The stack of panes. The last one is shown.
  var panes: [any BrowsePane] = []
  /// The prompt for text; nil for none.
  var prompt: BrowsePrompt?
  /// The closure that receives the typed text.
  var typed: (String) -> Void = { _ in }
  /// Whether the browser is asking what to do with unsaved changes.
  private(set) var isAsking = false
  var status: BrowseStatus?
  private(set) var isDone = false
  /// The story of the demonstration; nil outside of it.
  var story: BrowseStory?
  /// The text to search for when no more keys are pending, or before one acts on the list; nil for none.
  var wantedSearch: String?
  /// Copies a text to the clipboard; nil where there is no terminal that could.
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

  /// Says how many items the shown list leaves out because they have no section.
  func noteLeftOut() {
    attempt { if let note = try objectsPane?.leftOut() { status = .note(note) } }
  }

  var pane: any BrowsePane { panes[panes.count - 1] }

  /// The list of objects that is shown; nil where something else is.
  var objectsPane: ObjectsPane? { pane as? ObjectsPane }

  var detailsPane: DetailsPane? { pane as? DetailsPane }

  /// Whether a key means something now.
  func applies(_ condition: BrowseKey.Condition) -> Bool {
    switch condition {
    case .always: true
    case .inAList: objectsPane != nil
    case .onAValue: shownAttribute != nil
    case .withEdit: store.canEdit
    case .inTheDemo: story != nil
    }
  }

  /// Makes a list of objects. The status line shows that a row cannot be read.
  func objects(
    _ query: BrowseQuery, name: String? = nil, pick: ((NSManagedObject) -> Void)? = nil
  ) throws -> ObjectsPane {
    try ObjectsPane(query, in: store, name: name, report: { [weak self] in self?.status = .error($0) }, pick: pick)
  }

  func show(_ pane: any BrowsePane) {
    panes.append(pane)
    status = nil
  }

  /// Closes the shown pane. The first one stays.
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

  /// Ends, or asks what to do with unsaved changes.
  func quit() {
    guard store.canEdit, store.context.hasChanges, !isAsking else { return isDone = true }
    isAsking = true
  }

  /// The status to show: the question until it is answered, whatever happens meanwhile.
  var shownStatus: BrowseStatus? {
    isAsking ? .note("There are changes that are not saved. s saves them, d drops them, Esc stays.") : status
  }

  /// Takes the answer to the question. Only the keys that it names are answers, because another key may have been typed
  /// for something else.
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

  /// Ends at once: the terminal is gone.
  func end() { isDone = true }
}

/// The text of the status line.
struct BrowseStatus: Equatable {
  let text: String
  let isError: Bool

  static func note(_ text: String) -> BrowseStatus { BrowseStatus(text: text, isError: false) }

  /// A line of the log, without the time and the process that `NSLog` writes before it.
  static func log(_ line: String) -> BrowseStatus {
    let begin = line.first?.isNumber == true ? line.range(of: "] ")?.upperBound : nil
    return BrowseStatus(text: String(line[(begin ?? line.startIndex)...]).printable, isError: true)
  }

  static func error(_ error: any Error) -> BrowseStatus {
    BrowseStatus(text: StoreLocation.withoutSecrets(describe(error)).printable, isError: true)
  }
}
