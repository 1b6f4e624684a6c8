import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

/// The cost of an event with a presenter and with a table, and the cost of an import while the table is off screen.
enum ViewCases {
  static var all: [Benchmark] { [presenter, table, offScreen] }

  private static let eventsPerRepetition = 20
  private typealias Source = FetchedDataSource<NSManagedObject, Book>

  /// The cost of an event up to the view's batch update, through a source and a presenter, compared with the
  /// controller's event alone.
  private static var presenter: Benchmark {
    Benchmark.ratio("view.presenter", atMost: 2.5, repetitions: 30) { workspace in
      try MainActor.assumeIsolated {
        let library = try workspace.library(.million)
        let alone = try LiveList(library, onMain: true)
        let shown = try LiveList(library, onMain: true)
        let presenter = ListPresenter(try source(of: shown))
        let view = CountingView()
        presenter.view = view
        return ItemEdit.allCases.map { edit in
          Comparison(size: "\(library.shape.size), one \(edit.rawValue)") {
            try mean(of: alone, edit)
          } ours: {
            let before = view.count
            let duration = try mean(of: shown, edit)
            guard view.count >= before + eventsPerRepetition else { throw BenchmarkError("The view was not updated.") }
            keep(presenter)
            return duration
          }
        }
      }
    }
  }

  /// The same with a table. The baseline is the controller's event, and a batch in a table that has its counts in
  /// memory, because a table asks for the counts of all sections after each batch.
  private static var table: Benchmark {
    Benchmark.ratio("view.table", atMost: 1.5, repetitions: 10) { workspace in
      try MainActor.assumeIsolated {
        let library = try workspace.library(.million)
        let alone = try LiveList(library, onMain: true)
        let shown = try LiveList(library, onMain: true)
        let source = try source(of: shown)
        let (plain, bound) = (TableScreen(), TableScreen())
        let counts = CountedTable(source.snapshot.sections.map(\.items.count))
        plain.table.dataSource = counts
        plain.table.layoutIfNeeded()
        let binding = TableBinding(source, in: bound.table, rules: rules)
        bound.table.layoutIfNeeded()
        return ItemEdit.allCases.map { edit in
          Comparison(size: "\(library.shape.size), one \(edit.rawValue), table") {
            try mean(of: alone, edit) + timed { counts.change(in: plain.table) }.duration
          } ours: {
            let duration = try mean(of: shown, edit)
            keep((binding, bound))
            return duration
          }
        }
      }
    }
  }

  /// The cost of ten thousand changes while the table is off screen, compared with a reload of the table.
  private static var offScreen: Benchmark {
    Benchmark.ratio("view.offscreen", atMost: 1.2, repetitions: 10) { workspace in
      try MainActor.assumeIsolated {
        let library = try workspace.library(.million)
        let alone = try LiveList(library, onMain: true)
        let shown = try LiveList(library, onMain: true)
        let hidden = try source(of: alone)
        let source = try source(of: shown)
        let reloaded = UITableView(frame: TableScreen.frame, style: .plain)
        let table = UITableView(frame: TableScreen.frame, style: .plain)
        let counts = CountedTable(source.snapshot.sections.map(\.items.count))
        reloaded.dataSource = counts
        let binding = TableBinding(source, in: table, rules: rules)
        return [
          Comparison(size: "10k changes of \(library.shape.size), off screen") {
            let event = try alone.measure { _ = $0.performMixedEdits(10_000) }
            keep(hidden)
            return event + timed { reloaded.reloadData() }.duration
          } ours: {
            let duration = try shown.measure { _ = $0.performMixedEdits(10_000) }
            keep(binding)
            return duration
          }
        ]
      }
    }
  }

  @MainActor
  private static var rules: ListRules {
    var rules = ListRules()
    rules.add(ViewRule(.cell, UITableViewCell.self, for: Book.self) { _, book, _ in keep(book) })
    return rules
  }

  @MainActor
  private static func source(of list: LiveList) throws -> Source {
    guard let controller = list.controller else { throw BenchmarkError("The list has no controller.") }
    return Source(controller)
  }

  private static func mean(of list: LiveList, _ edit: ItemEdit) throws -> Duration {
    try (0..<eventsPerRepetition).reduce(.zero) { sum, _ in try sum + list.measure { edit.perform($0) } }
      / eventsPerRepetition
  }
}
