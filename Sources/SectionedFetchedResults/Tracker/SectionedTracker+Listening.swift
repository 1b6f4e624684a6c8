import CoreData
import Foundation

extension SectionedTracker {
  /// Takes what a notification of the context says, and delivers what is recorded.
  func hear(_ news: ContextNews) {
    guard let lists else { return }
    switch news {
    case .changed(let objects):
      if objects.saysAllInvalid { return holdEverything() }
      if outputs.needsTouched {
        for key in [NSManagedObjectContext.NotificationKey.insertedObjects, .updatedObjects, .refreshedObjects] {
          outputs.noteTouched(objects.objects(key).lazy.map(\.objectID))
        }
      }
      lists.noteNamed(in: objects)
      lists.noteMentioned(in: objects)
      lists.collectDependants(of: objects)
      lists.noteAsked(objects)
      // The program may have asked for the IDs itself.
      if objects.saysPermanentIDs { promote() }
      flush()
      refreshDependants(of: lists)
    case .saved:
      lists.noteSaved()
      promote()
      flush()
      if lists.pending.isEmpty { refreshDependants(of: lists) }
    case .merged(let ids):
      if outputs.needsTouched {
        for key in [NSManagedObjectContext.NotificationKey.insertedObjectIDs, .updatedObjectIDs] {
          outputs.noteTouched(ids[key.rawValue] as? Set<NSManagedObjectID> ?? [])
        }
      }
      lists.collectDependants(ofMerged: ids)
      lists.noteMerged(ids)
      flush()
      refreshDependants(of: lists)
    }
  }

  private func refreshDependants(of lists: FetchedLists) {
    lists.refreshDependants()
    if !lists.untold.isEmpty { scheduleFlush() }
  }

  /// Sees to it that what an inner controller told is delivered, also when nothing else of the event is heard.
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

  /// After a reset nothing can be shown: the accessors show an empty list, and callbacks wait, until the context's queue
  /// has run on and the lists are fetched again.
  private func holdEverything() {
    lists?.pending = []
    if held == nil { held = shown }
    shown = ShownList(number: shown.number + 1)
    let box = QueueBox(self)
    context.perform {
      guard let tracker = box.object, tracker.held != nil else { return }
      do {
        try tracker.controller?.performFetch()
      } catch {
        tracker.fail(error)
      }
    }
  }

  func fail(_ error: any Error) { controller?.tell(error) }
}
