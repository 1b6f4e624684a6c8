import SectionedChanges

/// A list that is derived from another one by rules, and follows it. Filtered, sorted, grouped and folded sources use
/// it.
///
/// For each step of the base it removes the touched items, asks the rules about these only, and inserts them again by
/// binary search. So a step costs O(touched · log² rows). If a large part of the list is touched, the list is built
/// anew, but the rules are still asked about the touched items only.
@usableFromInline
final class DerivedList<Rules: DerivationRules> {
  @usableFromInline
  typealias Base = Rules.Base
  @usableFromInline
  typealias BaseKey = Rules.BaseKey
  @usableFromInline
  typealias BaseSectionKey = Rules.BaseSectionKey
  @usableFromInline
  typealias SectionKey = Rules.SectionKey
  @usableFromInline
  typealias ItemKey = Rules.ItemKey
  @usableFromInline
  typealias Core = SourceCore<Rules.SectionID, Rules.ItemID>

  @usableFromInline
  let rules: Rules
  @usableFromInline
  let core = Core()
  @usableFromInline
  let models: BaseModels<Base>
  @inlinable
  var base: Base { rules.base }

  @usableFromInline
  var list = EditableList<SectionKey, ItemKey>()
  /// The sections of each item, if items may be in several.
  @usableFromInline
  var memberships: [BaseKey: [SectionKey]] = [:]
  /// For each section, the item that is the first in the base; only if items have an order of their own.
  @usableFromInline
  var firsts: [SectionKey: BaseKey] = [:]
  /// The steps of the base that this list has not followed yet.
  @usableFromInline
  var pending = PendingUpdates<Base.SectionID, Base.ItemID>()
  @usableFromInline
  var work = DerivedWork<BaseKey>()
  /// The number of steps received from the base.
  @usableFromInline
  var received = 0
  /// Whether a search waits for an answer, so that the phase is ``LoadingPhase/refreshing``.
  @usableFromInline
  var isAwaiting = false

  /// The items that changed themselves since the last step.
  @usableFromInline
  var revised: Set<BaseKey> = []
  @usableFromInline
  var revisedSections: Set<SectionKey> = []
  /// The sections that the next step revises although the base's step does not.
  @usableFromInline
  var revisedAlong: Set<SectionKey> = []
  /// The number of touched items up to which the list is always edited, and never built anew.
  @usableFromInline
  var patience = 64

  @inlinable
  init(_ rules: Rules) {
    self.rules = rules
    models = BaseModels(rules.base)
  }

  /// Builds the first list, and follows the base from then on. Called at the end of the source's initializer.
  ///
  /// - Parameter step: makes the source's step. It must not retain the source.
  @inlinable
  func begin(step: @escaping () -> Core.Step?) {
    // Attached first, because a closure of the program may change the base while the list is built.
    base.core.attach(core) { [weak self] in self?.receive($0) }
    let content = gather(.all)
    list = EditableList(builder(for: content, replacing: nil))
    core.begin(with: list.snapshot, phase: phase)
    core.step = step
    // If the base is being edited, or was edited meanwhile, the items that were read belong to different versions. Ask
    // again.
    if base.core.isHeld || received > 0 { edit { $0.asksAll = true } }
  }

  @inlinable
  func receive(_ next: Base.Update) {
    pending.append(next)
    received += 1
  }

  /// Records work. It is performed at the end of the outermost change in progress.
  @inlinable
  func edit(_ note: (inout DerivedWork<BaseKey>) -> Void) {
    core.perform {
      note(&work)
      core.setNeedsSettling()
    }
  }

  /// Records work for the step that is about to be made.
  @inlinable
  func note(_ note: (inout DerivedWork<BaseKey>) -> Void) { note(&work) }

  /// The phase of the base; ``LoadingPhase/refreshing`` if the base is loaded or empty and a search waits for an
  /// answer.
  @inlinable
  var phase: LoadingPhase {
    let phase = base.phase
    return isAwaiting && (phase == .loaded || phase == .empty) ? .refreshing : phase
  }
}

extension DerivedList {
  /// Follows the base, and performs the recorded work.
  @inlinable
  func makeStep() -> Core.Step? {
    var (update, work) = (pending.take(), self.work)
    self.work = DerivedWork()
    (revised, revisedSections, revisedAlong) = ([], revisedAlong, [])
    let isOwn = !work.isEmpty
    if !work.askedAlong.isEmpty { work.asked.formUnion(work.askedAlong) }
    while true {
      let before = received
      follow(update, work)
      guard received != before, let next = pending.take() else { break }
      // A closure of the program changed the base, so the list was built from two versions. Build it again.
      update = update.map { $0.combined(with: next) } ?? next
      work.asksAll = true
    }
    let changes = list.isEdited ? list.commit().changes : .init()
    return Core.Step(snapshot: list.snapshot, changes: changes, phase: phase, following: update, isOwn: isOwn)
  }

