import CoreData
import Foundation
import SectionedTerminal

/// `sections browse` and `sections demo --browse`: the browser on the terminal of this process.
@MainActor
enum BrowseRun {
  /// The time between two checks for writes of other processes, in milliseconds, while no key is pressed.
  private static let patience = 200

  static func store(_ options: ListOptions, edit: Bool, given: [String], _ output: Output) async throws {
    try requireTerminal()
    let store = try ToolStore.open(
      options.store, model: options.model, access: edit ? .readWrite : .readOnly, inLittleMemory: true)
    if !options.items.isEmpty {
      let entity = try store.entity(options.items, for: "items")
      try BrowseOptions.require(given, for: BrowseGrouping(options.by, of: entity))
    }
    let model = try BrowseModel(options, in: try BrowseStore(store, path: options.store, canEdit: edit))
    if let note = store.guessNote { model.status = .note(note) }
    try await run(model)
  }

  static func demo(_ output: Output) async throws {
    try requireTerminal()
    let folder = RunFolder()
    let (store, options) = try await DemoCommand.world(in: folder)
    let model = try BrowseModel(
      options, in: try BrowseStore(store, path: nil, canEdit: false), story: BrowseStory())
    model.status = .note("The world's time zones: every country is a section. n plays the first step.")
    try await run(model)
    withExtendedLifetime(folder) {}
  }

  /// Shows a model until it is done.
  ///
  /// - Parameters:
  ///   - model: the browser's state.
  ///   - screen: the terminal.
  ///   - patience: the longest time to wait for a key before checking for writes of other processes, in milliseconds.
  ///   - takeLog: returns the last line that the process has logged since the previous call; nil if there is none.
  static func run(
    _ model: BrowseModel, on screen: any TerminalScreen, patience: Int = patience, takeLog: () -> String? = { nil }
  ) async {
    let drawing = BrowseScreen(model: model, screen: screen)
    var drawn: (revision: Int, status: BrowseStatus?)?
    while !model.isDone {
      // Drawing reads values, and logs those that cannot be read. Draw only after a change, so that nothing is logged
      // again.
      if drawn == nil || drawn?.revision != model.store.revision || drawn?.status != model.shownStatus {
        drawn = (model.store.revision, model.shownStatus)
        drawing.draw()
      }
      await screen.wait(upTo: patience)
      while !model.isDone, let key = screen.nextKey() {
        model.handle(key)
        drawn = nil
      }
      guard !model.isDone else { return }
      model.look()
      model.settle()
      if let line = takeLog() { model.status = .log(line) }
    }
  }

  private static func run(_ model: BrowseModel) async throws {
    let screen: CursesScreen
    do {
      screen = try CursesScreen()
    } catch CursesScreen.Failure.unknownTerminal(let kind) {
      throw ToolError.data("'\(kind)' is no terminal that can be drawn on; 'sections list' prints a list anywhere.")
    } catch {
      throw noTerminal
    }
    defer { screen.end() }
    model.copy = { TerminalClipboard.copy($0) }
    screen.keepErrors()
    await run(model, on: screen) { screen.takeLastError() }
  }

  private static func requireTerminal() throws {
    guard isatty(STDIN_FILENO) != 0, isatty(STDOUT_FILENO) != 0 else { throw noTerminal }
  }

  private static let noTerminal = ToolError.data(
    "The browser needs a terminal for its input and its output; 'sections list' prints a list anywhere.")
}
