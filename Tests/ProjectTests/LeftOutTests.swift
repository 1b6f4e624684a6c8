#if LISTS_ONLY
  import Testing

  /// Prints which tests a run does not have.
  @Suite("Tests that are left out")
  struct LeftOutTests {
    @Test(
      "the package's own Core Data, and the tool",
      .disabled("They take longer to build than all other tests: SECTIONED_OPEN_CORE_DATA=everything adds them."))
    func coreDataAndTheTool() {}
  }
#endif
