import CoreData
import SectionedTerminal

extension BrowseModel {
  /// Performs the action of a key.
  func handle(_ key: TerminalKey) {
    if ![.resize, .endOfInput].contains(key) { pane.list.clearMarks() }
    switch key {
    // As for the signal that most terminals send for Ctrl-C.
    case .endOfInput, .control("c"): end()
    case .resize: break
    case _ where isAsking: answer(key)
    case _ where prompt != nil: type(key)
    // A paste is refused, because its characters would act as keys.
    case .paste: status = .note("There is nothing to paste into here.")
    default:
      status = nil
      act(key)
    }
  }

  private func act(_ key: TerminalKey) {
    // The key acts on the list of the wanted search, or not at all: a person who types ahead expects that list. A line
    // to type in is opened all the same, for what follows is its text.
    guard makeWantedSearch() || BrowseKey.command(for: key)?.opensLine == true else { return }
    if let command = BrowseKey.command(for: key) { perform(command) } else { use(pane.list.handle(key)) }
  }

  /// Makes the search that was typed.
  ///
  /// - Returns: false where it failed.
  @discardableResult
  private func makeWantedSearch() -> Bool {
    guard let text = wantedSearch else { return true }
    wantedSearch = nil
    return attempt { try pane.search(for: text) }
  }

  /// Does the work that waits until no more keys are pending: a search is made once, however fast a person types.
  func settle() {
    makeWantedSearch()
    if store.context.hasChanges { store.context.processPendingChanges() }
    pane.refresh()
    if let report = store.takeReports().last { status = BrowseStatus(text: report.printable, isError: true) }
  }

  /// Takes over changes that other processes wrote.
  func look() {
    attempt {
      guard let isMerged = try store.look() else { return }
      if !isMerged { for case let pane as ObjectsPane in panes { try pane.fetchAgain() } }
      if status?.isError != true { status = .note("Another process wrote to the store.") }
    }
  }

  private func use(_ reply: TerminalListReply) {
    guard case .chosen(let cursor) = reply else { return }
    if let pane = pane as? RowsPane {
      if let row = pane.row { pane.choose(row) }
    } else if let pane = objectsPane {
      if let pick = pane.pick {
        if let item = pane.item { pick(item) }
      } else if let object = pane.object {
        showDetails(of: object)
      } else if case .header = cursor {
        status = .note("This section is no object.")
      }
    }
  }

  private func type(_ key: TerminalKey) {
    guard var prompt else { return }
    let reply = prompt.handle(key)
    self.prompt = prompt
    switch reply {
    case .edited: if prompt.isLive { typed(prompt.text) }
    case .moved: break
    case .ignored:
      let isMove = BrowseKey.command(for: key) == nil && !key.isText
      // Who moves the cursor does not type.
      if prompt.takesNothing, isMove { self.prompt = nil }
      if prompt.isLive || prompt.takesNothing && isMove, makeWantedSearch() { _ = pane.list.handle(key) }
    case .cancelled:
      self.prompt = nil
      if prompt.isLive { typed("") }
    case .done:
      self.prompt = nil
      typed(prompt.text)
    }
  }

  func ask(_ prompt: BrowsePrompt, _ typed: @escaping (String) -> Void) {
    self.prompt = prompt
    self.typed = typed
  }

  private func perform(_ command: BrowseCommand) {
    guard let condition = BrowseKey.all.first(where: { $0.command == command })?.condition, applies(condition) else {
      return refuse(command)
    }
    switch command {
    case .help: showHelp()
    case .quit: quit()
    case .interrupt: end()
    case .back: endSearchOrGoBack()
    case .entities: show(entityMenu())
    case .sections: showSectionsMenu()
    case .order: showOrderMenu()
    case .sectionOrder: showSectionOrderMenu()
    case .columns: showColumnsMenu()
    case .search: search()
    case .jump: jump()
    case .fetchAgain: fetchAgain()
    case .showValue: showValue()
    case .copyValue: copyValue()
    case .writeValue: writeValue()
    case .insert: insert()
    case .delete: delete()
    case .move: move()
    case .removeValue: removeValue()
    case .save: save()
    case .undo: undo()
    case .redo: redo()
    case .nextStep: nextStep()
    }
  }

  private func refuse(_ command: BrowseCommand) {
    guard let condition = BrowseKey.all.first(where: { $0.command == command })?.condition else { return }
    defer { if command.opensLine { askForNothing() } }
    switch condition {
    case .withEdit:
      let isGuessed = store.store.isGuessed
      status = .note(
        "The store is opened for reading only"
          + (isGuessed ? ": its model is guessed." : ". --edit opens it for edits."))
    case .inAList: status = .note("That is for lists of objects.")
    case .onAValue: status = .note("That is for the values of an object: Enter shows them.")
    case .inTheDemo, .always: break
    }
  }

  private func endSearchOrGoBack() {
    guard !pane.search.isEmpty else { return back() }
    attempt { try pane.search(for: "") }
  }

  private func search() {
    if let pane = objectsPane, !pane.query.canSearch {
      status = .note("Nothing of \(pane.query.entity.name ?? "") can be searched: it has no text, number or date.")
      return askForNothing()
    }
    ask(BrowsePrompt("Search: ", text: pane.search, isLive: true)) { [weak self] in self?.wantedSearch = $0 }
  }

  /// Opens a line whose text does nothing, where a command cannot take one: a person may type on, and what is typed must
  /// not act as keys.
  func askForNothing() {
    ask(BrowsePrompt("Esc goes on: ", takesNothing: true)) { _ in }
  }

  private func jump() {
    ask(BrowsePrompt("Jump to the section: ", isLive: true)) { [weak self] text in
      guard let self, !text.isEmpty else { return }
      let isFound = pane.list.jump(toTitle: text)
      status = isFound ? nil : .note("No section begins with “\(text)”.")
    }
  }

  private func fetchAgain() {
    attempt { try pane.fetchAgain() }
  }
}

extension TerminalKey {
  /// Whether the key is a part of typing a text.
  fileprivate var isText: Bool {
    switch self {
    case .character, .paste, .backspace, .delete, .left, .right: true
    default: false
    }
  }
}
