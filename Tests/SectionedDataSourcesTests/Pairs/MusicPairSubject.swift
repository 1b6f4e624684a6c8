import CoreData
import SectionedTesting

/// A source on the context of a library, for a pair of operations. The operations are one event, or an event each.
protocol MusicPairSubject: PairSubject {
  var library: MusicLibrary { get }
  var hand: MusicHand { get }
  /// Whether the present operations are one event.
  var isTogether: Bool { get set }

  /// Performs an operation, on the context's queue.
  func act(_ operation: Operation) throws

  /// Performs operations as one step of all sources of the subject.
  func performTogether(_ operations: () throws -> Void) throws
}

extension MusicPairSubject {
  func perform(_ operation: Operation) throws {
    try library.run {
      if !isTogether { try hand.look() }
      try act(operation)
      if !isTogether { library.context.processPendingChanges() }
    }
  }

  func together(_ way: PairWay, _ operations: () throws -> Void) throws {
    try library.run {
      try hand.look()
      isTogether = true
      defer { isTogether = false }
      guard way == .oneStep else {
        try operations()
        return library.context.processPendingChanges()
      }
      try performTogether {
        try operations()
        read()
        library.context.processPendingChanges()
      }
    }
  }
}
