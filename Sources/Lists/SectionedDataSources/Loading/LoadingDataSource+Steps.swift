import SectionedChanges

extension LoadingDataSource {
  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    let update = pending.take()
    let isLoaded = isApplying
    isApplying = false
    followContent()
    return .init(
      snapshot: content.snapshot, changes: update?.changes ?? Update.ChangeSet(), phase: machine.phase,
      following: isLoaded ? nil : update)
  }

  /// Updates the phase if the list was emptied or filled by hand.
  private func followContent() {
    let isEmpty = content.numberOfItems == 0
    guard isEmpty != wasEmpty else { return }
    if isHandling {
      // A closure made this edit during another phase change. That change ends first.
      handle { [self] in followContentLater() }
      return
    }
    wasEmpty = isEmpty
    let old = machine.phase
    guard machine.contentChanged(isEmpty: isEmpty) else { return }
    appendError = nil
    // This observer is notified after all present ones, and of this update only.
    lastFlip += 1
    let number = lastFlip
    flips[number] = core.observe { [weak self] _ in
      guard let self else { return }
      flips[number] = nil
      handle { [self] in
        notifyLoading()
        didTransition?(old)
      }
    }
  }

  private func followContentLater() {
    let isEmpty = content.numberOfItems == 0
    guard isEmpty != wasEmpty else { return }
    wasEmpty = isEmpty
    var next = machine
    guard next.contentChanged(isEmpty: isEmpty) else {
      machine = next
      return
    }
    transition(to: next.phase) { [self] in machine = next }
  }

  public func item(for id: ListedID<ItemID>) -> Item? { content.item(for: id) }

  public func section(for id: ListedID<SectionID>) -> Section? { content.section(for: id) }

  public func place(of id: ListedID<ItemID>) -> ItemPlace? { content.place(of: id) }

  public func index(ofSection id: ListedID<SectionID>) -> Int? { content.index(ofSection: id) }

  public func forEachItem(inSection section: Int, _ body: (ListedID<ItemID>, Item) -> Void) {
    if core.isHeld { forEachShownItem(inSection: section, body) } else { content.forEachItem(inSection: section, body) }
  }
}
