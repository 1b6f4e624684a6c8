import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// Checks the steps of a source by the laws, reads the source in its observers, and compares it with expected lines.
final class PairWatch<Source: SectionedDataSource> {
  let source: Source
  let laws: FetchedLaws<Source>
  let name: String
  private let sectionText: (Source.Section) -> String
  private let itemText: (Source.Item) -> String
  private var sections: [ListedID<Source.SectionID>: (revision: Int, text: String)] = [:]
  private var items: [ListedID<Source.ItemID>: (revision: Int, text: String)] = [:]
  private var tokens: [ObservationToken] = []

  /// - Parameters:
  ///   - name: a text for the pair and the source, for messages.
  ///   - section: returns a text for a section's model, which differs whenever the section counts as changed.
  ///   - item: returns such a text for an item's model.
  init(
    _ source: Source, _ name: String, section: @escaping (Source.Section) -> String,
    item: @escaping (Source.Item) -> String
  ) {
    self.source = source
    self.name = name
    sectionText = section
    itemText = item
    laws = FetchedLaws(source, name)
    laws.notify = { [weak self] _ in self?.ask("in its observer") }
  }

  /// Reads the source in the steps of another one, as a view that shows both does.
  func ask<Other: SectionedDataSource>(inStepsOf other: Other) {
    tokens.append(other.observe { [weak self] _ in self?.ask("in an observer of another source") })
  }

  private func require(_ holds: Bool, _ law: @autoclosure () -> String) {
    if !holds { Issue.record("\(name): \(law())") }
  }

  /// Checks that the source answers as its list says. While a step waits, it only reads.
  private func ask(_ moment: String) {
    guard source.core.isAtRest else { return read() }
    for (index, section) in source.snapshot.sections.enumerated() {
      require(source.index(ofSection: section.id) == index, "\(moment), section \(section.id) is not at \(index)")
      require(source.section(for: section.id) != nil, "\(moment), section \(section.id) has no model")
      let count = source.items(inSection: index).count
      require(count == section.items.count, "\(moment), section \(index) has \(count) models")
      for (item, element) in section.items.enumerated() {
        let place = ItemPlace(section: index, item: item)
        require(source.place(of: element.id) == place, "\(moment), \(element.id) is not at \(place)")
        require(source.item(for: element.id) != nil, "\(moment), \(element.id) has no model")
      }
    }
  }

  /// Calls all reading methods while a step waits. Models may be missing, but the list must remain that of the last
  /// step.
  func read() {
    let (before, steps) = (source.snapshot, laws.steps)
    for (index, section) in before.sections.enumerated() {
      _ = source.section(for: section.id)
      _ = source.index(ofSection: section.id)
      _ = source.items(inSection: index)
      for (item, element) in section.items.enumerated() {
        _ = source.place(of: element.id)
        _ = source.item(for: element.id)
        _ = source.item(at: ItemPlace(section: index, item: item))
      }
    }
    require(source.snapshot == before && laws.steps == steps, "to be asked while a step waits is a step")
  }

  /// The sections with their identifiers, models and items, each as `1 a: 10/b 11/c`.
  var lines: [String] {
    source.snapshot.sections.map { section in
      let rows = section.items.map { element in
        " \(element.id)/\(source.item(for: element.id).map(itemText) ?? "none")"
      }
      return "\(section.id) \(source.section(for: section.id).map(sectionText) ?? "none"):" + rows.joined()
    }
  }

  /// Checks the laws, and compares the source with the expected lines.
  ///
  /// - Parameters:
  ///   - wanted: the lines of the naive reference; nil if the test compares in another way.
  ///   - moment: a text for the time of the check, for messages.
  func check(_ wanted: [String]?, _ moment: String) {
    laws.checkAtRest()
    ask(moment)
    let lines = lines
    if let wanted { require(lines == wanted, "\(moment), \(lines) is not \(wanted)") }
    checkRevisions(moment)
  }

  /// Checks that elements with the same revision as at the last check have the same models.
  private func checkRevisions(_ moment: String) {
    let (oldSections, oldItems) = (sections, items)
    (sections, items) = ([:], [:])
    for section in source.snapshot.sections {
      let text = source.section(for: section.id).map(sectionText) ?? "none"
      if let old = oldSections[section.id], old.revision == section.element.revision {
        require(old.text == text, "\(moment), section \(section.id) was \(old.text), and is unchanged as \(text)")
      }
      sections[section.id] = (section.element.revision, text)
      for element in section.items {
        let text = source.item(for: element.id).map(itemText) ?? "none"
        if let old = oldItems[element.id], old.revision == element.revision {
          require(old.text == text, "\(moment), \(element.id) was \(old.text), and is unchanged as \(text)")
        }
        items[element.id] = (element.revision, text)
      }
    }
  }
}

extension PairWatch where Source.Section == Shelf, Source.Item == Book {
  convenience init(_ source: Source, _ name: String) {
    self.init(source, name, section: { $0.title }, item: { $0.title })
  }
}
