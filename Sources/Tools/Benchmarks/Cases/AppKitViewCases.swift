#if SECTIONED_APPKIT_DOUBLE
  import AppKit
  import CoreData
  import SectionedAppKit
  import SectionedChanges
  import SectionedDataSources
  import SectionedViews

  /// The cost of an event with a binding to one of AppKit's views. The baseline is the event without a view, and a
  /// batch in a plain view that has its counts in memory. The plain view is also asked for its selection and its edited
  /// row, because the double of AppKit searches all rows for them.
  enum AppKitViewCases {
    static var all: [Benchmark] { [table, collection, outline] }

    private static let eventsPerRepetition = 10
    private typealias Source = FetchedDataSource<NSManagedObject, Book>

    /// 1.2 times the bound of `view.table`.
    private static let bound = 1.8

    private static var table: Benchmark {
      benchmark("view.appkit.table") { source in
        let (plain, shown) = (CountedRows(source), NSTableView(frame: .zero))
        let screens = [RowsWindow(plain.table), RowsWindow(shown)]
        plain.show()
        let binding = TableBinding(source, in: shown, rules: cells(NSTableCellView.self))
        binding.presenter.animationLimit = 10_000
        screens[1].window.layoutIfNeeded()
        return ({ plain.change($0) }, { keep((binding, screens)) })
      }
    }

    private static var outline: Benchmark {
      benchmark("view.appkit.outline") { source in
        let (plain, shown) = (CountedItems(source), NSOutlineView(frame: .zero))
        let screens = [RowsWindow(plain.outline), RowsWindow(shown)]
        plain.show()
        let binding = OutlineBinding(source, in: shown, rules: cells(NSTableCellView.self))
        binding.presenter.animationLimit = 10_000
        screens[1].window.layoutIfNeeded()
        return ({ plain.change($0) }, { keep((binding, screens)) })
      }
    }

    private static var collection: Benchmark {
      benchmark("view.appkit.collection") { source in
        let (plain, shown) = (CountedCollection(source), NSCollectionView(frame: .zero))
        shown.collectionViewLayout = NSCollectionViewFlowLayout()
        let windows = [NSWindow(scrolling: plain.view), NSWindow(scrolling: shown)]
        plain.show()
        let binding = CollectionBinding(source, in: shown, rules: cells(NSCollectionViewItem.self))
        binding.presenter.animationLimit = 10_000
        windows[1].layoutIfNeeded()
        return ({ plain.change($0) }, { keep((binding, windows)) })
      }
    }

    @MainActor
    private static func cells<View: AnyObject>(_ type: View.Type) -> ListRules {
      var rules = ListRules()
      rules.add(ViewRule(.cell, type, for: Book.self) { _, book, _ in keep(book) })
      return rules
    }

    /// A benchmark of one kind of view.
    ///
    /// - Parameter views: makes a plain view, and a view that a binding fills from the source. It returns a closure
    ///   that changes a number of rows of the plain view, and a closure that keeps both views alive.
    private static func benchmark(
      _ name: String, _ views: @escaping @MainActor (Source) -> (@MainActor (Int) -> Void, @MainActor () -> Void)
    ) -> Benchmark {
      Benchmark.ratio(name, atMost: bound, repetitions: 10) { workspace in
        try MainActor.assumeIsolated {
          let library = try workspace.library(.hundredThousand)
          let alone = try LiveList(library, onMain: true)
          let shown = try LiveList(library, onMain: true)
          guard let controller = shown.controller else { throw BenchmarkError("The list has no controller.") }
          let (change, keepViews) = views(Source(controller))
          let single = ItemEdit.allCases.map { edit in
            Comparison(size: "\(library.shape.size), one \(edit.rawValue)") {
              try mean(of: alone) { edit.perform($0) }
                + timed { MainActor.assumeIsolated { change(1) } }.duration
            } ours: {
              let duration = try mean(of: shown) { edit.perform($0) }
              MainActor.assumeIsolated { keepViews() }
              return duration
            }
          }
          return single + [
            Comparison(size: "1k changed rows of \(library.shape.size)") {
              try alone.measure { _ = $0.performMixedEdits(1_000) }
                + timed { MainActor.assumeIsolated { change(1_000) } }.duration
            } ours: {
              let duration = try shown.measure { _ = $0.performMixedEdits(1_000) }
              MainActor.assumeIsolated { keepViews() }
              return duration
            }
          ]
        }
      }
    }

    private static func mean(of list: LiveList, _ edit: (LiveList) -> Void) throws -> Duration {
      try (0..<eventsPerRepetition).reduce(.zero) { sum, _ in try sum + list.measure(edit) } / eventsPerRepetition
    }
  }
#else
  /// Without the double of AppKit there is no view to measure.
  enum AppKitViewCases {
    static var all: [Benchmark] { [] }
  }
#endif
