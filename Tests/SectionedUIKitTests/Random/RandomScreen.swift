import SectionedTesting

/// A screen of a random test, whatever its source is.
@MainActor
protocol RandomScreen: AnyObject {
  var updates: Int { get }
  var faults: [String] { get }
  /// The user, or the program past the binding, does something.
  func act(_ random: inout SeededRandom)
  /// The program does something within a batch, or updates, of its own.
  func inBatch(_ body: () -> Void)
  /// Holds what is visible against the source.
  func check(_ moment: String)
  /// Shows all that waits.
  func settle()
}
