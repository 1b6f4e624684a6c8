import SectionedChanges

extension PlaceholderDataSource {
  public func item(for id: ListedID<ItemID>) -> Item? {
    switch id.id {
    case .item(let item):
      shown.placeholder == nil ? base.item(for: ListedID(item, occurrence: id.occurrence)).map { .item($0) } : nil
    case .placeholder: id.occurrence == 0 ? shown.placeholder.map { .placeholder($0.value) } : nil
    case .emptySection(let section): emptyRow(of: section, id.occurrence).map { .placeholder($0) }
    case .append: id.occurrence == 0 ? shown.append.map { .append($0.value) } : nil
    }
  }

  public func section(for id: ListedID<SectionID>) -> Section? {
    switch id.id {
    case .section(let section):
      shown.placeholder == nil
        ? base.section(for: ListedID(section, occurrence: id.occurrence)).map { .section($0) } : nil
    case .placeholder: id.occurrence == 0 && shown.placeholder != nil ? .placeholder : nil
    case .append: id.occurrence == 0 && shown.append != nil ? .append : nil
    }
  }

  public func place(of id: ListedID<ItemID>) -> ItemPlace? {
    switch id.id {
    case .item(let item): shown.placeholder == nil ? base.place(of: ListedID(item, occurrence: id.occurrence)) : nil
    case .placeholder: id.occurrence == 0 && shown.placeholder != nil ? ItemPlace(section: 0, item: 0) : nil
    case .emptySection(let section):
      emptyRow(of: section, id.occurrence) == nil
        ? nil : base.index(ofSection: section).map { ItemPlace(section: $0, item: 0) }
    case .append: index(ofSection: ListedID(.append, occurrence: id.occurrence)).map { ItemPlace(section: $0, item: 0) }
    }
  }

  public func index(ofSection id: ListedID<SectionID>) -> Int? {
    switch id.id {
    case .section(let section):
      shown.placeholder == nil ? base.index(ofSection: ListedID(section, occurrence: id.occurrence)) : nil
    case .placeholder: id.occurrence == 0 && shown.placeholder != nil ? 0 : nil
    case .append: id.occurrence == 0 && shown.append != nil ? snapshot.numberOfSections - 1 : nil
    }
  }

  /// Looks names up in the base's list, which may be ahead of this one. All other rows and sections are there once.
  func findNames() {
    core.laterItemNames = .elsewhere { [weak core = base.core] id in
      guard case .item(let item) = id, let core else { return [] }
      return core.laterNames(ofItem: item).map { ListedID(id, occurrence: $0.occurrence) }
    }
    core.laterSectionNames = .elsewhere { [weak core = base.core] id in
      guard case .section(let section) = id, let core else { return [] }
      return core.laterNames(ofSection: section).map { ListedID(id, occurrence: $0.occurrence) }
    }
  }

  private func emptyRow(of section: ListedID<Base.SectionID>, _ occurrence: Int32) -> Placeholder? {
    guard shown.placeholder == nil, occurrence == 0 else { return nil }
    return shown.emptySections[section]?.value
  }
}
