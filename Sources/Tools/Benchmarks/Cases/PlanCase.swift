import SectionedChanges
import SectionedTesting

/// The time to plan a change set for views that refuse some batches, and to check the places and counts of each stage.
enum PlanCase {
  private typealias List = SectionedSnapshot<Int, Int>

  static var benchmark: Benchmark {
    Benchmark.ratio("plan", atMost: 1, repetitions: 30) { workspace in
      let sections = LibraryShape.million.shelves
      let arrays = IdentifierArrays(count: LibraryShape.million.books)
      let old = list(sections: sections, items: 100)
      let new = edited(old, edits: 1_000)
      let changes = try SectionedChangeSet(from: old, to: new)
      let outline = new.outline
      return [
        Comparison(size: "\(changes.count) changes at \(LibraryShape.short(sections)) sections") {
          try arrays.compare()
        } ours: {
          try timed {
            let plan = try UpdatePlan(changes, new: outline)
            var counts = old.counts
            for stage in plan.stages {
              try stage.changes.checkPlaces(old: counts)
              counts = ListCounts(sections: stage.after.numberOfSections) { stage.after.numberOfItems(inSection: $0) }
            }
            guard plan.stages.count == 4 else { throw BenchmarkError("The plan has \(plan.stages.count) stages.") }
          }.duration
        }
      ]
    }
  }

  private static func list(sections: Int, items: Int) -> List {
    List(
      sections: (0..<sections).map { section in
        List.Section(section, items: (0..<items).map { ListElement(section * items + $0) })
      })
  }

  /// Returns the list after edits of items all over the list, and of some sections. A plan for them needs all its
  /// stages.
  private static func edited(_ list: List, edits: Int) -> List {
    var random = SeededRandom(seed: 3)
    var sections = list.sections.map { (element: $0.element, items: Array($0.items)) }
    var nextID = list.numberOfItems + list.numberOfSections
    for edit in 0..<edits {
      let section = random.below(sections.count)
      let count = sections[section].items.count
      nextID += 1
      switch edit % 40 {
      case 0 where edit % 120 == 0:
        // The last item of a removed section moves to another section, and a new section receives an item of another
        // section.
        let gone = sections.remove(at: section)
        if let item = gone.items.last { sections[0].items.append(item) }
      case 0 where edit % 120 == 40:
        let item = count > 0 ? [sections[section].items.removeLast()] : []
        sections.insert((ListElement(nextID), item), at: random.below(sections.count))
      case 0:
        sections.insert(sections.remove(at: section), at: random.below(sections.count))
      case 1...10: sections[section].items.insert(ListElement(nextID), at: random.below(count + 1))
      case 11...20 where count > 0: sections[section].items.remove(at: random.below(count))
      case 21...30 where count > 0: sections[section].items[random.below(count)].revision += 1
      default:
        guard count > 0 else { continue }
        let item = sections[section].items.remove(at: random.below(count))
        let other = random.below(sections.count)
        sections[other].items.insert(item, at: random.below(sections[other].items.count + 1))
      }
    }
    return List(sections: sections.map { List.Section($0.element, items: ChunkedArray($0.items)) })
  }
}
