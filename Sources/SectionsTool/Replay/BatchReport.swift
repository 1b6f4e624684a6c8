import CoreData
import Foundation
import SectionedFetchedResults

/// Prints what a session's delegate heard in a batch, and the list after it.
struct BatchReport {
  let session: ReplaySession
  let json: Bool

  func print(batch index: Int) async throws {
    let session = session
    if json {
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
