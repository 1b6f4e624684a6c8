import CoreData
import Foundation

extension SectionedTracker {
  /// Handles a notification of the context, and delivers what is recorded.
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
      // Work that the delegate requested is done with the coming event, or in the next turn of the queue if none comes.
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
    if isHeld { recovery.eventCame(in: contextEvents) }
    flush()
    refreshDependants()
  }

  private func refreshDependants() {
    guard let lists, !isHeld else { return }
    lists.refreshDependants()
    if lists.check.hasUnreported { scheduleFlush() }
  }

  /// Ensures that a recorded report is delivered even if no notification of its event is observed.
  func eventWasRecorded() {
    if observation == nil || !ContextObservation.followsEachEvent { scheduleFlush() }
  }

  /// Schedules a block on the context's queue that delivers all that has not been delivered by then.
  func scheduleFlush() {
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    let box = QueueBox(self)
    context.perform {
      box.object?.isFlushScheduled = false
      box.object?.flush(isLast: true)
    }
  }

  /// Handles a reset of the context. The shown list stays, its objects are looked up again on demand, and callbacks
  /// wait until the lists are fetched again in a later turn of the context's queue.
  private func hold() {
    recovery.begin(in: contextEvents)
    needsRevival = true
    // Fetched lists that wait are invalid, too. The next fetch uses the newest requests.
    waiting.removeAll { if case .fetched = $0 { true } else { false } }
    flush()
  }

  private var contextEvents: ContextEvents {
    let events = events ?? ContextEvents.of(context)
    self.events = events
    return events
  }

  /// If a reader observes the list, delivers changes that the inner controllers may have missed before the event ends.
  func followEnds() {
    if !ContextObservation.followsEachEvent, outputs.hasReaders { contextEvents.add(self) }
  }

  /// Fetches the lists again after a reset. If sections share a key, a fetch by the program throws. This fetch only
  /// reports that error and shows the list, because the list could not recover otherwise.
  func fetchAgain() {
    isFetchingAgain = true
    do {
      try controller?.performFetch()
    } catch {
      fail(error)
      flush()
    }
    isFetchingAgain = false
  }
}

extension SectionedTracker: EventParticipant {
  /// By now the inner controllers have reported all of the event.
  func eventIsEnding() { flush(isLast: true) }
}
