import CoreData
import Foundation
import SectionedFetchedResults

/// `sections demo`: shows the world's time zones as a list, then edits them, with the calls of a delegate after each
/// step.
struct DemoCommand {
  /// The HTML file to write; nil for none.
  var html: String?
  /// The place where the store is created and each step saved; nil for a temporary store.
  var place: StoreLocation?

  init(html: String?, store: String?) throws {
    self.html = html
    place = try store.map { try StoreLocation($0) }
  }

  func run(_ output: Output) async throws {
    if let html { try HTMLPage.check(html) }
    let folder = RunFolder()
    let (store, options) = if let place { try await Self.world(at: place) } else { try await Self.world(in: folder) }
    let session = try await ReplaySession(source: try ListSource(options, in: store), keepsLists: html != nil)
    var page: PageRecorder<PageSource>?
    if html != nil { page = await PageRecorder(try await session.pageList(), title: "The world's time zones") }

    let terminal = output.terminal
    try output.line(
      terminal.styled("The world's time zones: every country is a section, with or without zones.", .bold))
    try output.line()
    try await session.printCompactList(output)
    for step in DemoStep.story {
      try output.line()
      if place != nil { try waitForReturn(output) }
      try output.line(terminal.styled(step.title, .bold))
      try await session.play(step)
      if let page { await page.play(step.title, try await session.pageEvents()) }
      let lines = try await session.events { try $0.lines(title: session.title, terminal: terminal) }
      for line in lines.joined() { try output.line(line) }
      // Save after printing the report, because a saved object no longer has the temporary ID that the list reported.
      if place != nil { try await session.save() }
      try output.flush()
    }
    try output.line()
    let summary = try await session.summary()
    try output.line("At the end: \(summary).")
    guard let html else { return }
    try output.flush()
    try await page?.page.write(to: html)
  }

  /// Waits for the return key, so that the user can look at another process that follows the store.
  private func waitForReturn(_ output: Output) throws {
    guard isatty(STDIN_FILENO) != 0, output.terminal.width != nil else { return }
    try output.line(output.terminal.styled("The return key plays the next step.", .dim))
    try output.flush()
    _ = readLine()
  }

  /// Creates the demonstration's store in a folder. Returns it with the options of its list.
  static func world(in folder: RunFolder) async throws -> (ToolStore, ListOptions) {
    try await world(at: StoreLocation(folder.make().appendingPathComponent("World.sqlite").path))
  }

  /// Creates the demonstration's store at a place that has no store yet.
  private static func world(at place: StoreLocation) async throws -> (ToolStore, ListOptions) {
    let store = try ToolStore.create(WorldModel.make(), at: place)
    let filling = store.newContext()
    try await filling.perform { try WorldStore.fill(filling) }
    var options = ListOptions()
    options.items = "Zone"
    options.by = "country.code"
    options.sort = [.init(key: "name", ascending: true)]
    options.sectionSort = [.init(key: "name", ascending: true)]
    return (store, options)
  }
}

extension ReplaySession {
  /// Prints one line for each section, with its items in the same line.
  fileprivate func printCompactList(_ output: Output) async throws {
    let terminal = output.terminal
    let lines = try await read { controller in
      var table = Table([.right, .left, .right, .left])
      for (index, section) in controller.allSections.enumerated() {
        let names = (section.items ?? []).compactMap { $0.value(forKey: "name") as? String }
        let title = section.object?.value(forKey: "name") as? String ?? ""
        table.add(
          [
            "\(index)", title, names.isEmpty ? "–" : "\(names.count)",
            names.isEmpty ? "no zone" : names.joined(separator: ", "),
          ],
          style: names.isEmpty ? .yellow : nil)
      }
      return table.lines(for: terminal)
    }
    for line in lines { try output.line(line) }
    try output.line()
    let size = try await summary()
    try output.line(size)
  }

  /// Performs a step's edits and processes them as one event.
  func play(_ step: DemoStep) async throws {
    try await context.perform {
      try step.edit(DemoEditor(context: self.context))
      self.context.processPendingChanges()
    }
    await settle()
  }

  /// Saves a step. Discards the event in which permanent IDs replace temporary ones, because it is no step of the
  /// story.
  fileprivate func save() async throws {
    try await context.perform { try self.context.save() }
    await settle()
    _ = try await events { _ in () }
  }
}
