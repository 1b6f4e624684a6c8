#if canImport(Testing)
  import Foundation
  import Testing

  /// Bounds how many tests of a kind run at once.
  ///
  /// All tests of a run begin at once and share a few threads. One that waits lets other tests begin, and goes on
  /// behind all of them.
  public struct Bounded: TestTrait, SuiteTrait, TestScoping {
    private static let cores = max(2, ProcessInfo.processInfo.activeProcessorCount)
    /// How many tests with open stores run at once.
    public static let storesAtOnce = 2 * cores
    fileprivate static let processes = Slots(cores)
    fileprivate static let stores = Slots(storesAtOnce)

    /// The slots that the running test has. It takes none twice: once for its suite, and once for itself.
    private static let taken = TaskLocal<Set<ObjectIdentifier>>(wrappedValue: [])

    fileprivate let slots: Slots
    fileprivate let priority: TaskPriority?

    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let before = Self.taken.get()
      let taken = before.union([ObjectIdentifier(slots)])
      if taken.count == before.count { return try await function() }
      try await withoutActuallyEscaping(function) { function in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask(priority: priority) {
            await slots.take()
            do {
              try await Self.taken.withValue(taken) { try await function() }
            } catch {
              await slots.give()
              throw error
            }
            await slots.give()
          }
          try await group.next()
        }
      }
    }
  }

  extension Trait where Self == Bounded {
    /// The test has exit tests: few such tests run at once, and before other tests.
    ///
    /// An exit test needs one of the shared threads again when its process has ended. Behind thousands of tests it
    /// waits for minutes, and for so long the testing library's monitor takes a core: it finds the process that has
    /// ended again and again. Tasks of a higher priority have threads of their own.
    public static var startsProcesses: Self { Self(slots: Bounded.processes, priority: .high) }

    /// The test has a store open while it waits: few such tests run at once, so that a process may have a thousand
    /// files at most.
    public static var opensStores: Self { Self(slots: Bounded.stores, priority: nil) }
  }
#endif
