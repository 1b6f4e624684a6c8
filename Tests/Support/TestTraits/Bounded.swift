#if canImport(Testing)
  import Foundation
  import Testing

  /// A limit of how many tests of a kind run at the same time.
  ///
  /// All tests of a run begin at once and share a few threads. When a test waits, other tests begin, and it continues
  /// only after all of them.
  public struct Bounded: TestTrait, SuiteTrait, TestScoping {
    private static let cores = max(2, ProcessInfo.processInfo.activeProcessorCount)
    /// The largest number of tests with open stores that run at the same time.
    public static let storesAtOnce = 2 * cores
    fileprivate static let processes = Slots(cores)
    fileprivate static let stores = Slots(storesAtOnce)

    /// The slots that the running test has. With a trait on its suite and one on itself, a test still takes only one
    /// slot.
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
    /// The test has exit tests. Few such tests run at the same time, and before other tests.
    ///
    /// An exit test needs one of the shared threads again when its process has ended. After thousands of other tests,
    /// it would wait for minutes. Meanwhile the testing library's monitor would use a whole core, because it finds the
    /// zombie again and again. Tasks of a higher priority have their own threads.
    public static var startsProcesses: Self { Self(slots: Bounded.processes, priority: .high) }

    /// The test has a store open while it waits. Few such tests run at the same time, so that the process has fewer
    /// than a thousand open files.
    public static var opensStores: Self { Self(slots: Bounded.stores, priority: nil) }
  }
#endif
