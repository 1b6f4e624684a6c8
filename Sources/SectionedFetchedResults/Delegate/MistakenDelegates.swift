import CoreData
import Foundation
import SectionedChanges

#if DEBUG
  extension SectionedTracker {
    /// Logs, once for each class, that a delegate misses changes: it has the methods of Apple's delegate, no method for
    /// changes at all, or one for items and none for sections.
    ///
    /// - Parameters:
    ///   - changes: the changes that it was just to be notified of.
    ///   - items: the name of the items' entity.
    func noteIfMistaken(_ delegate: AnyObject, _ changes: ChangeSet, _ items: String) {
      noteIfMissingSections(delegate, changes)
      guard unusedCalls.isSuperset(of: [.will, .did, .changes]),
        unusedCalls.contains(.sections) || changes.sections.isEmpty,
        unusedCalls.contains(.items) || changes.items.isEmpty
      else { return }
      let methods = ControllerChecks.foreignMethods(of: delegate)
      // As long as no item has changed, it is not known whether there is a method for items. Where the list has another
      // output, a delegate may be there for errors alone.
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

    /// Logs that a change of a section was lost: Apple's method for sections has one index. With the types of this
    /// protocol it compiles, and is never called.
    private func noteIfMissingSections(_ delegate: AnyObject, _ changes: ChangeSet) {
      // A method for the whole batch takes the sections' changes, too, and so does another output.
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

  /// The classes for which that was logged.
  private enum MistakenDelegates {
    /// Unchecked: everything is behind the lock.
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
