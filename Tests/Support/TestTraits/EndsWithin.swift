#if canImport(Testing)
  import Testing

  /// A time limit that reports a test that hangs, and cancels it.
  ///
  /// Swift Testing's own time limit includes the time for which a test waits for a thread. This one begins with the
  /// test. Write it after ``Bounded``, so that the wait for a slot does not count.
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
    /// The test fails if it runs longer than a number of minutes.
    public static func endsWithin(minutes: Int) -> Self { Self(limit: .seconds(60 * minutes)) }
  }
#endif
