import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting

/// The costs of lists in memory: single edits, batches, and the first content.
enum SourceCases {
  static var all: [Benchmark] { [edit, wrapped, batch, filter, compose, reload] }

  private struct Shelf: Identifiable, Equatable { let id: Int }

  private struct Book: Identifiable, Equatable {
    let id: Int
    var title: String
  }

  private typealias Source = MemoryList<Shelf, Book>
  private static let shape = LibraryShape.million
  /// The number of edits that are timed together. The baseline has filled the caches with its own data, so the time of
  /// a single edit would mostly be that of reading memory.
  private static let inARow = 50
  private static var perShelf: Int { shape.books / shape.shelves }

  private static func content() -> [SectionContent<Shelf, Book>] {
    (0..<shape.shelves).map { shelf in
      SectionContent(
        Shelf(id: shelf),
        items: (0..<perShelf).map { item in Book(id: shelf * perShelf + item, title: "Book \(item)") })
    }
  }

  /// The cost of an edit, including its update and the notification of an observer.
  private static var edit: Benchmark {
    Benchmark.ratio("source.edit", atMost: 0.1, repetitions: 50) { _ in
      let arrays = IdentifierArrays(count: shape.books)
      let source = Source(content())
      var notified = 0
      var next = 0
      let token = source.observe { _ in notified += 1 }
      var random = SeededRandom(seed: 1)
      return ["insertion", "deletion", "update", "move across"].map { kind in
        Comparison(size: "\(shape.size), one \(kind)") {
          try arrays.compare()
        } ours: {
          let edits = (0..<inARow).map { _ in
            let place = ItemPlace(section: random.below(shape.shelves), item: random.below(perShelf / 2))
            let target = ItemPlace(section: random.below(shape.shelves), item: random.below(perShelf / 2))
            next += 1
            return (place, target, number: next, old: source.item(at: place)?.id ?? 0)
          }
          let before = notified
          let duration = try timed {
            for (place, target, number, old) in edits {
              switch kind {
              case "insertion": try source.insert(Book(id: 2_000_000 + number, title: "new"), at: place)
              case "deletion": try source.remove(at: place)
              case "update": try source.update(Book(id: old, title: "\(number)"))
              default: try source.move(from: place, to: target)
              }
            }
          }.duration
          guard notified == before + inARow else {
            throw BenchmarkError("\(inARow) edits were reported \(notified - before) times.")
          }
          keep(token)
          return duration / inARow
        }
      }
    }
  }

  /// The cost of an edit, including the update of a composition. One of its lists is a filter of the edited list.
  private static var wrapped: Benchmark {
    Benchmark.ratio("source.wrapped", atMost: 0.25, repetitions: 50) { _ in
      let arrays = IdentifierArrays(count: shape.books)
      let source = Source(content())
      let filtered = FilteredDataSource(source, where: { $0.id % 2 == 0 })
      let other = Source([SectionContent(Shelf(id: -1), items: [Book(id: -1, title: "other")])])
      let composed = try ComposedDataSource([ChildSource(filtered), ChildSource(other)])
      var notified = 0
      var next = 2_000_000
      let token = composed.observe { _ in notified += 1 }
      var random = SeededRandom(seed: 4)
      return ["insertion", "deletion", "update", "move across"].map { kind in
        Comparison(size: "\(shape.size), one \(kind)") {
          try arrays.compare()
        } ours: {
          func somewhere() -> ItemPlace {
            ItemPlace(section: random.below(shape.shelves), item: random.below(perShelf / 4))
          }
          var taken: Set<Int> = []
          let edits = (0..<inARow).map { _ in
            // Picks an item that the filter shows and no other edit has, and a target in another section.
            var place = somewhere()
            while true {
              if let id = source.item(at: place)?.id, id % 2 == 0, taken.insert(id).inserted { break }
              place = somewhere()
            }
            var target = somewhere()
            while target.section == place.section { target = somewhere() }
            next += 2
            return (place, target, number: next, old: source.item(at: place)?.id ?? 0)
          }
          let before = notified
          let duration = try timed {
            for (place, target, number, old) in edits {
              switch kind {
              case "insertion": try source.insert(Book(id: number, title: "new"), at: place)
              case "deletion": try source.remove(old)
              case "update": try source.update(Book(id: old, title: "\(number)"))
              default: try source.move(old, to: target)
              }
            }
          }.duration
          guard notified == before + inARow else {
            throw BenchmarkError("\(inARow) edits were reported \(notified - before) times.")
          }
          keep((token, composed))
          return duration / inARow
        }
      }
    }
  }

