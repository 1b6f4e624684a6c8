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
    // The store may be able to answer again.
    if isHeld, isFetchDue { scheduleFetch() }
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
    scheduleFetch()
  }

  /// Fetches the lists again in a block on the context's queue.
  private func scheduleFetch() {
    isFetchDue = false
    scheduledFetches += 1
    let number = scheduledFetches
    contextEvents.fetchLater(for: self) { [weak self] in self?.fetchAgain(number) }
  }

  private var contextEvents: ContextEvents {
    let events = events ?? ContextEvents.of(context)
    self.events = events
    return events
  }

  /// Has what the inner controllers may have passed over be part of the event, where a source shows the list.
  func followEnds() {
    if !ContextObservation.followsEachEvent, outputs.hasReaders { contextEvents.add(self) }
  }

  /// Sections that share a key stop a fetch of the program's, which handles the error. Here they would stop the list
  /// for good: they are shown and reported as they are while it is live. What else fails is tried again with the next
  /// event.
  ///
  /// - Parameter number: says which one it is of those that were scheduled. After several resets at once one fetch is made,
  ///   and one that fails is not made again at once.
  private func fetchAgain(_ number: Int) {
    guard isHeld, number == scheduledFetches else { return }
    isFetchingAgain = true
    do {
      try controller?.performFetch()
    } catch {
      fail(error)
      flush()
    }
    // Only now: an event that a delegate makes of the error is not to try again at once.
    (isFetchingAgain, isFetchDue) = (false, isHeld)
  }
}

extension SectionedTracker: EventParticipant {
  /// By now the inner controllers have reported all of the event.
  func eventIsEnding() { flush(isLast: true) }
}
