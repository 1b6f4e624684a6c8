#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// The checks that a controller makes of its context and of its delegate.
  enum ControllerChecks {
    /// Does nothing, because the inner controllers' own checks apply: launch with
    /// `-com.apple.CoreData.ConcurrencyDebug 1`.
    static func checkQueue(of context: NSManagedObjectContext) {}

    /// The methods of Apple's delegate that an object has.
    static func foreignMethods(of delegate: AnyObject) -> [String] {
      #if canImport(Darwin)
        let selectors = [
          "controllerWillChangeContent:", "controllerDidChangeContent:",
          "controller:didChangeObject:atIndexPath:forChangeType:newIndexPath:",
          "controller:didChangeSection:atIndex:forChangeType:", "controller:didChangeContentWithSnapshot:",
          "controller:didChangeContentWithDifference:",
        ]
        return selectors.filter { (delegate as? any NSObjectProtocol)?.responds(to: NSSelectorFromString($0)) == true }
      #else
        return delegate is any NSFetchedResultsControllerDelegate ? ["the methods"] : []
      #endif
    }
  }
#endif
