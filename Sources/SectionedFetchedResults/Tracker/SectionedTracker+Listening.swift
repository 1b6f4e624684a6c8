import CoreData
import Foundation

extension SectionedTracker {
  /// Takes what a notification of the context names, and delivers what is recorded.
  func receive(_ news: ContextNews) {
    guard let lists else { return }
    switch news {
    case .changed(let objects):
      if objects.saysAllInvalid { return hold() }
      if isHeld { break }
      if outputs.needsEdited {
        for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects, .refreshedObjects] {
          outputs.noteEdited(objects.objects(key).lazy.map(\.objectID))
        }
      }
      lists.note(objects)
    case .promoted: return promote()
    case .promotedByAll:
      reportPromoted()
      // What the delegate asked for is done with the event that comes, or in the next turn where none does.
      if !waiting.isEmpty { scheduleFlush() }
      return
    case .saved: lists.noteSaved()
    case .merged(let ids):
      if outputs.needsEdited {
        for key in [NSManagedObjectContext.NotificationKey.insertedObjectIDs, .updatedObjectIDs] {
          outputs.noteEdited(ids[key.rawValue] as? Set<NSManagedObjectID> ?? [])
        }
      }
      lists.collectDependants(ofMerged: ids)
      lists.noteMerged(ids)
    }
    flush()
    refreshDependants()
  }

  private func refreshDependants() {
    guard let lists, !isHeld else { return }
    lists.refreshDependants()
    if lists.check.hasUnreported { scheduleFlush() }
  }

  /// Sees to it that what an inner controller reported is delivered, also when no notification of the event is
  /// observed.
  func eventWasRecorded() {
    if observation == nil || !ContextObservation.followsEachEvent { scheduleFlush() }
  }

  /// Delivers in a block on the context's queue what nothing has delivered until then.
  func scheduleFlush() {
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    let box = QueueBox(self)
    context.perform {
      box.object?.isFlushScheduled = false
      box.object?.flush(isLast: true)
    }
  }

  /// After a reset: what was shown stays, as objects that are made anew when they are asked for, and callbacks wait,
  /// until the context's queue has run on and the lists are fetched again.
  private func hold() {
    isHeld = true
    resets += 1
    needsRevival = true
    // What was fetched before is as invalid. The next fetch is by the newest requests.
    waiting.removeAll { if case .fetched = $0 { true } else { false } }
    flush()
    let box = QueueBox(self)
    context.perform {
      guard let tracker = box.object, tracker.isHeld else { return }
      do {
        try tracker.controller?.performFetch()
      } catch {
        tracker.fail(error)
        tracker.flush()
      }
    }
  }
}
