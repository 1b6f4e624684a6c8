import CoreData
import Foundation
import SectionedFetchedResults

/// The properties of a music library beside the edits and saves of its contexts.
package struct LibraryTraits: Sendable {
  /// The number of contexts above the library's.
  package var parents = 0
  /// Whether each context above saves at once what is saved to it, so that all contexts of the store see it.
  package var savesAtOnce = true
  /// Whether contexts automatically merge what is saved above them.
  package var mergesAutomatically = false
  /// Whether no two tracks, and no two albums, may have the same code.
  package var hasCodes = false
  /// Whether inner controllers that stand in for Apple's follow no relationships.
  package var ignoresRelationships = false
  #if !canImport(Darwin)
    /// The ways in which inner controllers report wrongly, on the public interface.
    package var misreports: Set<Misreport> = []
    /// The seed of the run.
    private var seed: UInt64 = 0
  #endif
  /// The merge policy of all contexts.
  package var policy = NSMergePolicyType.errorMergePolicyType
  /// Whether a second coordinator writes to the store, which keeps a history.
  package var hasOtherCoordinator = false
  /// Whether the library's context is the main queue's, and is used there without a block of its own: then an event
  /// ends with a turn of that queue.
  package var isOnMain = false

  package init() {}

  /// Makes the traits of a stress run.
  package init(seed: UInt64) {
    #if canImport(Darwin)
      // Which event makes IDs permanent below another context, and what a settled save names, is decided by Apple.
    #else
      self.seed = seed
      parents = seed / 2 % 3 == 1 ? 1 + Int(seed % 2) : 0
      var random = SeededRandom(seed: seed &+ Self.salt)
      hasCodes = random.oneIn(2)
      hasOtherCoordinator = random.oneIn(3)
      // A parent context cannot refuse what its child believes to be saved.
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
  /// Whether inner controllers report wrongly.
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

  /// The errors by which a save may rightly be refused.
  private var refusals: Set<Int> {
    var codes: Set<Int> = []
    if hasCodes { codes.insert(NSManagedObjectConstraintMergeError) }
    // Between a save of another context and its merge.
    if hasOtherCoordinator || !savesAtOnce { codes.insert(NSManagedObjectMergeError) }
    return codes
  }
}

extension NSManagedObjectContext {
  fileprivate static let refusalsKey = "refusals"

  /// Saves, or rolls back if the library's merge policy refuses to save.
  ///
  /// - Returns: whether they were saved.
  @discardableResult
  package func saveOrTakeBack() throws -> Bool {
    do {
      try save()
      return true
    } catch let error as NSError where error.domain == NSCocoaErrorDomain && error.code == 132_001 {
      // A save within a callback of a save: the outer one continues.
      return false
    } catch let error as NSError where mayRefuse(error) {
      rollback()
      return false
    }
  }

  /// Whether a save in the library may end with an error.
  package func mayRefuse(_ error: NSError) -> Bool {
    error.domain == NSCocoaErrorDomain && (userInfo[Self.refusalsKey] as? Set<Int>)?.contains(error.code) == true
  }
}
