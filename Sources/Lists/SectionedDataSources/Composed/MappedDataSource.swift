import SectionedChanges

/// Another source with mapped models and identifiers, so that sources of several types can be children of one source.
///
/// ```swift
/// let rows = books.mapped(section: { Header.shelf($0) }, item: { Row.book($0) }, kind: "Book")
/// let more = authors.mapped(section: { Header.letter($0) }, item: { Row.author($0) }, kind: "Author")
/// let all = try ComposedDataSource(rows, more)
/// ```
///
/// Models are mapped at each access, and not kept. Identifiers are mapped when elements are inserted or change, and
/// kept. So a step costs O(changes · log rows).
public final class MappedDataSource<
  Section, SectionID: Hashable & Sendable, Item, ItemID: Hashable & Sendable
>: SectionedDataSource {
  /// The shown list, its observers, and the sources built on this one.
  public let core: SourceCore<SectionID, ItemID>
  /// The source whose models are mapped.
  public let base: AnyObject
  /// The handler to which the base reports anomalies.
  public let anomalies: AnomalyHandler

  /// Finds models in the source that has them, bypassing the sources in between that only pass models on.
  @usableFromInline
  let itemFinder: ModelFinder<ItemID, Item>
  @usableFromInline
  let sectionFinder: ModelFinder<SectionID, Section>
  @usableFromInline
  let passings: Int
  @usableFromInline
  let itemFor: (ListedID<ItemID>) -> Item?
  @usableFromInline
  let sectionFor: (ListedID<SectionID>) -> Section?
  @usableFromInline
  let placeOf: (ListedID<ItemID>) -> ItemPlace?
  @usableFromInline
  let indexOf: (ListedID<SectionID>) -> Int?
  @usableFromInline
  let forEach: (Int, (ListedID<ItemID>, Item) -> Void) -> Void
  @usableFromInline
  var detach: () -> Void = {}
  /// Makes the next step from the changes of the base, with mapped identifiers.
  @usableFromInline
  var makeNext: () -> SourceCore<SectionID, ItemID>.Step? = { nil }

  /// Makes a source from another one.
  ///
  /// - Parameters:
  ///   - base: the other source.
  ///   - section: returns the model of a section from that of the base.
  ///   - item: returns the model of an item from that of the base.
  ///   - sectionID: `make` returns the identifier of a section, a different one for each section of the base.
  ///     `takeBack` is its inverse, and returns nil for an identifier that does not come from the base.
  ///   - itemID: the same for items.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init<Base: SectionedDataSource>(
    _ base: Base, section: @escaping (Base.Section) -> Section, item: @escaping (Base.Item) -> Item,
    sectionID: (make: (Base.SectionID) -> SectionID, takeBack: (SectionID) -> Base.SectionID?),
    itemID: (make: (Base.ItemID) -> ItemID, takeBack: (ItemID) -> Base.ItemID?)
  ) {
    self.init(base, section: section, item: item, sectionID: sectionID, itemID: itemID, keepsModels: false)
  }

  /// - Parameter keepsModels: whether models are passed on unmapped if the base has the same types of models and
  ///   identifiers.
  @inlinable
  init<Base: SectionedDataSource>(
    _ base: Base, section: @escaping (Base.Section) -> Section, item: @escaping (Base.Item) -> Item,
    sectionID: (make: (Base.SectionID) -> SectionID, takeBack: (SectionID) -> Base.SectionID?),
    itemID: (make: (Base.ItemID) -> ItemID, takeBack: (ItemID) -> Base.ItemID?), keepsModels: Bool
  ) {
    let models = BaseModels(base)
    let (items, sections) = (models.itemFinder(base), models.sectionFinder(base))
    let sectionKeys = KeyMap(sectionID.make, sectionID.takeBack)
    let itemKeys = KeyMap(itemID.make, itemID.takeBack)
    self.base = base
    passings = models.passings + 1
    itemFinder =
      (keepsModels ? items as? ModelFinder<ItemID, Item> : nil)
      ?? ModelFinder { itemKeys.base($0).flatMap(items.find).map(item) }
    sectionFinder =
      (keepsModels ? sections as? ModelFinder<SectionID, Section> : nil)
      ?? ModelFinder { sectionKeys.base($0).flatMap(sections.find).map(section) }
    anomalies = base.anomalies
    core = SourceCore(snapshot: base.snapshot.mapped(sectionKeys.element, itemKeys.element), phase: base.phase)
    itemFor = { itemKeys.base($0).flatMap { base.item(for: $0) }.map(item) }
    sectionFor = { sectionKeys.base($0).flatMap { base.section(for: $0) }.map(section) }
    placeOf = { itemKeys.base($0).flatMap { base.place(of: $0) } }
    indexOf = { sectionKeys.base($0).flatMap { base.index(ofSection: $0) } }
    forEach = { index, body in base.forEachItem(inSection: index) { body(itemKeys.key($0), item($1)) } }
    core.step = { [weak self] in self?.makeNext() }

    var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
    base.core.attach(core) { pending.append($0) }
    detach = { [core] in base.core.detach(core) }
    makeNext = { [unowned core] in
      guard let update = pending.take() else { return nil }
      var changes = update.changes.mapped(sectionKeys.key, itemKeys.key)
      let (old, now) = (core.snapshot, base.snapshot)
      var new =
        now.holds(update.changes)
        ? try? changes.apply(
          to: old, sectionAt: { sectionKeys.element(now.sections[$0].element) }, itemAt: { itemKeys.element(now[$0]) })
        : nil
      if new == nil {
        // The base reported changes that do not fit its list.
        let made = now.mapped(sectionKeys.element, itemKeys.element)
        changes = (try? .init(from: old, to: made)) ?? .init()
        new = made
      }
      return .init(snapshot: new ?? old, changes: changes, phase: update.phase, following: update)
    }
  }

  deinit { detach() }

  @inlinable
  public func item(for id: ListedID<ItemID>) -> Item? { itemFor(id) }

  @inlinable
  public func section(for id: ListedID<SectionID>) -> Section? { sectionFor(id) }

  @inlinable
  public func place(of id: ListedID<ItemID>) -> ItemPlace? { placeOf(id) }

  @inlinable
  public func index(ofSection id: ListedID<SectionID>) -> Int? { indexOf(id) }

  @inlinable
  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    if core.isHeld || passings >= 4 { forEachShownItem(inSection: section, body) } else { forEach(section, body) }
  }
}

