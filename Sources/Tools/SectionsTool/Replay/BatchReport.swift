import CoreData
import Foundation
import SectionedFetchedResults

/// Prints the calls that a session's delegate received in a batch, and the list after it.
struct BatchReport {
  let session: ReplaySession
  let json: Bool
  let output: Output

  func print(batch index: Int) async throws {
    let (session, output) = (session, output)
    if json {
      try await session.reading { events, controller in
        let events = try events.map { try $0.json(session.names) }
        try output.write("{\"batch\":\(index),\"events\":\(JSON.array(events).text),\"visible\":")
        try VisibleList(controller: controller, source: session.source, names: session.names, output: output).write()
      }
      try output.line(session.source.store.guessMember + "}")
    } else {
      let terminal = output.terminal
      try output.line(terminal.styled("batch \(index)", .bold))
      let (lines, summary) = try await session.reading { events, controller in
        (
          try events.map { try $0.lines(title: session.title, terminal: terminal, limit: ChangeLines.limit) },
          try ListTotals(of: controller, source: session.source).text
        )
      }
      if lines.isEmpty { try output.line("  nothing was reported") }
      for line in lines.joined() { try output.line(line) }
      try output.line("  now \(summary)")
    }
    try output.flush()
  }

  /// Prints, after the last batch, what the list omits and the option that shows it.
  func end() async throws {
    guard !json else { return }
    if let note = try await session.leftOut() { try output.line(note) }
  }
}

extension ReplaySession {
  /// A sentence about the items that are omitted because they have no section; nil if there are none.
  func leftOut() async throws -> String? {
    try await read { try ListTotals(of: $0, source: self.source).leftOut }
  }

  /// The name of an object for the user: its name in the script, or its title.
  func title(_ id: NSManagedObjectID?) throws -> String {
    guard let id else { return "without a section" }
    let name = names.text(of: id)
    if name.hasPrefix("$") { return name.printable }
    guard let object = try context.objectIfThere(with: id) else { return ObjectTitle.shortName(of: id) }
    return try ObjectTitle.text(of: object)
  }

  /// The counts of the list as text.
  func summary() async throws -> String {
    try await read { controller in
      try ListTotals(of: controller, source: self.source).text
    }
  }
}
