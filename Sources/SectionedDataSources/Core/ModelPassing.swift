/// A source that passes on the models of the source beneath it. A source above finds them past all that pass them on: asked
/// through each of these, a tower of a thousand sources would take a thousand questions for each model.
@usableFromInline
protocol ModelPassing<Section, SectionID, Item, ItemID>: SectionedDataSource {
  /// Finds the model of an item of this source, which is not checked to be in its list.
  var itemFinder: ModelFinder<ItemID, Item> { get }
  /// The same for sections.
  var sectionFinder: ModelFinder<SectionID, Section> { get }
  /// How many sources pass the models on, this one and those beneath it.
  var passings: Int { get }
}

/// Finds models by what names them. It is an object, so that a source of any kind is found to have one of some types.
@usableFromInline
final class ModelFinder<ID: Hashable & Sendable, Model> {
  @usableFromInline
  let find: (ListedID<ID>) -> Model?

  @usableFromInline
  init(_ find: @escaping (ListedID<ID>) -> Model?) { self.find = find }
}

/// How a source finds the models of the source beneath it.
@usableFromInline
struct BaseModels<Base: SectionedDataSource> {
  /// nil where the base has the models itself, and is asked for them.
  @usableFromInline
  let items: ModelFinder<Base.ItemID, Base.Item>?
  @usableFromInline
  let sections: ModelFinder<Base.SectionID, Base.Section>?
  /// How many sources pass the models on.
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
