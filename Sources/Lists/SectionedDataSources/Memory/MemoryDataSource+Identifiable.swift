extension MemoryDataSource where Section: Identifiable, Item: Identifiable, Section.ID == SectionID, Item.ID == ItemID {
  /// Makes a source of models with identifiers of their own. Because the models are not `Equatable`, a model that is
  /// set again always counts as changed.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(_ content: [SectionContent<Section, Item>] = [], anomalies: AnomalyHandler = .standard) {
    self.init(
      content, sectionID: { $0.id }, itemID: { $0.id }, areSameSections: nil, areSameItems: nil, anomalies: anomalies)
  }
}

extension MemoryDataSource
where
  Section: Identifiable & Equatable, Item: Identifiable & Equatable, Section.ID == SectionID, Item.ID == ItemID
{
  /// Makes a source of models with identifiers of their own. A model that is set again and equals the present one is
  /// unchanged.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(_ content: [SectionContent<Section, Item>] = [], anomalies: AnomalyHandler = .standard) {
    self.init(
      content, sectionID: { $0.id }, itemID: { $0.id }, areSameSections: ==, areSameItems: ==, anomalies: anomalies)
  }
}

extension MemoryDataSource {
  /// Makes a source whose elements are identified by key paths. A model that is set again always counts as changed.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(
    _ content: [SectionContent<Section, Item>] = [], sectionID: KeyPath<Section, SectionID>,
    itemID: KeyPath<Item, ItemID>, anomalies: AnomalyHandler = .standard
  ) {
    self.init(
      content, sectionID: { $0[keyPath: sectionID] }, itemID: { $0[keyPath: itemID] }, areSameSections: nil,
      areSameItems: nil, anomalies: anomalies)
  }
}

extension MemoryDataSource where Section: Equatable, Item: Equatable {
  /// Makes a source whose elements are identified by key paths. A model that is set again and equals the present one is
  /// unchanged.
  ///
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(
    _ content: [SectionContent<Section, Item>] = [], sectionID: KeyPath<Section, SectionID>,
    itemID: KeyPath<Item, ItemID>, anomalies: AnomalyHandler = .standard
  ) {
    self.init(
      content, sectionID: { $0[keyPath: sectionID] }, itemID: { $0[keyPath: itemID] }, areSameSections: ==,
      areSameItems: ==, anomalies: anomalies)
  }
}