  /// The cost of another search text, compared with asking Foundation about each item.
  private static var filter: Benchmark {
    Benchmark.ratio("source.filter", atMost: 0.4, repetitions: 7) { _ in
      let content = content()
      let source = Source(content)
      let found = FilteredDataSource(source) { book, query in
        query.matches(book.title)
      }
      found.text = "99"
      let token = found.observe { keep($0.changes.count) }
      var number = 10
      return [
        Comparison(size: "\(shape.size), 1 % found before and after") {
          let text = "\(number)"
          return timed {
            var count = 0
            for section in content {
              for book in section.items where book.title.localizedStandardContains(text) { count += 1 }
            }
            keep(count)
          }.duration
        } ours: {
          number = number % 80 + 11
          let text = "\(number)"
          let duration = timed { found.text = text }.duration
          guard found.numberOfItems == 10_000 else { throw BenchmarkError("\(found.numberOfItems) were found.") }
          keep(token)
          return duration
        }
      ]
    }
  }

  /// The bytes per item that a composition adds to a thousand lists of a thousand items each.
  private static var compose: Benchmark {
    Benchmark(name: "source.compose") { _ in
      let children = (0..<1_000).map { child in
        Source([
          SectionContent(
            Shelf(id: child), items: (0..<1_000).map { Book(id: child * 1_000 + $0, title: "Book \($0)") })
        ])
      }
      let before = try MallocUse.bytes()
      let composed = try ComposedDataSource(children.map { ChildSource($0) })
      let bytes = Double(try MallocUse.bytes() - before) / 1_000_000
      keep(composed)
      return [
        BenchmarkResult(
          name: "source.compose", size: "1k lists of 1k items", bound: 16, value: bytes, bytesPerRow: bytes)
      ]
    }
  }

  /// The cost of ten thousand edits in one update, compared with a difference of the arrays of each section that they
  /// change.
  private static var batch: Benchmark {
    Benchmark.ratio("source.batch", atMost: 2, repetitions: 7) { _ in
      let source = Source(content())
      var arrays = content().map { $0.items.map(\.id) }
      var random = SeededRandom(seed: 2)
      var edited: [[Int]] = []
      var next = 10_000_000
      return [
        Comparison(size: "\(shape.size), 10k edits") {
          edited = arrays
          for edit in 0..<10_000 {
            let shelf = random.below(shape.shelves)
            next += 1
            switch edit % 3 {
            case 0: edited[shelf].insert(next, at: random.below(edited[shelf].count + 1))
            case 1 where !edited[shelf].isEmpty: edited[shelf].remove(at: random.below(edited[shelf].count))
            default: edited[shelf].swapAt(0, edited[shelf].count - 1)
            }
          }
          let baseline = timed {
            var changes = 0
            for (old, new) in zip(arrays, edited) { changes += new.difference(from: old).inferringMoves().count }
            return changes
          }
          arrays = edited
          keep(baseline.result)
          return baseline.duration
        } ours: {
          let edits = (0..<10_000).map { edit in
            (edit % 3, random.below(shape.shelves), random.below(perShelf / 4))
          }
          return try timed {
            try source.performUpdates {
              for (kind, shelf, item) in edits {
                let place = ItemPlace(section: shelf, item: item)
                next += 1
                switch kind {
                case 0: try source.insert(Book(id: next, title: "new"), at: place)
                case 1: try source.remove(at: place)
                default: try source.move(from: place, to: ItemPlace(section: shelf, item: item * 2))
                }
              }
            }
          }.duration
        }
      ]
    }
  }

  /// The cost of setting the first content, compared with making that content.
  private static var reload: Benchmark {
    Benchmark.ratio("source.reload", atMost: 4, repetitions: 5) { _ in
      [
        Comparison(size: shape.size) {
          timed { keep(content()) }.duration
        } ours: {
          let content = content()
          let source = Source()
          let token = source.observe { keep($0.changes.itemsBrought.count) }
          defer { keep(token) }
          return timed { source.set(content) }.duration
        }
      ]
    }
  }
}
