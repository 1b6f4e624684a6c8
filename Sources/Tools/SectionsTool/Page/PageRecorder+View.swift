import SectionedChanges
import SectionedViews

extension PageRecorder: ListView {
  var isOnScreen: Bool { true }

  func reload() {
    guard !frames.isEmpty else { return record(.first) { _ in } }
    record(.reload) { $0.calls = ["reload"] }
  }

  func perform(_ batch: ListBatch, animated: Bool, showNext: () -> Void) {
    let old = frames.last?.list ?? []
    showNext()
    record(.stage) { frame in
      frame.calls = Self.calls(batch) + (animated ? [] : ["without animation"])
      for index in batch.deletedSections { frame.marks[old[index].key] = .delete }
      for place in batch.deletedItems { frame.marks[old[place.section].items[place.item]] = .delete }
      for index in batch.insertedSections { frame.marks[frame.list[index].key] = .insert }
      for move in batch.movedSections { frame.marks[frame.list[move.to].key] = .move }
      for place in batch.insertedItems { frame.marks[frame.list[place.section].items[place.item]] = .insert }
      for move in batch.movedItems { frame.marks[frame.list[move.to.section].items[move.to.item]] = .move }
    }
  }

  func configureItems(at places: [ItemPlace]) { configure(places, "configure") }

  func reloadItems(at places: [ItemPlace]) { configure(places, "reload") }

  private func configure(_ places: [ItemPlace], _ verb: String) {
    refresh { frame in
      for place in places {
        let key = frame.list[place.section].items[place.item]
        frame.titles[key] = title(of: place)
        frame.marks[key] = .update
        frame.calls.append("\(verb) item \(place)")
      }
    }
  }

  func configureSections(at sections: [Int]) {
    refresh { frame in
      for index in sections {
        let key = frame.list[index].key
        frame.titles[key] = title(ofSection: index)
        frame.marks[key] = .update
        frame.calls.append("configure section \(index)")
      }
    }
  }

  // A page has one rule for all cells. It does not keep a scroll position.
  func cellIdentifier(at place: ItemPlace) -> String? { nil }
  var isAtBeginning: Bool { true }
  var anchors: [ScrollAnchor] { [] }
  func scroll(to anchor: ScrollAnchor) {}

  private static func calls(_ batch: ListBatch) -> [String] {
    var calls = batch.deletedSections.map { "delete section \($0)" }
    calls += batch.insertedSections.map { "insert section \($0)" }
    calls += batch.movedSections.map { "move section \($0.from) → \($0.to)" }
    calls += batch.deletedItems.map { "delete item \($0)" }
    calls += batch.insertedItems.map { "insert item \($0)" }
    calls += batch.movedItems.map { "move item \($0.from) → \($0.to)" }
    return calls
  }
}
