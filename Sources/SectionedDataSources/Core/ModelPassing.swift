/// A source that passes on the models of the source beneath it. A source above bypasses the sources that pass them on:
/// otherwise each model would take a thousand calls in a tower of a thousand sources.
@usableFromInline
protocol ModelPassing<Section, SectionID, Item, ItemID>: SectionedDataSource {
  /// The finder of the models of items. It does not check that an item is in the list of this source.
  var itemFinder: ModelFinder<ItemID, Item> { get }
  /// The finder of the models of sections. It does not check that a section is in the list of this source.
  var sectionFinder: ModelFinder<SectionID, Section> { get }
  /// The number of sources that pass the models on: this one and those beneath it.
  var passings: Int { get }
}

/// Finds models by their identifiers. It is an object, so that a cast finds whether a source of any kind has a finder
/// of given types.
@usableFromInline
final class ModelFinder<ID: Hashable & Sendable, Model> {
  @usableFromInline
  let find: (ListedID<ID>) -> Model?

  @usableFromInline
  init(_ find: @escaping (ListedID<ID>) -> Model?) { self.find = find }
}

/// The access of a source to the models of the source beneath it.
@usableFromInline
struct BaseModels<Base: SectionedDataSource> {
  /// The finder of the items; nil where the base itself has the models and is asked for them.
  @usableFromInline
  let items: ModelFinder<Base.ItemID, Base.Item>?
  @usableFromInline
  let sections: ModelFinder<Base.SectionID, Base.Section>?
  /// The number of sources that pass the models on.
  @usableFromInline
  let passings: Int

  @usableFromInline
  init(_ base: Base) {
    let passing = base as? any ModelPassing<Base.Section, Base.SectionID, Base.Item, Base.ItemID>
    items = passing?.itemFinder
    sections = passing?.sectionFinder
    passings = passing?.passings ?? 0
  }

  /// Whether so few sources pass the models on that each of them walks its items.
  @inlinable
  var isNear: Bool { passings < 4 }

  /// The finder of the items, for a source above.
  @usableFromInline
  func itemFinder(_ base: Base) -> ModelFinder<Base.ItemID, Base.Item> {
    items ?? ModelFinder { base.item(for: $0) }
  }

  @usableFromInline
  func sectionFinder(_ base: Base) -> ModelFinder<Base.SectionID, Base.Section> {
    sections ?? ModelFinder { base.section(for: $0) }
  }
}
