import Foundation
import SectionedChanges
import SectionedDataSources

/// Prints the update of a list in memory after a batch, and the list.
struct MemoryReport {
  let session: MemorySession
  let json: Bool
  let output: Output

  func print(batch index: Int) throws {
    let anomalies = session.takeAnomalies()
    if json {
      let list = session.list.snapshot
      try output.line(
        JSON.object([
          ("batch", .integer(index)), ("events", .array(try session.update.map { [try event($0)] } ?? [])),
          ("anomalies", .array(anomalies.map(\.json))), ("visible", .array(list.sections.map(section))),
        ]).text)
    } else {
      try printText(index, anomalies)
    }
    try output.flush()
  }

  private func event(_ update: MemorySession.Update) throws -> JSON {
    let plan = try UpdatePlan(update.changes, new: update.new.outline)
    return .object([
      ("origin", .string("\(update.origin)")),
      (
        "changes",
        try JSON(encoding: ChangesDocument(update.changes, sectionName: \.description, itemName: \.description))
      ),
      ("plan", try JSON(encoding: PlanDocument(plan, sectionName: \.description, itemName: \.description))),
    ])
  }

  private func section(_ section: ScriptList.Snapshot.Section) -> JSON {
    let title = session.list.section(for: section.id)?.title
    let rows = section.items.map { item in
      JSON.object([
        ("object", .string(item.id.description)), ("title", .optional(session.list.item(for: item.id)?.title)),
      ])
    }
    return .object([
      ("object", .string(section.id.description)), ("title", .optional(title)),
      ("items", .array(section.items.map { .string($0.id.description) })), ("rows", .array(rows)),
    ])
  }
}

extension ReportedAnomaly {
  fileprivate var json: JSON {
    .object([
      ("kind", .string(anomaly.kind.rawValue)), ("message", .string(anomaly.message)), ("refused", .bool(isRefusal)),
    ])
  }
}
