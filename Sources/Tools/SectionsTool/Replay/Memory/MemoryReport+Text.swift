import SectionedChanges
import SectionedDataSources

extension MemoryReport {
  func printText(_ index: Int, _ anomalies: [ReportedAnomaly]) throws {
    let terminal = output.terminal
    let origin = session.update.map { $0.origin == .program ? "" : ", \($0.origin)" } ?? ""
    try output.line(terminal.styled("batch \(index)\(origin)", .bold))
    if let update = session.update {
      for line in lines(update, terminal: terminal, limit: ChangeLines.limit) { try output.line(line) }
    }
    for reported in anomalies {
      let (kind, message) = (reported.anomaly.kind.rawValue, reported.anomaly.message.printable)
      let line = terminal.cut("  \(reported.isRefusal ? "refused" : "anomaly")  \(kind)  \(message)")
      try output.line(terminal.styled(line, reported.isRefusal ? .dim : .yellow))
    }
    if session.update == nil, anomalies.isEmpty { try output.line("  nothing was reported") }
    let list = session.list.snapshot
    let empty = list.sections.count { $0.items.isEmpty }
    let size = "\(ListTotals.count(list.numberOfSections, "section")), \(empty) empty"
    try output.line("  now \(size); \(ListTotals.count(list.numberOfItems, "item"))")
    if list.numberOfSections > 0 { try output.line(terminal.cut("  " + text(list))) }
  }

  /// Returns the list on one line, as `A: a1 a2 | B:`.
  private func text(_ list: ScriptList.Snapshot) -> String {
    list.sections.map { section in
      (["\(section.id):"] + section.items.map { "\($0.id)" }).joined(separator: " ").printable
    }.joined(separator: " | ")
  }

  /// Returns a line for each change, in the order in which a delegate would receive them.
  ///
  /// - Parameters:
  ///   - update: the update with the changes.
  ///   - terminal: the terminal, which cuts and styles lines.
  ///   - limit: the largest number of changes with their own lines. One more line summarizes the rest.
  func lines(_ update: MemorySession.Update, terminal: Terminal, limit: Int = .max) -> [String] {
    let calls = update.changes.classicCallbacks(.faithful)
    let sections = calls.sections.prefix(limit)
    let items = calls.items.prefix(limit - sections.count)
    let (before, after) = (session.before, MemorySession.Version(session.list))
    var table = Table([.left, .left, .left, .left])
    for call in sections {
      let title: String
      switch call.subject {
      case .gone(let id): title = text(id, before.title(ofSection: id))
      case .present(let index):
        let id = update.new.sections[index].id
        title = text(id, after.title(ofSection: id))
      }
      table.add(["  section"] + cells(call, title) { "\($0)" }, style: call.kind.style)
    }
    for call in items {
      let title: String
      switch call.subject {
      case .gone(let id): title = text(id, before.title(of: id))
      case .present(let place):
        let id = update.new[place].id
        title = text(id, after.title(of: id))
      }
      table.add(["  item"] + cells(call, title) { "[\($0.section),\($0.item)]" }, style: call.kind.style)
    }
    let rest: [(noun: String, kind: String)] =
      calls.sections.dropFirst(sections.count).map { (noun: "section", kind: "\($0.kind)") }
      + calls.items.dropFirst(items.count).map { (noun: "item", kind: "\($0.kind)") }
    return table.lines(for: terminal) + [ChangeLines.summary(of: rest, terminal: terminal)].compactMap { $0 }
  }

  private func cells<Place, ID>(
    _ call: ClassicCallback<Place, ID>, _ title: String, place: (Place) -> String
  ) -> [String] {
    ["\(call.kind)", [call.old, call.new].compactMap { $0.map(place) }.joined(separator: " → "), title]
  }

  private func text(_ id: MemorySession.Name, _ title: String?) -> String {
    let name = id.description.printable
    return title.map { "\($0.printable)  (\(name))" } ?? name
  }
}

extension ClassicCallback.Kind {
  fileprivate var style: Terminal.Style {
    switch self {
    case .insert: .green
    case .delete: .red
    case .move: .yellow
    case .update: .cyan
    }
  }
}
