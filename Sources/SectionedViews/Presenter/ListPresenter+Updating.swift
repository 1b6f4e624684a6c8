import SectionedChanges
import SectionedDataSources

extension ListPresenter {
  /// Shows the list without animation, with all that waits.
  public func reload() {
    if mustWait {
      // Within a callback of the view: when the view is done.
      reloadIsWanted = true
      return
    }
    if let view, !view.canReload {
      reloadIsWanted = true
      return waitForBatch()
    }
    let update = waiting ?? nothingNew
    (silent, pending) = (nil, nil)
    show(update, .reload(hasShown ? .asked : .first))
    showPending()
  }

  /// Configures all that is visible again, in place: what the cells show depends on more than their models, and that has
  /// changed. A cell that another rule makes now is replaced.
  public func configureVisible() {
    guard let view, hasShown else { return }
    if mustWait {
      configurationIsWanted = true
      return
    }
    configureAgain(sections: Array(0..<numberOfSections), items: view.anchors.map(\.place).sorted(), in: view)
    showPending()
  }

  private func configureAgain(sections: [Int], items: [ItemPlace], in view: any ListView) {
    isPresenting = true
    let position = position(of: view)
    configure(sections: sections, items: items, in: view)
    if view.hasOpenBatch {
      wait(position, since: shown, Update.ChangeSet(), to: shown)
    } else {
      restore(position, after: Update.ChangeSet(), in: view)
    }
    isPresenting = false
  }

  func receive(_ update: Update) {
    if mustWait {
      pending = pending?.combined(with: update) ?? update
    } else {
      take(update)
      showPending()
    }
  }

  func showPending() {
    while !mustWait {
      if reloadIsWanted {
        reloadIsWanted = false
        reload()
      } else if let update = pending {
        pending = nil
        take(update)
      } else if configurationIsWanted {
        configurationIsWanted = false
        configureVisible()
      } else if let view, hasShown, let found = takeFound() {
        configureAgain(sections: found.sections, items: found.items, in: view)
      } else if let view, joined != nil {
        restoreJoined(in: view)
      } else {
        return
      }
    }
  }

  func take(_ update: Update) {
    guard holds == 0 else {
      pending = pending?.combined(with: update) ?? update
      return
    }
    if update.origin == .silent, view != nil {
      silent = silent?.combined(with: update) ?? update
      return
    }
    let whole = silent?.combined(with: update) ?? update
    silent = nil
    let presentation = presentation(of: whole)
    if case .reload = presentation, let view, !view.canReload {
      pending = whole
      return waitForBatch()
    }
    show(whole, presentation)
  }

  /// What leads from the list that is shown to the source's.
  var waiting: Update? {
    guard let silent else { return pending }
    return pending.map { silent.combined(with: $0) } ?? silent
  }

  private func presentation(of update: Update) -> Presentation {
    if update.changeCount == 0 { return .nothing }
    guard let view else { return .reload(.offScreen) }
    guard hasShown else { return .reload(.first) }
    guard view.isOnScreen else { return .reload(.offScreen) }
    if update.changeCount > animationLimit { return .reload(.manyChanges) }
    if reloadsInsteadOf(update) { return .reload(.asked) }
    do {
      return .batches(try source.core.planning(update))
    } catch {
      fatalError("A source's changes do not fit its list (\(error)). This is a fault of the source; report it.")
    }
  }

  func show(_ update: Update, _ presentation: Presentation) {
    isPresenting = true
    willUpdate?(update, presentation)
    willShow?(update, presentation)
    if let view {
      switch presentation {
      case .nothing: setShown(update.new, after: update.changes)
      case .reload: reload(view, update)
      case .batches(let plan): perform(plan, view, update)
      }
      hasShown = true
    } else {
      setShown(update.new, after: update.changes)
    }
    didShow?(update, presentation)
    didUpdate?(update, presentation)
    isPresenting = false
  }

  private func reload(_ view: any ListView, _ update: Update) {
    let (position, changes) = takePosition(of: view, update)
    setShown(update.new, after: update.changes)
    view.reload()
    restore(position, after: changes, in: view)
  }

  private func perform(
    _ plan: UpdatePlan<ListedID<Source.SectionID>, ListedID<Source.ItemID>>, _ view: any ListView, _ update: Update
  ) {
    let (position, changes) = takePosition(of: view, update)
    var isNext = true
    func showNext() {
      if isNext { setShown(update.new, after: update.changes) }
      isNext = false
    }
    for (index, next) in plan.stages.enumerated() {
      view.perform(ListBatch(next.changes), animated: update.origin != .withoutAnimation) { [self] in
        showNext()
        // The last stage leads to the new list, which a view is answered from sooner than from a stage.
        stage = index == plan.stages.count - 1 ? nil : next.after
      }
      if view.hasOpenBatch { return wait(after: next, of: update, refreshes: plan.refresh != nil, position) }
    }
    stage = nil
    showNext()
    if let refresh = plan.refresh { configure(sections: refresh.sections, items: refresh.items, in: view) }
    // A cell that was replaced belongs to a batch of the program's own.
    if view.hasOpenBatch { return wait(position, since: update.old, update.changes, to: update.new) }
    restore(position, after: changes, in: view)
  }

  /// Configures what changed, at last and in place; a cell that another rule makes now is replaced.
  private func configure(sections: [Int], items: [ItemPlace], in view: any ListView) {
    if !sections.isEmpty { view.configureSections(at: sections) }
    if view.hasOpenBatch {
      // Sections that were replaced belong to a batch of the program's own, and no cell can be beside them.
      configurationIsWanted = true
      return
    }
    let isOther = { (place: ItemPlace) -> Bool in
      guard let identifier = view.cellIdentifier(at: place), let wanted = self.cellIdentifier(place) else {
        return false
      }
      return identifier != wanted
    }
    let replaced = items.filter(isOther)
    let kept = replaced.isEmpty ? items : items.filter { !isOther($0) }
    if !kept.isEmpty { view.configureItems(at: kept) }
    if replaced.isEmpty { return }
    if view.hasOpenBatch {
      configurationIsWanted = true
    } else {
      view.reloadItems(at: replaced)
    }
  }

  private var nothingNew: Update {
    Update(
      old: shown, new: shown, changes: Update.ChangeSet(), oldPhase: source.phase, phase: source.phase,
      origin: .program, source: source.identity)
  }
}
