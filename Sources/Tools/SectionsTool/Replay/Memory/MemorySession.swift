import SectionedDataSources

/// A list in memory that a script edits, with the update of each batch.
final class MemorySession {
  typealias Update = ScriptList.Update

  let list: ScriptList
  /// The list before the last batch.
  private(set) var before: Version
  /// The update of the last batch; nil if nothing changed.
  private(set) var update: Update?
  private let log: AnomalyLog
  private var token: ObservationToken?

  init(_ script: MemoryScript) {
    let log = AnomalyLog()
    self.log = log
    list = ScriptList(script.content, anomalies: AnomalyHandler { log.add($0) })
    before = Version(list)
    token = list.observe { [unowned self] next in update = update.map { $0.combined(with: next) } ?? next }
  }

  /// Plays a batch as one update.
  ///
  /// - Throws: `LocatedProblem`. The list is then the same as before the batch.
  func play(_ batch: MemoryScript.Batch) throws {
    before = Version(list)
    update = nil
    do {
      switch batch.origin {
      case .program: try list.performUpdates { try play(batch.edits) }
      case .user: try list.performUpdates(origin: .user) { try play(batch.edits) }
      case .withoutAnimation: try list.withoutAnimation { try play(batch.edits) }
      case .silent: try list.silently { try play(batch.edits) }
      }
    } catch let refusal as Refusal {
      throw LocatedProblem(offset: refusal.offset, message: refusal.anomaly.message)
    }
  }

  private func play(_ edits: [MemoryEdit]) throws {
    for edit in edits {
      defer { log.endEdit() }
      do {
        try play(edit)
      } catch let refusal as Refusal where edit.isRefused {
        log.markLastAsRefusal(refusal.anomaly)
        continue
      }
      guard !edit.isRefused else {
        throw LocatedProblem(offset: edit.offset, message: "the edit was performed, not refused")
      }
    }
  }

  private func play(_ edit: MemoryEdit) throws {
    switch edit.kind {
    case .batch(let edits, let origin): try list.performUpdates(origin: origin?.updateOrigin) { try play(edits) }
    case .verb(let perform):
      do {
        try perform(list)
      } catch let anomaly as DataSourceAnomaly {
        throw Refusal(offset: edit.offset, anomaly: anomaly)
      }
    }
  }

  /// Returns the anomalies that the list has reported since the last call.
  func takeAnomalies() -> [ReportedAnomaly] { log.take() }

  /// An edit that the list refused, with its offset in the script.
  private struct Refusal: Error {
    let offset: Int
    let anomaly: DataSourceAnomaly
  }
}
