import CoreData
import Foundation
import SectionedChanges

#if DEBUG
  extension SectionedTracker {
    /// Logs, once for each class, that a delegate misses changes: it has the methods of Apple's delegate, no method for
    /// changes at all, or a method for items and none for sections.
    ///
    /// - Parameters:
    ///   - changes: the changes of the batch that was just reported.
    ///   - items: the name of the items' entity.
    func noteIfMistaken(_ delegate: AnyObject, _ changes: ChangeSet, _ items: String) {
      noteIfMissingSections(delegate, changes)
      guard unusedCalls.isSuperset(of: [.will, .did, .changes]),
        unusedCalls.contains(.sections) || changes.sections.isEmpty,
        unusedCalls.contains(.items) || changes.items.isEmpty
      else { return }
      let methods = ControllerChecks.foreignMethods(of: delegate)
      // Until an item has changed, it is not known whether the delegate has a method for items. If the list has another
      // output, the delegate may exist only for errors.
      guard !methods.isEmpty || unusedCalls.contains(.items) && !outputs.hasReaders && !outputs.needsEdited
      else { return }
      guard MistakenDelegates.isNew(type(of: delegate)) else { return }
      let remedy =
        "a SectionedFetchedResultsController calls the methods of SectionedFetchedResultsControllerDelegate. "
        + "Write those, whose first parameter is a SectionedFetchedResultsController."
      Log.note(
        methods.isEmpty
          ? "\(type(of: delegate)) is the delegate of a list of \(items), and has no method that takes their changes. "
            + "Methods for an NSFetchedResultsController are never called: \(remedy)"
          : "\(type(of: delegate)) has \(methods.joined(separator: ", ")) of NSFetchedResultsControllerDelegate, which "
            + "are never called: \(remedy)")
    }

    /// Logs that the delegate missed a change of a section. Apple's method for sections has only one index. With the
    /// types of this protocol it compiles, but is never called.
    private func noteIfMissingSections(_ delegate: AnyObject, _ changes: ChangeSet) {
      // A method for the whole batch also receives the sections' changes, and so does another output.
      guard unusedCalls.isSuperset(of: [.sections, .changes]), !outputs.hasReaders, !outputs.needsEdited,
        !unusedCalls.contains(.items), !changes.items.isEmpty, MistakenDelegates.isNew(type(of: delegate))
      else { return }
      Log.note(
        "\(type(of: delegate)) takes changes of items but not of sections, and a section changed. The method for "
          + "sections is controller(_:didChange:atSectionIndex:for:newSectionIndex:), with a "
          + "SectionedFetchedResultsSectionInfo and two indices of the type Int?. Apple's, without newSectionIndex, is "
          + "never called.")
    }
  }

  /// The classes for which a message was logged.
  private enum MistakenDelegates {
    /// Unchecked: a lock guards the set.
    private final class Classes: @unchecked Sendable {
      let lock = NSLock()
      var known: Set<ObjectIdentifier> = []
    }

    private static let classes = Classes()

    static func isNew(_ type: AnyClass) -> Bool {
      classes.lock.lock()
      defer { classes.lock.unlock() }
      return classes.known.insert(ObjectIdentifier(type)).inserted
    }
  }
#endif