  @inlinable
  func follow(_ update: Base.Update?, _ work: DerivedWork<BaseKey>) {
    let step = update.map { BaseStep($0) } ?? BaseStep()
    for item in step.items where item.isChanged { revised.insert(item.key) }
    revisedSections.formUnion(step.sectionsRevised.compactMap { rules.sectionKey(for: $0) })
    rules.note(left: step.left, changed: step.items.filter(\.isChanged).map(\.key))
    if work.asksAll {
      _ = rules.reconsider(sections: base.snapshot.sectionIDs, left: step.sectionsLeft)
      if update != nil || work.ordersItems || work.ordersSections {
        return replace(by: gather(.all))
      }
      let content = gather(.allAndCompare)
      guard isMuch(content.differing.count) else {
        return change(BaseStep(), answers: content.differing, work)
      }
      return replace(by: content)
    }
    let touches = touches(of: step, work)
    if work.ordersItems || isMuch(touches.count + step.left.count) { return replace(by: gather(.touched(touches))) }
    change(step, answers: ask(touches), work)
  }

  /// Whether building the list anew is cheaper than editing it for a number of items.
  @inlinable
  func isMuch(_ count: Int) -> Bool { count > patience && count * 4 > list.order.itemCount }

  /// Collects the items touched by a step and by the recorded work.
  @inlinable
  func touches(of step: BaseStep<Base.SectionID, Base.ItemID>, _ work: DerivedWork<BaseKey>) -> Touches {
    var touches = Touches()
    var again = rules.reconsider(sections: step.sectionsCame + step.sectionsRevised, left: step.sectionsLeft)
    again += step.sectionsRenamed
    for section in again { forEachBaseKey(in: section) { touches.note($0, in: section) } }
    if !rules.showsBaseSections {
      // The items of a moved section may now precede or follow other items of their groups.
      for section in step.sectionsMoved {
        forEachBaseKey(in: section) { touches.note($0, in: section, isAsked: false) }
      }
    }
    for key in work.asked {
      if let place = base.place(of: key), let section = base.sectionID(at: place.section) {
        touches.note(key, in: section)
      }
    }
    for item in step.items { touches.note(item.key, in: item.section) }
    return touches
  }

  @inlinable
  func forEachBaseKey(in section: BaseSectionKey, _ body: (BaseKey) -> Void) {
    guard let index = base.index(ofSection: section) else { return }
    let snapshot = base.snapshot
    guard index < snapshot.numberOfSections else { return }
    for element in snapshot.sections[index].items { body(element.id) }
  }

  /// The items to be examined again, each once.
  @usableFromInline
  struct Touches {
    @usableFromInline
    var rows: [(key: BaseKey, section: BaseSectionKey, isAsked: Bool)] = []
    @usableFromInline
    var indices: [BaseKey: Int] = [:]

    @inlinable
    var count: Int { rows.count }

    /// Records an item.
    ///
    /// - Parameter isAsked: whether the rules are asked about the item. If not, it remains in its sections.
    @inlinable
    mutating func note(_ key: BaseKey, in section: BaseSectionKey, isAsked: Bool = true) {
      if let index = indices[key] {
        rows[index] = (key, section, isAsked || rows[index].isAsked)
      } else {
        indices[key] = rows.count
        rows.append((key, section, isAsked))
      }
    }

    /// Whether the rules have to be asked about an item.
    @inlinable
    func asks(_ key: BaseKey) -> Bool { indices[key].map { rows[$0].isAsked } ?? false }

    @inlinable
    init() {}
  }

  /// An item with the sections in which it is to be shown.
  @usableFromInline
  typealias Answer = (key: BaseKey, membership: Membership<SectionKey>)

  /// Asks the rules about the touched items. The list is not edited meanwhile.
  @inlinable
  func ask(_ touches: Touches) -> [Answer] {
    touches.rows.map { touch in
      guard touch.isAsked else { return (touch.key, remembered(touch.key, in: touch.section)) }
      guard let item = baseItem(touch.key) else { return (touch.key, .none) }
      return (touch.key, rules.membership(of: touch.key, item, inSection: touch.section))
    }
  }

  /// The present sections of an item, without asking the rules.
  @inlinable
  func remembered(_ key: BaseKey, in section: BaseSectionKey) -> Membership<SectionKey> {
    guard let key = rules.onlyKey(for: key) else { return memberships[key].map { .several($0) } ?? .none }
    if let section = rules.sectionKey(for: section) { return list.holds(key) ? .one(section) : .none }
    guard let slot = list.items.slot(of: key), let location = list.order.location(of: slot) else { return .none }
    return .one(list.sections[location.section])
  }
}
