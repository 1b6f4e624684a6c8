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
    if isHeld { recovery.eventCame(in: contextEvents) }
    flush()
    refreshDependants()
  }

  private func refreshDependants() {
    guard let lists, !isHeld else { return }
    lists.refreshDependants()
    if lists.check.hasUnreported { scheduleFlush() }
  }

  /// Ensures that what an inner controller reported is delivered, also when no notification of the event is observed.
  func eventWasRecorded() {
    if observation == nil || !ContextObservation.followsEachEvent { scheduleFlush() }
  }

  /// Schedules a block on the context's queue that delivers what nothing has delivered until then.
  func scheduleFlush() {
    guard !isFlushScheduled else { return }
    isFlushScheduled = true
    let box = QueueBox(self)
    context.perform {
      box.object?.isFlushScheduled = false
      box.object?.flush(isLast: true)
    }
  }

  /// Handles a reset: the shown list stays, with objects that are made anew when they are asked for, and callbacks
  /// wait, until the context's queue has run on and the lists are fetched again.
  private func hold() {
    recovery.begin(in: contextEvents)
    needsRevival = true
    // What was fetched before is as invalid. The next fetch is by the newest requests.
    waiting.removeAll { if case .fetched = $0 { true } else { false } }
    flush()
  }

  private var contextEvents: ContextEvents {
    let events = events ?? ContextEvents.of(context)
    self.events = events
    return events
  }

  /// Makes changes that the inner controllers may have missed part of the event, where a reader shows the list.
  func followEnds() {
    if !ContextObservation.followsEachEvent, outputs.hasReaders { contextEvents.add(self) }
  }

  /// Fetches the lists again after a reset. Sections that share a key make a fetch of the program's throw, which
  /// handles the error. Here they would stop the list for good: they are shown and reported as in a list that is live.
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
