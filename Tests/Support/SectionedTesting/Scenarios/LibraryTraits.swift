import CoreData
import Foundation
import SectionedFetchedResults

/// Options of a music library: its contexts, their merge policy, and its store.
package struct LibraryTraits: Sendable {
  /// The number of parent contexts above the library's context.
  package var parents = 0
  /// Whether each parent context saves as soon as its child has saved to it, so that all contexts of the store see the
  /// save.
  package var savesAtOnce = true
  /// Whether child contexts automatically merge their parents' saves.
  package var mergesAutomatically = false
  /// Whether the codes of tracks, and those of albums, must be unique.
  package var hasCodes = false
  /// Whether our inner controllers ignore changes of related objects, as Apple's do.
  package var ignoresRelationships = false
  #if !canImport(Darwin)
    /// The ways in which inner controllers misreport. Used only in builds with the public interface alone.
    package var misreports: Set<Misreport> = []
    /// The seed of the run.
    private var seed: UInt64 = 0
  #endif
  /// The merge policy of all contexts.
  package var policy = NSMergePolicyType.errorMergePolicyType
  /// Whether a second coordinator writes to the store. The store then has a persistent history.
  package var hasOtherCoordinator = false
  /// Whether the library's context belongs to the main queue, and tests use it there without `perform`. An event then
  /// ends with a turn of that queue.
  package var isOnMain = false

  package init() {}

  /// Makes the traits of a stress run.
  package init(seed: UInt64) {
    #if canImport(Darwin)
      // Apple decides which event makes IDs permanent in a child context, and which objects the notification of a save
      // names after conflicts.
    #else
      self.seed = seed
      parents = seed / 2 % 3 == 1 ? 1 + Int(seed % 2) : 0
      var random = SeededRandom(seed: seed &+ Self.salt)
      hasCodes = random.oneIn(2)
      hasOtherCoordinator = random.oneIn(3)
      // No error policy for a parent context: it cannot refuse a save that its child regards as done.
      policy = NSMergePolicyType(rawValue: UInt(parents > 0 ? 1 + random.below(4) : random.below(5))) ?? policy
      savesAtOnce = parents == 0 || random.oneIn(2)
      mergesAutomatically = parents > 0 && (hasCodes || !savesAtOnce || random.oneIn(2))
      isOnMain = seed % 7 == 1
      ignoresRelationships = seed % 2 == 0
      if ProcessInfo.processInfo.environment["STRESS_MISREPORTS"] == "1", random.oneIn(2) {
        misreports = Set((0...random.below(4)).map { _ in random.one(of: Misreport.allCases) })
      }
    #endif
  }

  /// Chosen so that the first dozen seeds have all of these traits.
  private static let salt: UInt64 = 319
}

extension LibraryTraits {
  /// Whether inner controllers misreport.
  var isMisreported: Bool {
    #if canImport(Darwin)
      false
    #else
      PublicInterface.isAllThereIs && !misreports.isEmpty
    #endif
  }

  /// Configures a context like all contexts of the library.
  func adapt(_ context: NSManagedObjectContext) -> NSManagedObjectContext {
    if policy != .errorMergePolicyType { context.mergePolicy = NSMergePolicy(merge: policy) }
    context.userInfo[NSManagedObjectContext.refusalsKey] = refusals
    context.userInfo[InnerController.ignoresRelationships] = ignoresRelationships
    #if !canImport(Darwin)
      if isMisreported {
        MisreportingController.serve(context, misreports, seed: seed)
      }
    #endif
    return context
  }

  /// The codes of the errors with which a save may rightly fail.
  private var refusals: Set<Int> {
    var codes: Set<Int> = []
    if hasCodes { codes.insert(NSManagedObjectConstraintMergeError) }
    // Another context has saved, and this one has not merged that save yet.
    if hasOtherCoordinator || !savesAtOnce { codes.insert(NSManagedObjectMergeError) }
    return codes
  }
}

extension NSManagedObjectContext {
  fileprivate static let refusalsKey = "refusals"

  /// Saves, or rolls back if the library's merge policy refuses to save.
  ///
  /// - Returns: whether the changes were saved.
  @discardableResult
  package func saveOrTakeBack() throws -> Bool {
    do {
      try save()
      return true
    } catch let error as NSError where error.domain == NSCocoaErrorDomain && error.code == 132_001 {
      // This save was called in a callback of another save, which continues.
      return false
    } catch let error as NSError where mayRefuse(error) {
      rollback()
      return false
    }
  }

  /// Whether a save in the library may fail with this error.
  package func mayRefuse(_ error: NSError) -> Bool {
    error.domain == NSCocoaErrorDomain && (userInfo[Self.refusalsKey] as? Set<Int>)?.contains(error.code) == true
  }
}
