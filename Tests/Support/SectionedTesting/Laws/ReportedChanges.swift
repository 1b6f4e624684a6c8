import SectionedChanges

/// Makes change sets incrementally: it records elements with a builder, as a controller does.
package enum ReportedChanges {
  /// The elements that are recorded with the builder.
  package enum Reporting {
    /// All elements of both lists.
    case everything
    /// The elements that were inserted, removed or revised or are out of order, and at random one in `n` of the others.
    case needed(andOneIn: Int, SeededRandom)
  }

  /// Makes the change set between two lists with a builder.
  package static func changeSet(
    from old: SectionedSnapshot<Int, Int>, to new: SectionedSnapshot<Int, Int>, reporting: Reporting
  ) throws -> SectionedChangeSet<Int, Int> {
    var reporting = reporting
    var builder = ChangeSetBuilder<Int, Int>()
    var oldSections: [Int: Int] = [:]
    var newSections: [Int: Int] = [:]
    var newItems: [Int: (place: ItemPlace, revision: Int)] = [:]
    var oldItems: Set<Int> = []
    for (index, section) in old.sections.enumerated() {
      oldSections[section.id] = index
      for item in section.items { oldItems.insert(item.id) }
    }
    for (index, section) in new.sections.enumerated() {
      newSections[section.id] = index
      for (item, element) in section.items.enumerated() {
        let place = ItemPlace(section: index, item: item)
        newItems[element.id] = (place, element.revision)
        if !oldItems.contains(element.id) { builder.touchItem(element.id, old: nil, new: place) }
      }
      if oldSections[section.id] == nil { builder.touchSection(section.id, old: nil, new: index) }
    }
    var lastSection = -1
    for (index, section) in old.sections.enumerated() {
      let target = newSections[section.id]
      let revision = target.map { new.sections[$0].element.revision }
      let isRevised = revision != section.element.revision
      if reporting.reports(isNeeded: target == nil || isRevised, place: target ?? -1, last: &lastSection) {
        builder.touchSection(section.id, old: index, new: target, isRevised: isRevised)
      }
      var last = -1
      for (item, element) in section.items.enumerated() {
        let now = newItems[element.id]
        let isRevised = now?.revision != element.revision
        let isElsewhere = now == nil || now?.place.section != target
        if reporting.reports(isNeeded: isElsewhere || isRevised, place: now?.place.item ?? -1, last: &last) {
          builder.touchItem(
            element.id, old: ItemPlace(section: index, item: item), new: now?.place, isRevised: isRevised)
        }
      }
    }
    return try builder.changeSet(old: old.counts, new: new.counts)
  }
}

extension ReportedChanges.Reporting {
  /// Decides whether an element is recorded. The elements that are not recorded must keep their order, so `last` is the
  /// greatest new place among them.
  fileprivate mutating func reports(isNeeded: Bool, place: Int, last: inout Int) -> Bool {
    switch self {
    case .everything:
      return true
    case .needed(let chance, var random):
      let isReported = isNeeded || place < last || random.oneIn(chance)
      self = .needed(andOneIn: chance, random)
      if !isReported { last = place }
      return isReported
    }
  }
}