extension MappedDataSource: ModelPassing {}

/// A source with models and identifiers of any type: the common type for sources of several kinds.
public typealias AnyDataSource = MappedDataSource<Any, AnyID, Any, AnyID>

extension SectionedDataSource {
  /// Returns this source with mapped models.
  ///
  /// - Parameters:
  ///   - section: returns the model of a section from that of this source.
  ///   - item: returns the model of an item from that of this source.
  ///   - kind: the kind in the new identifiers, so that elements of two kinds are different even if their own
  ///     identifiers are equal. The default is the name of the model's type, with the types that contain it:
  ///     `Feed.Item`. Set a kind if two modules have a type of that name. Without a kind, identifiers of type ``AnyID``
  ///     are unchanged, because they have one already.
  /// - Complexity: O(rows).
  @inlinable
  public func mapped<NewSection, NewItem>(
    section: @escaping (Section) -> NewSection, item: @escaping (Item) -> NewItem, kind: String? = nil
  ) -> MappedDataSource<NewSection, AnyID, NewItem, AnyID> {
    MappedDataSource(
      self, section: section, item: item, sectionID: AnyID.names(SectionID.self, of: Section.self, kind),
      itemID: AnyID.names(ItemID.self, of: Item.self, kind))
  }

  /// Returns this source with models and identifiers of any type. An ``AnyDataSource`` returns itself.
  ///
  /// ```swift
  /// let all = try ComposedDataSource(books.erased(), authors.erased())
  /// switch all.item(at: place) { case let book as Book: ... }
  /// ```
  ///
  /// - Parameter kind: the kind in the new identifiers, so that elements of two kinds are different even if their own
  ///   identifiers are equal. The default is the name of the model's type. Without a kind, identifiers of type
  ///   ``AnyID`` are unchanged, because they have one already.
  /// - Complexity: O(rows).
  @inlinable
  public func erased(kind: String? = nil) -> AnyDataSource {
    if kind == nil, let erased = self as? AnyDataSource { return erased }
    return MappedDataSource(
      self, section: { $0 as Any }, item: { $0 as Any }, sectionID: AnyID.names(SectionID.self, of: Section.self, kind),
      itemID: AnyID.names(ItemID.self, of: Item.self, kind), keepsModels: kind == nil)
  }
}

extension AnyID {
  /// Returns the conversions of identifiers to ``AnyID``, and back.
  ///
  /// Identifiers of type ``AnyID`` are unchanged if no kind is given. Otherwise each of several nested sources would
  /// wrap them once more, and a comparison would take as long as the nesting is deep.
  @inlinable
  static func names<ID: Hashable & Sendable>(
    _ id: ID.Type, of model: Any.Type, _ kind: String?
  ) -> (make: (ID) -> AnyID, takeBack: (AnyID) -> ID?) {
    if kind == nil, id == AnyID.self {
      return ({ unsafeBitCast($0, to: AnyID.self) }, { unsafeBitCast($0, to: ID.self) })
    }
    let kind = kind ?? Self.kind(of: model)
    return ({ AnyID($0, kind: kind) }, { $0.kind == kind ? $0.value as? ID : nil })
  }
}
