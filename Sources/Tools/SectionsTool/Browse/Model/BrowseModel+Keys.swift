import CoreData
import SectionedTerminal

extension BrowseModel {
  /// Performs the action of a key.
  func handle(_ key: TerminalKey) {
    if ![.resize, .endOfInput].contains(key) { pane.list.clearMarks() }
    switch key {
    // Ctrl-C acts here as its signal does in most terminals.
    case .endOfInput, .control("c"): end()
    case .resize: break
    case _ where isAsking: answer(key)
    case _ where prompt != nil: type(key)
    // Refuse pasted text, because its characters would act as keys.
    case .paste: status = .note("There is nothing to paste into here.")
    default:
      status = nil
      act(key)
    }
  }

  private func act(_ key: TerminalKey) {
    // The key acts on the list that the pending search shows, because a user who types ahead expects that list. If the
    // search fails, the key has no effect, unless it opens a line to type in, which receives the following keys.
    guard makeWantedSearch() || BrowseKey.command(for: key)?.opensLine == true else { return }
    if let command = BrowseKey.command(for: key) { perform(command) } else { use(pane.list.handle(key)) }
  }

  /// Performs the pending search, if there is one.
  ///
  /// - Returns: false if the search failed.
  @discardableResult
  private func makeWantedSearch() -> Bool {
    guard let text = wantedSearch else { return true }
    wantedSearch = nil
    return attempt { try pane.search(for: text) }
  }

  /// Does the work that waits until no more keys are pending. So a fast typist causes only one search.
  func settle() {
    makeWantedSearch()
    if store.context.hasChanges { store.context.processPendingChanges() }
    pane.refresh()
    if let report = store.takeReports().last { status = BrowseStatus(text: report.printable, isError: true) }
  }

  /// Merges changes that other processes have written.
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
      // A key that moves the cursor ends the typing.
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
    case .moveDown: moveItem(isDown: true)
    case .moveUp: moveItem(isDown: false)
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

  /// Opens a line that ignores its text. A command that usually asks for text opens it if it cannot, so that the text
  /// which the user goes on typing does not act as keys.
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
  /// Whether the key inserts, deletes or moves within a text.
  fileprivate var isText: Bool {
    switch self {
    case .character, .paste, .backspace, .delete, .left, .right: true
    default: false
    }
  }
}
