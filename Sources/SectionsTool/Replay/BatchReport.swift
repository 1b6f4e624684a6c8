import CoreData
import Foundation
import SectionedFetchedResults

/// Prints what a session's delegate heard in a batch, and the list after it.
struct BatchReport {
  let session: ReplaySession
  let json: Bool
  let output: Output

  func print(batch index: Int) async throws {
    let session = session
    if json {
      let events = try await session.events { try $0.json(session.names) }
      let visible = try await session.read { controller in
        let rows = session.source.visibleRows(controller)
        return zip(session.source.shown(controller), rows).map { $0.visibleJSON(session.names, $1) }
      }
      try output.line(
        JSON.object([("batch", .integer(index)), ("events", .array(events)), ("visible", .array(visible))]).text)
    } else {
      let terminal = output.terminal
      try output.line(terminal.styled("batch \(index)", .bold))
      let lines = try await session.events { $0.lines(title: session.title, terminal: terminal) }
      if lines.isEmpty { try output.line("  nothing was reported") }
      for line in lines.joined() { try output.line(line) }
      let summary = try await session.summary()
      try output.line("  now \(summary)")
    }
    try output.flush()
  }
}

extension ListSource {
  /// Of each section what was asked for by `--show` and `--section-show`, to stand beside the rest.
  fileprivate func visibleRows(_ controller: Controller) -> [[(key: String, value: JSON)]] {
    controller.allSections.map { section in
      var members: [(key: String, value: JSON)] = []
      if options.sectionShow != nil {
        members.append(("title", .optional(section.object.flatMap(ObjectTitle.name))))
        members.append(("values", section.object.map(sectionColumns.json) ?? .null))
      }
      if options.show != nil { members.append(("rows", .array((section.items ?? []).map(row)))) }
      return members
    }
  }
}

extension ShownSection {
  /// A section as `replay` and `watch` print it after a batch.
  func visibleJSON(_ names: ObjectNames, _ more: [(key: String, value: JSON)] = []) -> JSON {
    .object(
      [
        ("object", .optional(object.map(names.text))), ("items", .array(items.map { .string(names.text(of: $0)) })),
      ] + more)
  }
}

extension ReplaySession {
  /// What a person would call an object of the context: its name in the script, or its title.
  func title(_ id: NSManagedObjectID?) -> String {
    guard let id else { return "without a section" }
    let name = names.text(of: id)
    if name.hasPrefix("$") { return name }
    guard let object = try? context.existingObject(with: id) else { return ObjectTitle.shortName(of: id) }
    return ObjectTitle.text(of: object)
  }

  /// The list's size in words.
  func summary() async throws -> String {
    try await read { controller in
      try ListTotals(of: controller, source: self.source).text
    }
  }
}
