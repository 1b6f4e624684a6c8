import CoreData
import Foundation
import SectionedFetchedResults

/// `sections replay`: makes a script's edits on a copy of a store and tells what a delegate hears.
struct ReplayCommand {
  let options: ListOptions
  let script: String
  let inPlace: Bool

  func run() async throws {
    let script = try Script.read(script)
    let folder = TemporaryFolder()
    let store =
      inPlace
      ? try ToolStore.open(options.store, model: options.model, access: .readWrite)
      : try ToolStore.copy(options.store, model: options.model, into: folder.make())
    let session = try await ReplaySession(source: try ListSource(options, in: store))
    var progress = Progress("batch")
    for (index, batch) in script.batches.enumerated() {
      do {
        try await session.play(batch)
      } catch let error as ToolError {
        throw ToolError.data("Batch \(index): \(error.message)")
      }
      try await report(index, session)
      try await session.compareWithFreshFetches(batch: index)
      progress.update(index + 1, of: script.batches.count)
    }
    progress.end()
  }

  private func report(_ index: Int, _ session: ReplaySession) async throws {
    if options.json {
      let events = try await session.events { try $0.json(session.names) }
      let visible = try await session.read { controller in
        session.source.shown(controller).map { $0.visibleJSON(session.names) }
      }
      printLine(
        JSON.object([("batch", .integer(index)), ("events", .array(events)), ("visible", .array(visible))]).text)
    } else {
      printLine(Terminal.standard.styled("batch \(index)", .bold))
      let lines = try await session.events { $0.lines(title: session.title) }
      if lines.isEmpty { printLine("  nothing was reported") }
      for line in lines.joined() { printLine(line) }
      printLine("  now " + (try await session.summary()))
    }
  }
}

extension ShownSection {
  /// A section as `replay` and `watch` print it after a batch.
  func visibleJSON(_ names: ObjectNames) -> JSON {
    .object([
      ("object", .optional(object.map(names.text))), ("items", .array(items.map { .string(names.text(of: $0)) })),
    ])
  }
}

extension ReplaySession {
  /// What a person would call an object of the context: its name in the script, or its title.
  func title(_ id: NSManagedObjectID?) -> String {
    guard let id else { return "without a section" }
    let name = names.text(of: id)
    if name.hasPrefix("$") { return name }
    guard let object = try? context.existingObject(with: id) else { return id.uriRepresentation().lastPathComponent }
    return ObjectTitle.text(of: object)
  }

  /// The list's size in words.
  func summary() async throws -> String {
    try await read { controller in
      let sections = controller.allSections
      let empty = sections.filter { $0.numberOfObjects == 0 }.count
      return "\(sections.count) sections, \(empty) empty; \(controller.items.count) items"
    }
  }
}
