#if !canImport(Darwin)
  import CoreData
  import Foundation

  extension MisreportRelay {
    /// Returns the batches of calls that the delegate gets for an event.
    func spoiledBatches() -> [[Report]] {
      var spoiled = spoiledSections() + reports.flatMap(spoil)
      if isDrawn(.updateOfUnchanged), let row = anyRow() { spoiled.append(row) }
      if misreports.contains(.shuffled) { spoiled.shuffle(using: &random) }
      var batches = [spoiled]
      if isDrawn(.halved) {
        let half = random.below(spoiled.count + 1)
        batches = [Array(spoiled[..<half]), Array(spoiled[half...])]
      }
      return misreports.contains(.empty) ? [[]] + batches + [[]] : batches
    }

    private func spoiledSections() -> [Report] {
      let sections = reports.filter { if case .section = $0 { true } else { false } }
      let earlier = lateSections
      lateSections = []
      if isDrawn(.lateSections) {
        lateSections = sections
        return earlier
      }
      return isDrawn(.noSections) ? earlier : earlier + sections
    }

    private func spoil(_ report: Report) -> [Report] {
      guard case .object(let object, let old, let type, let new) = report else { return [] }
      switch type {
      case .insert: return isDrawn(.updateOfEach) ? [report, .object(object, new, .update, new)] : [report]
      case .delete: return isDrawn(.updateOfEach) ? [.object(object, old, .update, old), report] : [report]
      case .move:
        if isDrawn(.moveAsUpdate) { return [.object(object, old, .update, nil)] }
        if isDrawn(.deletionAndInsertion) {
          return [.object(object, old, .delete, nil), .object(object, nil, .insert, new)]
        }
        if isDrawn(.updateAndMove) { return [.object(object, old, .update, old), report] }
        return isDrawn(.wrongPlaces) ? [.object(object, nil, .move, new)] : [report]
      case .update:
        if isDrawn(.noUpdate) { return [] }
        if isDrawn(.updateAsMove) { return [.object(object, old, .move, old)] }
        if isDrawn(.updateAndMove) { return [report, .object(object, old, .move, old)] }
        if isDrawn(.wrongPlaces) { return [.object(object, controller.indexPath(forObject: object), .update, nil)] }
        return [report]
      }
    }

    /// Returns an update of a random row, which need not have changed.
    private func anyRow() -> Report? {
      guard let sections = controller.sections, !sections.isEmpty else { return nil }
      let section = random.below(sections.count)
      guard sections[section].numberOfObjects > 0 else { return nil }
      let path = IndexPath(index: section).appending(random.below(sections[section].numberOfObjects))
      return .object(controller.object(at: path), path, .update, path)
    }
  }
#endif
