#if LISTS_ONLY
  import Testing

  /// Says in the output of a run what is not in it.
  @Suite("Tests that are left out")
  struct LeftOutTests {
    @Test(
      "the package's own Core Data, and the tool",
      .disabled("They take longer to build than all other tests: TEST_CORE_DATA=1 swift test runs them, too."))
    func coreDataAndTheTool() {}
  }
#endif
