#if canImport(Testing)
  import Testing

  /// Reports a test that hangs, and cancels it.
  ///
  /// Swift Testing's own time limit counts the time that a test waits for a thread behind all other tests. This one
  /// begins when the test does. Write it behind ``Bounded``, so that the wait for a slot does not count.
  public struct EndsWithin: TestTrait, SuiteTrait, TestScoping {
    let limit: Duration

    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let (limit, location) = (limit, test.sourceLocation)
      try await withoutActuallyEscaping(function) { function in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await function() }
          group.addTask {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            Issue.record("The test has not ended within \(limit).", sourceLocation: location)
          }
          try await group.next()
          group.cancelAll()
          try await group.waitForAll()
        }
      }
    }
  }

  extension Trait where Self == EndsWithin {
    /// The test hangs if it runs longer than so many minutes.
    public static func endsWithin(minutes: Int) -> Self { Self(limit: .seconds(60 * minutes)) }
  }
#endif
