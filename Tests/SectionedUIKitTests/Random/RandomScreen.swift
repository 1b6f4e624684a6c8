import SectionedTesting

/// A screen of a random test, independent of the type of its source.
@MainActor
protocol RandomScreen: AnyObject {
  var updates: Int { get }
  var faults: [String] { get }
  /// Performs an action of the user, or of a program that bypasses the binding.
  func act(_ random: inout SeededRandom)
  /// Calls a closure within a batch update of the program's own.
  func inBatch(_ body: () -> Void)
  /// Compares the visible cells with the source.
  func check(_ moment: String)
  /// Performs all scheduled updates and animations.
  func settle()
}
