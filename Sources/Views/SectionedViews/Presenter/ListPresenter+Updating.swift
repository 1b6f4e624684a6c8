import SectionedChanges
import SectionedDataSources

extension ListPresenter {
  /// Reloads the view without animation. It then shows all changes that waited, silent ones included.
  public func reload() {
    if mustWait {
      // Called while the view is asking or being updated, so the reload has to wait.
      reloadIsWanted = true
      return
    }
    if let view, !view.canReload {
      reloadIsWanted = true
      return waitForBatch()
    }
    let update = waiting ?? nothingNew
    (silent, pending) = (nil, nil)
    show(update, update.facts, .reload(hasShown ? .asked : .first), in: view)
    showPending()
  }

  /// Configures all visible cells, headers and footers again, in place. Call it when something has changed that they
  /// show in addition to their models. A cell is replaced if another rule applies to it now. A view without
  /// ``ListView/anchors``, as by default, is reloaded.
  ///
  /// - Complexity: O(sections + visible items), or that of the reload.
  public func configureVisible() {
    guard let view, hasShown else { return }
    if mustWait {
      configurationIsWanted = true
      return
    }
    let items = view.anchors.map(\.place).filter(holds).sorted()
    if !items.isEmpty || shown.numberOfItems == 0 {
      configureAgain(sections: Array(0..<numberOfSections), items: items, in: view)
    } else if view.canReload {
      countsAreWanted = false
      configure(view) { view.reload() }
    } else {
      configurationIsWanted = true
      return waitForBatch()
    }
    showPending()
  }

  private func configureAgain(sections: [Int], items: [ItemPlace], in view: any ListView) {
    if sections.count == numberOfSections { countsAreWanted = false }
    configure(view) { configure(sections: sections, items: items, in: view) }
  }

  /// Calls a closure that configures parts of the view, and restores selection, edited item and scroll position.
  func configure(_ view: any ListView, _ body: () -> Void) {
    isPresenting = true
    let position = position(of: view)
    body()
    if view.hasOpenBatch {
      wait(position, since: shown, Update.ChangeSet(), to: shown)
    } else {
      restore(position, after: Update.ChangeSet(), in: view)
    }
    isPresenting = false
  }

  func showPending() {
    while !mustWait {
      if reloadIsWanted {
        reloadIsWanted = false
        reload()
      } else if let update = pending {
        pending = nil
        take(update, update.facts)
      } else if configurationIsWanted {
        configurationIsWanted = false
        configureVisible()
      } else if countsAreWanted {
        configureAllCounts()
      } else if hasMissing, let view, hasShown, let found = takeFound() {
        configureAgain(sections: found.sections, items: found.items, in: view)
      } else if joined != nil, let view {
        restoreJoined(in: view)
      } else {
        return
      }
    }
  }

  func take(_ update: Update, _ facts: UpdateFacts) {
    guard holds == 0 else {
      pending = pending?.combined(with: update) ?? update
      return
    }
    if facts.origin == .silent, view != nil {
      silent = silent?.combined(with: update) ?? update
      return
    }
    if let silent {
      let whole = silent.combined(with: update)
      self.silent = nil
      show(whole, whole.facts)
    } else {
      show(update, facts)
    }
  }

  private func show(_ update: Update, _ facts: UpdateFacts) {
    var view = view
    let showing = showing(of: update, facts, in: view)
    // The program's rule may have set another view, which has been reloaded by that.
    if hasReloadRule { view = self.view }
    if case .reload = showing, let view, !view.canReload {
      pending = update
      return waitForBatch()
    }
    show(update, facts, showing, in: view)
  }

  /// The update from the shown list to the source's list; nil if no changes wait.
  var waiting: Update? {
    guard let silent else { return pending }
    return pending.map { silent.combined(with: $0) } ?? silent
  }

  private func showing(of update: Update, _ facts: UpdateFacts, in view: (any ListView)?) -> PresentationKind {
    if facts.changeCount == 0 { return .nothing }
    guard let view else { return .reload(.offScreen) }
    guard hasShown else { return .reload(.first) }
    guard view.isOnScreen else { return .reload(.offScreen) }
    if facts.changeCount > animationLimit { return .reload(.manyChanges) }
    if hasReloadRule, reloadsInsteadOf(update) { return .reload(.asked) }
    return facts.one.map { .one($0) } ?? .batches
  }

  private func plan(of update: Update) -> Plan {
    if case .batches(let plan)? = presentation { return plan }
    do {
      return try core.planning(update)
    } catch {
      fatalError("A source's changes do not fit its list (\(error)). This is a fault of the source; report it.")
    }
  }

  /// The presentation that is passed to the program's closures. It is made only if one of them is set, because it needs
  /// a plan.
  private func presentation(_ showing: PresentationKind, of update: Update) -> Presentation {
    if let presentation { return presentation }
    let result: Presentation =
      switch showing {
      case .nothing: .nothing
      case .reload(let reason): .reload(reason)
      case .batches, .one: .batches(plan(of: update))
      }
    presentation = result
    return result
  }

