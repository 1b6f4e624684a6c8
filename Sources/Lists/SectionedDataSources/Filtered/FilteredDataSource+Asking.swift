import SectionedChanges

// Searches that are answered later.
extension FilteredDataSource {
  /// Makes a source that shows the matches of a query that is answered later, for example by a server or on another
  /// thread.
  ///
  /// Until a query is answered, the shown list remains, and the phase is ``LoadingPhase/refreshing``. A new query
  /// cancels all questions before it. An item that is inserted during a search is shown when an answer contains it as a
  /// match. An item that changes remains shown or hidden until it is answered.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without a match are shown during a search.
  ///   - keepsEmptySectionsAtRest: whether sections without an item are shown while there is no search.
  ///   - asking: called with each question. Answer it at once or later, on the actor or queue on which the source is
  ///     used.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(
    _ base: Base, keepsEmptySections: Bool = false, keepsEmptySectionsAtRest: Bool = true,
    asking: @escaping (SearchQuestion<ItemID>) -> Void
  ) {
    let rules = FilterRules(base)
    rules.keepsEmptySections = keepsEmptySections
    rules.keepsEmptySectionsAtRest = keepsEmptySectionsAtRest
    rules.notes = ([], [])
    self.init(rules, pendingSearches: PendingSearches(asking))
  }

  /// Makes a source that shows the matches of a query that an asynchronous closure answers.
  ///
  /// It behaves as ``init(_:keepsEmptySections:keepsEmptySectionsAtRest:asking:)``. If an answer is no longer needed,
  /// the task that calls the closure is cancelled.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without a match are shown during a search.
  ///   - keepsEmptySectionsAtRest: whether sections without an item are shown while there is no search.
  ///   - isolation: the actor on which the source is used.
  ///   - search: returns the items that match a query, among the given ones. These are all items of the base, or, when
  ///     the base changes during a search, the changed ones.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(
    _ base: Base, keepsEmptySections: Bool = false, keepsEmptySectionsAtRest: Bool = true,
    isolation: isolated any Actor,
    search: @escaping @Sendable (SearchQuery, [ListedID<ItemID>]) async -> Set<ListedID<ItemID>>
  ) {
    let actor = isolation
    self.init(
      base, keepsEmptySections: keepsEmptySections, keepsEmptySectionsAtRest: keepsEmptySectionsAtRest
    ) { question in
      let box = QuestionBox(question)
      let (query, candidates) = (question.query, question.candidates)
      let task = Task {
        let matches = await search(query, candidates)
        await box.answer(matches, on: actor)
      }
      question.onCancel = { task.cancel() }
    }
  }

  /// Makes a source that shows the matches of a query that an asynchronous closure finds in the models.
  ///
  /// It behaves as ``init(_:keepsEmptySections:keepsEmptySectionsAtRest:asking:)``.
  ///
  /// - Parameters:
  ///   - base: the source whose items are shown.
  ///   - keepsEmptySections: whether sections without a match are shown during a search.
  ///   - keepsEmptySectionsAtRest: whether sections without an item are shown while there is no search.
  ///   - isolation: the actor on which the source is used.
  ///   - search: returns the items that match a query, among the given ones. These are all items of the base, or, when
  ///     the base changes during a search, the changed ones.
  /// - Complexity: O(rows).
  @inlinable
  public convenience init(
    _ base: Base, keepsEmptySections: Bool = false, keepsEmptySectionsAtRest: Bool = true,
    isolation: isolated any Actor,
    searchingItems search:
      @escaping @Sendable (SearchQuery, [(id: ListedID<ItemID>, item: Item)]) async -> Set<ListedID<ItemID>>
  ) where Item: Sendable {
    let actor = isolation
    self.init(
      base, keepsEmptySections: keepsEmptySections, keepsEmptySectionsAtRest: keepsEmptySectionsAtRest
    ) { [unowned base] question in
      let box = QuestionBox(question)
      let query = question.query
      let items = question.candidates.compactMap { id in base.item(for: id).map { (id: id, item: $0) } }
      let task = Task {
        let matches = await search(query, items)
        await box.answer(matches, on: actor)
      }
      question.onCancel = { task.cancel() }
    }
  }

  /// Whether a question has not been answered yet.
  @inlinable
  public var isAwaitingAnswer: Bool { pendingSearches?.isAwaiting ?? false }
}

extension FilteredDataSource {
  @inlinable
  func makeStep() -> SourceCore<SectionID, ItemID>.Step? {
    guard let pendingSearches else { return derived.makeStep() }
    let needsWhole = pendingSearches.needsWhole
    pendingSearches.needsWhole = false
    if needsWhole, !query.isSearching {
      pendingSearches.cancelAll()
      rules.matches = nil
      rules.isAnswered = false
      derived.note { $0.asksAll = true }
    }
    if needsWhole, query.isSearching, rules.matches == nil {
      // The list of the last step. Items inserted in this step must already wait for an answer.
      rules.matches = Set(core.snapshot.sections.flatMap { section in section.items.map { $0.id } })
    }
    var step = derived.makeStep()
    let notes = rules.notes ?? ([], [])
    rules.notes = ([], [])
    var question: SearchQuestion<ItemID>?
    if query.isSearching {
      for key in notes.left { pendingSearches.forget(key) }
      if needsWhole {
        let all = base.snapshot.sections.flatMap { section in section.items.map { $0.id } }
        question = pendingSearches.question(query, about: all, isWhole: true)
      } else {
        let places = notes.changed.compactMap { key in base.place(of: key).map { (key, $0) } }
        let changed = places.sorted { $0.1 < $1.1 }.map(\.0)
        if !changed.isEmpty { question = pendingSearches.question(query, about: changed, isWhole: false) }
      }
    }
    derived.isAwaiting = pendingSearches.isAwaiting
    if step == nil, derived.phase != core.phase { step = .init(snapshot: core.snapshot, changes: .init()) }
    step?.phase = derived.phase
    if let question { pendingSearches.send(question) }
    return step
  }

  /// Applies an answer, as one step.
  @inlinable
  func take(_ answer: PendingSearches<ItemID>.Answer) {
    core.perform {
      var matches = rules.matches ?? []
      if answer.isWhole {
        matches = answer.matches.union(answer.undecided.filter { derived.list.holds($0) })
      } else {
        matches.subtract(answer.candidates)
        matches.formUnion(answer.matches)
      }
      let before = rules.matches
      rules.matches = matches
      let isFirst = answer.isWhole && !rules.isAnswered
      if isFirst { rules.isAnswered = true }
      derived.edit { work in
        // The first answer of a search may hide the sections without a match.
        if isFirst { work.looksAtSections = true }
        if let before {
          work.asked.formUnion(answer.isWhole ? before.symmetricDifference(matches) : Set(answer.candidates))
        } else {
          work.asksAll = true
        }
      }
    }
  }
}

/// A box that carries a question to a task and back.
///
/// It is unchecked because the type of a question names no actor. The task only retains the question, and answers it on
/// the actor on which the source is used.
@usableFromInline
struct QuestionBox<ItemID: Hashable & Sendable>: @unchecked Sendable {
  @usableFromInline
  let question: SearchQuestion<ItemID>

  @inlinable
  init(_ question: SearchQuestion<ItemID>) { self.question = question }

  @inlinable
  func answer(_ matches: Set<ListedID<ItemID>>, on actor: isolated any Actor) { question.answer(matches) }
}
