import SectionedChanges
import SectionedTesting

@testable import SectionedDataSources

/// Checks the laws of a source after each of its steps: when the source and the sources beneath it have settled, and
/// again as one of its observers.
final class SourceLaws<Source: SectionedDataSource> {
  typealias Update = Source.Update

  let source: Source
  private(set) var violations: [String] = []
  /// The number of steps checked. `crossings` is the number of items that moved to another section in them.
  private(set) var steps = 0
  private(set) var crossings = 0
  /// Called by the observer, after its own check.
  var onUpdate: (Update) -> Void = { _ in }

  private let label: String
  private let probe = SourceCore<Int, Int>()
  private var last: Update.Snapshot
  private var lastPhase: LoadingPhase
  private var observed: Update.Snapshot
  private var numbering = Numbering<ListedID<Source.SectionID>, ListedID<Source.ItemID>>()
  private var items: [ListedID<Source.ItemID>: (revision: Int, model: String)] = [:]
  private var sections: [ListedID<Source.SectionID>: (revision: Int, model: String)] = [:]
  private var token: ObservationToken?

  init(_ source: Source, _ label: String) {
    self.source = source
    self.label = label
    last = source.snapshot
    lastPhase = source.phase
    observed = last
    source.core.attach(probe) { [weak self] in self?.check($0) }
    remember(last)
    token = source.observe { [weak self] update in self?.observe(update) }
  }

  func end() {
    token = nil
    source.core.detach(probe)
  }

  func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds { violations.append("\(label): \(law())") }
  }

  private func observe(_ update: Update) {
    require(update.old == observed, "an observer had \(observed), and is given \(update.old)")
    observed = update.new
    onUpdate(update)
  }

  private func check(_ update: Update) {
    steps += 1
    let (old, new, changes) = (update.old, update.new, update.changes)
    require(old == last && update.oldPhase == lastPhase, "a step begins with \(old) and not with \(last)")
    require(new == source.snapshot && update.phase == source.phase, "the step is not to what is shown")
    require(!update.isEmpty, "an update is empty")
    do {
      let least = try Update.ChangeSet(from: old, to: new)
      require(changes == least, "\(changes) is not \(least), from \(old) to \(new)")
      let replayed = try changes.apply(to: old, contentOf: new)
      require(replayed == new, "\(changes) leads to \(replayed) and not to \(new)")
      // The oracle tries all subsets, so it only checks small lists.
      if isSmall(old), isSmall(new) { try ChangeLaws.verify(from: numbering.list(old), to: numbering.list(new)) }
    } catch {
      require(false, "\(error)")
    }
    crossings += changes.items.moved.filter { old.sections[$0.from.section].id != new.sections[$0.to.section].id }.count
    last = new
    lastPhase = update.phase
    remember(new)
  }

  private func isSmall(_ list: Update.Snapshot) -> Bool {
    list.numberOfSections < 9 && list.sections.allSatisfy { $0.items.count < 9 }
  }

  /// Checks that the source answers as its snapshot says, and that an element with an unchanged revision has the same
  /// model.
  private func remember(_ list: Update.Snapshot) {
    let (oldItems, oldSections) = (items, sections)
    items = [:]
    sections = [:]
    for (index, section) in list.sections.enumerated() {
      let model = source.section(for: section.id).map { "\($0)" } ?? "none"
      require(source.index(ofSection: section.id) == index, "section \(section.id) is not at \(index)")
      require(model == source.section(at: index).map { "\($0)" }, "section \(index) is another one by its index")
      if let old = oldSections[section.id], old.revision == section.element.revision {
        require(old.model == model, "section \(section.id) was \(old.model), and is unchanged as \(model)")
      }
      sections[section.id] = (section.element.revision, model)
      var walked: [String] = []
      source.forEachItem(inSection: index) { walked.append("\($0) \($1)") }
      var expected: [String] = []
      for (item, element) in section.items.enumerated() {
        let place = ItemPlace(section: index, item: item)
        let model = source.item(for: element.id).map { "\($0)" } ?? "none"
        expected.append("\(element.id) \(model)")
        require(source.place(of: element.id) == place, "item \(element.id) is not at \(place)")
        require(model == source.item(at: place).map { "\($0)" }, "item \(place) is another one by its place")
        if let old = oldItems[element.id], old.revision == element.revision {
          require(old.model == model, "item \(element.id) was \(old.model), and is unchanged as \(model)")
        }
        items[element.id] = (element.revision, model)
      }
      require(walked == expected, "section \(index) is \(walked) and not \(expected)")
    }
  }
}