  private func show(_ update: Update, _ facts: UpdateFacts, _ showing: PresentationKind, in view: (any ListView)?) {
    isPresenting = true
    willUpdate?(update, presentation(showing, of: update))
    willShow?(update, presentation(showing, of: update))
    // The closures may have set another view, which is reloaded next. Without closures the weak reference is not read
    // again, because that takes longer than most calls of the view.
    let isSame = willUpdate == nil && willShow == nil
    if let view = isSame ? view : self.view, hasShown || !reloadIsWanted {
      switch showing {
      case .nothing: setShown(update.new, after: update.changes)
      case .reload: reload(view, update, facts)
      case .batches: perform(plan(of: update), view, update, facts)
      case .one(let one): perform(one, view, update, facts)
      }
      hasShown = true
    } else {
      setShown(after: update, facts)
    }
    if let announcement { announce(announcement, update, showing) }
    didShow?(update, presentation(showing, of: update))
    didUpdate?(update, presentation(showing, of: update))
    if presentation != nil { presentation = nil }
    isPresenting = false
  }

  private func announce(
    _ announcement: (Update) -> String?, _ update: Update, _ showing: PresentationKind
  ) {
    switch showing {
    case .nothing, .reload(.first), .reload(.offScreen): return
    case .reload, .batches, .one: if let text = announcement(update) { view?.announce(text) }
    }
  }

  private func isAnimated(_ facts: UpdateFacts, in view: any ListView) -> Bool {
    facts.origin != .withoutAnimation && facts.changeCount <= animatedChangeLimit && !view.reducesMotion
  }

  private func reload(_ view: any ListView, _ update: Update, _ facts: UpdateFacts) {
    let (position, changes) = takePosition(of: view, update)
    setShown(after: update, facts)
    countsAreWanted = false
    view.reload()
    restore(position, after: changes, in: view)
  }

  private func perform(_ plan: Plan, _ view: any ListView, _ update: Update, _ facts: UpdateFacts) {
    let (position, changes) = takePosition(of: view, update)
    var isNext = true
    func showNext() {
      if isNext { setShown(after: update, facts) }
      isNext = false
    }
    for (index, next) in plan.stages.enumerated() {
      view.perform(ListBatch(next.changes), animated: isAnimated(facts, in: view)) { [self] in
        showNext()
        // After the last stage the view has the new list, which returns answers faster than a stage.
        stage = index == plan.stages.count - 1 ? nil : next.after
      }
      if view.hasOpenBatch {
        countsAreWanted = true
        return wait(with: next.after.remaining, of: update, refreshes: plan.refresh != nil, position)
      }
    }
    stage = nil
    showNext()
    if let refresh = plan.refresh { configure(sections: refresh.sections, items: refresh.items, in: view) }
    let counted = update.changes.countedSections(without: plan.refresh?.sections ?? [])
    configureCounts(ofSections: counted, in: view)
    // A replaced cell has joined an open batch of the program.
    if view.hasOpenBatch { return wait(position, since: update.old, update.changes, to: update.new) }
    restore(position, after: changes, in: view)
  }

  /// Shows a change of one item. Its plan has at most one stage.
  private func perform(_ one: OneItemChange, _ view: any ListView, _ update: Update, _ facts: UpdateFacts) {
    if joined != nil { return perform(plan(of: update), view, update, facts) }
    assert(isPlan(one, of: update))
    let position = position(of: view)
    var isNext = true
    func showNext() {
      if isNext { setShown(after: update, facts) }
      isNext = false
    }
    if one.updated == nil {
      view.perform(ListBatch(one), animated: isAnimated(facts, in: view), showNext: showNext)
      if view.hasOpenBatch {
        countsAreWanted = true
        return wait(with: Update.ChangeSet(), of: update, refreshes: one.configured != nil, position)
      }
    }
    showNext()
    if let configured = one.configured { configure(configured, in: view) }
    configureCounts(ofSections: one.countedSections, in: view)
    if view.hasOpenBatch { return wait(position, since: update.old, update.changes, to: update.new) }
    if position.isEmpty { selectNothing(in: view) } else { restore(position, after: update.changes, in: view) }
  }

  private func isPlan(_ one: OneItemChange, of update: Update) -> Bool {
    let plan = plan(of: update)
    return plan.stages.map { ListBatch($0.changes) } == (one.updated == nil ? [ListBatch(one)] : [])
      && plan.refresh?.items ?? [] == one.configured.map { [$0] } ?? [] && plan.refresh?.sections.isEmpty != false
  }

  /// Configures the changed elements in place, after the stages. A cell is replaced if another rule applies to it now.
  private func configure(sections: [Int], items: [ItemPlace], in view: any ListView) {
    if !sections.isEmpty { view.configureSections(at: sections) }
    if view.hasOpenBatch {
      // Replaced sections have joined an open batch of the program, in which none of their cells can be configured.
      configurationIsWanted = true
      return
    }
    let replaced = items.filter { hasOtherRule($0, in: view) }
    let kept = replaced.isEmpty ? items : items.filter { !hasOtherRule($0, in: view) }
    if !kept.isEmpty { view.configureItems(at: kept) }
    if replaced.isEmpty { return }
    if view.hasOpenBatch {
      configurationIsWanted = true
    } else {
      view.reloadItems(at: replaced)
    }
  }

  /// Configures one changed item in place, or replaces its cell.
  private func configure(_ place: ItemPlace, in view: any ListView) {
    if hasOtherRule(place, in: view) { view.reloadItems(at: [place]) } else { view.configureItems(at: [place]) }
  }

  /// Whether the cell at a place was made by another rule than the one that applies now.
  private func hasOtherRule(_ place: ItemPlace, in view: any ListView) -> Bool {
    guard let identifier = view.cellIdentifier(at: place), let wanted = cellIdentifier(place) else { return false }
    return identifier != wanted
  }

  private var nothingNew: Update {
    Update(
      old: shown, new: shown, changes: Update.ChangeSet(), oldPhase: source.phase, phase: source.phase,
      origin: .program, source: source.identity)
  }
}
