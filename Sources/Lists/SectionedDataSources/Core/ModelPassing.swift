/// A source that takes its models from the source beneath it, unchanged or mapped.
///
/// Sources above it use its finders. These skip all sources that only pass models on, because otherwise a lookup
/// through a thousand sources would take a thousand calls.
@usableFromInline
protocol ModelPassing<Section, SectionID, Item, ItemID>: SectionedDataSource {
  /// Finds the models of items. It does not check that the list of this source contains the item.
  var itemFinder: ModelFinder<ItemID, Item> { get }
  /// Finds the models of sections. It does not check that the list of this source contains the section.
  var sectionFinder: ModelFinder<SectionID, Section> { get }
  /// The number of sources in a row that pass models on: this one and those beneath it.
  var passings: Int { get }
}

/// Finds models by their identifiers. A class and not a closure, so that a cast (`as?`) can check the types of
/// identifiers and models.
@usableFromInline
final class ModelFinder<ID: Hashable & Sendable, Model> {
  @usableFromInline
  let find: (ListedID<ID>) -> Model?

  @usableFromInline
  init(_ find: @escaping (ListedID<ID>) -> Model?) { self.find = find }
}

/// The access of a source to the models of its base.
@usableFromInline
struct BaseModels<Base: SectionedDataSource> {
  /// The finder of the items; nil if the base has the models itself.
  @usableFromInline
  let items: ModelFinder<Base.ItemID, Base.Item>?
  @usableFromInline
  let sections: ModelFinder<Base.SectionID, Base.Section>?
  /// The number of sources in a row, from the base down, that pass models on.
  @usableFromInline
  let passings: Int

  @usableFromInline
  init(_ base: Base) {
    let passing = base as? any ModelPassing<Base.Section, Base.SectionID, Base.Item, Base.ItemID>
    items = passing?.itemFinder
    sections = passing?.sectionFinder
    passings = passing?.passings ?? 0
  }

  /// Whether these sources are so few that enumerating items through each of them is faster than a lookup for each
  /// item.
  @inlinable
  var isNear: Bool { passings < 4 }

  /// The finder of the items, for sources built on this one.
  @usableFromInline
  func itemFinder(_ base: Base) -> ModelFinder<Base.ItemID, Base.Item> {
    items ?? ModelFinder { base.item(for: $0) }
  }

  @usableFromInline
  func sectionFinder(_ base: Base) -> ModelFinder<Base.SectionID, Base.Section> {
    sections ?? ModelFinder { base.section(for: $0) }
  }
}
