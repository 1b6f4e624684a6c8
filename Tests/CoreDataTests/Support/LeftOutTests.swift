#if !STORE_TESTS
  import Testing

  /// Says in the output of a run what is not in it.
  @Suite("Tests that are left out")
  struct LeftOutTests {
    @Test(
      "stores, models, histories and migrations",
      .disabled("They take as long to build as all other tests together: TEST_EVERYTHING=1 swift test runs them, too."))
    func storesAndModels() {}
  }
#endif
