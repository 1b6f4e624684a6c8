import Foundation
import SectionedChanges

extension LoadingDataSource where Section: Codable, Item: Codable, Cursor: Codable {
  /// Whether the list can be archived: true unless something is being loaded. If it is false, ``archive(date:)``
  /// throws.
  public var canBeArchived: Bool { SourceArchive<Section, Item>.canArchive(machine.phase) }

  /// Copies the list and its loading state. Sections, items and cursors have to be `Codable`. Pages before the first one
  /// are part of the list; one that is being loaded can be loaded after a restoration.
  ///
  /// - Parameter date: the date of the archive.
  /// - Throws: `wrongPhase` while something is being loaded; the error of encoding the cursor.
  /// - Complexity: O(rows).
  public func archive(date: Date = Date()) throws -> SourceArchive<Section, Item> {
    guard canBeArchived else {
      throw wrongPhase("archive: the list is \(machine.phase); it can be archived when that has ended.")
    }
    return SourceArchive(
      content.content, phase: machine.phase, date: date, hasMore: machine.hasMore,
      cursor: try encoded(cursor), failure: error.map(Placeholder.message),
      earlier: hasEarlier ? .init(cursor: try encoded(earlier.cursor)) : nil)
  }

  private func encoded(_ cursor: Cursor?) throws -> Data? { try cursor.map { try PropertyListEncoder().encode([$0]) } }

  /// - Throws: `damagedArchive` if the data is no encoded cursor of the list.
  private func decoded(_ data: Data?) throws -> Cursor? {
    guard let data else { return nil }
    guard SourceArchive<Section, Item>.isBinary(data),
      let values = try? PropertyListDecoder().decode([Cursor].self, from: data), let value = values.first
    else {
      let anomaly = DataSourceAnomaly(.damagedArchive, "restore: the archive's cursor is no \(Cursor.self).")
      anomalies.report(anomaly)
      throw anomaly
    }
    return value
  }

  /// Shows the content of an archive, and loads current content meanwhile.
  ///
  /// The current content replaces the archived content completely. If the list was loaded in pages, only the first page
  /// remains, unless the loader answers ``LoadingRequest/refresh`` with as many items as are shown. To keep the pages,
  /// set `refreshes` to false.
  ///
  /// The phase is then ``LoadingPhase/refreshing``. A loading in progress continues as this refresh; otherwise a
  /// loading begins. If it is cancelled, the phase becomes that of the archive. If a closure that the source calls
  /// calls this method, the archive is shown after the current event.
  ///
  /// - Parameters:
  ///   - archive: the archive.
  ///   - refreshes: whether the content is loaded again; if not, a loading in progress ends with the archive.
  /// - Throws: `wrongPhase` unless ``canBeRestored`` is true (if it becomes false before the archive is shown, the
  ///   anomaly is only reported); `damagedArchive` if a cursor is of another type. The list is then unchanged.
  /// - Complexity: O(rows).
  public func restore(from archive: SourceArchive<Section, Item>, refreshes: Bool = true) throws {
    let cursors = (next: try decoded(archive.cursor), earlier: try decoded(archive.earlier?.cursor))
    guard canBeRestored else { throw wrongPhase("restore: the list is \(machine.phase) already.") }
    handle { [self] in
      // An earlier event may have loaded content.
      guard canBeRestored else { return _ = wrongPhase("restore: the list is \(machine.phase) already.") }
      restoreNow(from: archive, cursors, refreshes: refreshes)
    }
  }

  /// Whether an archive can be shown: no content was loaded or declared yet, or an empty list is being refreshed.
  public var canBeRestored: Bool {
    switch machine.phase {
    case .initial, .loading: true
    case .refreshing: content.numberOfItems == 0
    case .appending, .loaded, .empty, .failed: false
    }
  }

  private func restoreNow(
    from archive: SourceArchive<Section, Item>, _ cursors: (next: Cursor?, earlier: Cursor?), refreshes: Bool
  ) {
    var refreshes = refreshes
    if refreshes, current == nil, start == nil {
      anomalies.report(.init(.noLoader, "restore: this source has nothing that loads."))
      refreshes = false
    }
    var next = machine
    guard next.restore(archive.equivalentResult, hasMore: archive.hasMore, refreshes: refreshes) else { return }
    let loading = current
    dropRetry()
    dropEarlier()
    if !refreshes { loading?.drop() }
    transition(to: next.phase) { [self] in
      putIn { content.set(archive.content) }
      machine = next
      cursor = cursors.next
      earlier.follow(cursors.earlier, hasMore: archive.earlier != nil)
      error = archive.phase == .failed ? ArchivedFailure(archive.failure ?? "") : nil
      if !refreshes { current = nil }
    } then: { [self] in
      if refreshes, loading == nil { beginLoading() }
    }
    guard !refreshes, let loading else { return }
    let outcome: Outcome =
      if let error { .failed(error) } else { .page(page(of: archive, cursors)) }
    didLoad?(loading, outcome)
    loading.answer(outcome)
  }

  /// The page whose loading would have ended with an archive.
  private func page(
    of archive: SourceArchive<Section, Item>, _ cursors: (next: Cursor?, earlier: Cursor?)
  ) -> Page {
    Page(
      archive.content, cursor: cursors.next, hasMore: archive.hasMore, earlier: cursors.earlier,
      hasEarlier: archive.earlier != nil)
  }

  private func wrongPhase(_ message: String) -> DataSourceAnomaly {
    let anomaly = DataSourceAnomaly(.wrongPhase, message)
    anomalies.report(anomaly)
    return anomaly
  }
}
