#if LISTS_ONLY
  import Testing

  /// Prints which tests a run does not have.
  @Suite("Tests that are left out")
  struct LeftOutTests {
    @Test(
      "the package's own Core Data, and the tool",
      .disabled("They take longer to build than all other tests: TEST_CORE_DATA=1 swift test runs them, too."))
    func coreDataAndTheTool() {}
  }
#endif
