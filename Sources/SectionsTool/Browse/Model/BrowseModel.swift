import CoreData
import SectionedTerminal

/// What the browser shows and does, without a screen: lists and details, one on the other, a line to type in, a status.
///
/// Nothing is thrown: what fails stands in the status line.
@MainActor
final class BrowseModel {
  let store: BrowseStore
  /// The options that the lists begin with.
  let options: ListOptions
  /// The last one is shown.
  var panes: [any BrowsePane] = []
  /// What is typed into; nil for nothing.
  var prompt: BrowsePrompt?
  /// What is done with what was typed.
  var typed: (String) -> Void = { _ in }
  /// Whether it was asked what becomes of changes that are not saved.
  private(set) var isAsking = false
  var status: BrowseStatus?
  private(set) var isDone = false
  /// The story of the demonstration; nil outside of it.
  var story: BrowseStory?
  /// What is to be searched for when no more keys wait, or one acts on the list.
  var wantedSearch: String?

  /// - Throws: what is wrong with the list that the options name.
  init(_ options: ListOptions, in store: BrowseStore, story: BrowseStory? = nil) throws {
    (self.options, self.store, self.story) = (options, store, story)
    if options.items.isEmpty {
      panes = [entityMenu()]
    } else {
      panes = [try objects(BrowseQuery(options, entity: store.store.entity(options.items, for: "items")))]
    }
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
    case .withEdit: store.canEdit
    case .inTheDemo: story != nil
    }
  }

  /// A list of objects. What cannot be read in it stands in the status line.
  func objects(
    _ query: BrowseQuery, name: String? = nil, pick: ((NSManagedObject) -> Void)? = nil
  ) throws -> ObjectsPane {
    try ObjectsPane(query, in: store, name: name, report: { [weak self] in self?.status = .error($0) }, pick: pick)
  }

  func show(_ pane: any BrowsePane) {
    panes.append(pane)
    status = nil
  }

  /// Shows what is beneath. The last one stays.
  func back() {
    guard panes.count > 1 else { return status = .note("This is the first list. q quits.") }
    panes.removeLast()
    pane.refresh()
  }

  /// Does something that may fail.
  ///
  /// - Returns: whether it did not.
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

  /// Ends, or asks what becomes of changes that are not saved.
  func quit() {
    guard store.canEdit, store.context.hasChanges, !isAsking else { return isDone = true }
    isAsking = true
  }

  /// What the last lines say: a question until it is answered, whatever happens meanwhile.
  var shownStatus: BrowseStatus? {
    isAsking ? .note("There are changes that are not saved. s saves them, d drops them, Esc stays.") : status
  }

  /// Takes the answer to what was asked. Only the keys that the question names are answers: another one may have been
  /// meant for something else.
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
