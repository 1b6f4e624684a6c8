import SectionedChanges

/// A list of one item, or of none while it is hidden, for example a banner among lists.
///
/// ```swift
/// let banner = SingleItemDataSource(Banner(text: "Offline"))
/// banner.isHidden = true
/// ```
///
/// Several of them in one composed source need different `id`s, because that source reports items with equal
/// identifiers.
public final class SingleItemDataSource<Value>: SectionedDataSource {
  public typealias Section = Void
  public typealias Item = Value
  public typealias SectionID = Int
  public typealias ItemID = Int

  /// The identifier of the item and of its section.
  public let id: Int
  private let list: MemoryDataSource<Void, Int, Value, Int>
  private let scheduler: LoadingScheduler
  private let areSame: ((Value, Value) -> Bool)?
  private var isScheduled = false
  private var isUpdateWanted = false
  private var hidden: Bool

  /// The shown list, its observers, and the sources built on this one.
  public var core: SourceCore<Int, Int> { list.core }

  /// The handler to which the source reports anomalies.
  public var anomalies: AnomalyHandler { list.anomalies }

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - value: the item.
  ///   - id: the identifier of the item and of its section.
  ///   - isHidden: whether the item is hidden at first.
  ///   - areSame: whether two values look the same; nil if this is unknown, so that each new value counts as changed.
  ///   - scheduler: determines when requested updates are made; nil for the next turn of the actor.
  ///   - isolation: the actor on which the source is used.
  public init(
    _ value: Value, id: Int = 0, isHidden: Bool = false, areSame: ((Value, Value) -> Bool)?,
    scheduler: LoadingScheduler? = nil, isolation: isolated (any Actor)?
  ) {
    self.id = id
    current = value
    hidden = isHidden
    self.areSame = areSame
    self.scheduler = scheduler ?? .nextTurn(isolation: isolation)
    list = MemoryDataSource(
      [SectionContent((), items: isHidden ? [] : [value])], sectionID: { _ in id }, itemID: { _ in id },
      areSameSections: { _, _ in true }, areSameItems: areSame)
  }

  private var current: Value

  /// The item, shown or hidden.
  public var value: Value {
    get { current }
    set {
      current = newValue
      if !hidden { try? list.update(newValue) }
    }
  }

  /// Whether the item is hidden, and thus not in the list.
  public var isHidden: Bool {
    get { hidden }
    set {
      guard newValue != hidden else { return }
      hidden = newValue
      isUpdateWanted = false
      try? list.setItems(hidden ? [] : [current], inSection: 0)
    }
  }

  /// Reports the item as changed, in the next turn, once for all calls of this turn. Ignored if the item is hidden by
  /// then.
  public func setNeedsUpdate() {
    guard !hidden else { return }
    isUpdateWanted = true
    guard !isScheduled else { return }
    isScheduled = true
    scheduler.schedule { [weak self] in
      guard let self else { return }
      isScheduled = false
      guard isUpdateWanted else { return }
      isUpdateWanted = false
      try? list.reload(id)
    }
  }

  public func item(for id: ListedID<Int>) -> Value? { list.item(for: id) }
  public func section(for id: ListedID<Int>) -> Void? { list.section(for: id) }
  public func place(of id: ListedID<Int>) -> ItemPlace? { list.place(of: id) }
  public func index(ofSection id: ListedID<Int>) -> Int? { list.index(ofSection: id) }
}

extension SingleItemDataSource where Value: Equatable {
  /// Makes a source. A value that equals the previous one changes nothing.
  ///
  /// - Parameters:
  ///   - value: the item.
  ///   - id: the identifier of the item and of its section.
  ///   - isHidden: whether the item is hidden at first.
  ///   - scheduler: determines when requested updates are made; nil for the next turn of the actor.
  ///   - isolation: the actor on which the source is used.
  public convenience init(
    _ value: Value, id: Int = 0, isHidden: Bool = false, scheduler: LoadingScheduler? = nil,
    isolation: isolated (any Actor)?
  ) {
    self.init(value, id: id, isHidden: isHidden, areSame: ==, scheduler: scheduler, isolation: isolation)
  }
}
