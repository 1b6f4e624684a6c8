extension LoadingDataSource: LoadingState {
  public var hasMore: Bool { machine.hasMore }

  /// Asks for the content; where there is some, or a known lack of it, for it anew. While content is being loaded it
  /// begins again. While more is being appended, that page is dropped: the newer request wins.
  public func load() { ask(.load) }

  /// The same as ``load()``, by the name of what a user does.
  public func refresh() { ask(.refresh) }

  /// Asks for what follows. Nothing happens unless the content is loaded and there may be more.
  public func append() { ask(.append) }

  /// Asks to do again what failed, a whole loading or one that appended. Nothing happens where nothing failed.
  public func retry() { ask(.retry) }

  /// Takes the content that is there as loaded. Nothing happens while something is being loaded.
  public func declareLoaded() { ask(.declareLoaded) }

  /// Takes the lack of content as loaded. Nothing happens while something is being loaded.
  public func declareEmpty() { ask(.declareEmpty) }

  /// Gives up what was asked for in this turn, and what is being loaded. Unlike the others it does not wait for the next
  /// turn.
  ///
  /// The phase is then the one in which the loading began, ``LoadingPhase/initial`` too.
  public func cancel() {
    asked = nil
    dropRetry()
    handle { [self] in
      if let current { end(current, with: .cancelled) }
    }
  }

  /// Asks for the content if nothing was ever asked for: as a list does that comes on the screen.
  public func loadIfNeeded() { if machine.phase == .initial, asked == nil { load() } }

  /// Calls a closure when the content is loaded, is known to be empty, or could not be loaded: now where it is so
  /// already, else when it first is.
  public func whenLoaded(_ body: @escaping () -> Void) {
    handle { [self] in waitingForContent.append(body) }
  }

  public func observeLoading(_ notify: @escaping () -> Void) -> ObservationToken {
    lastNotifier += 1
    let number = lastNotifier
    notifiers.append((number, notify))
    return ObservationToken { [weak self] in
      let gone = self?.notifiers.takeFirst { $0.number == number }
      withExtendedLifetime(gone) {}
    }
  }
}

extension LoadingDataSource {
  private func ask(_ request: LoadingMachine.Request) {
    asked = request
    dropRetry()
    guard !isScheduled else { return }
    isScheduled = true
    scheduler.schedule { [weak self] in
      guard let self else { return }
      isScheduled = false
      guard let request = asked else { return }
      asked = nil
      handle { [self] in perform(request) }
    }
  }

  /// Lets something happen when nothing else is happening.
  func handle(_ event: @escaping () -> Void) {
    waiting.append(event)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while true {
      if !waiting.isEmpty {
        waiting.removeFirst()()
      } else if !machine.phase.isLoading, machine.phase != .initial, !waitingForContent.isEmpty {
        waitingForContent.removeFirst()()
      } else {
        return
      }
    }
  }

  /// Tries again after a while, where there is another try.
  func planRetry() {
    guard failures > 0, failures <= timing.retryDelays.count, cancelRetry == nil else { return }
    cancelRetry = timer.after(timing.retryDelays[failures - 1]) { [weak self] in
      guard let self else { return }
      cancelRetry = nil
      handle { [self] in perform(.retry) }
    }
  }

  func dropRetry() {
    cancelRetry?()
    cancelRetry = nil
  }
}
