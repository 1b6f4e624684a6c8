#if canImport(Testing)
  import Testing

  /// Fetches by a key that the entity does not have. For these, our Core Data throws an error.
  public enum UnknownKeys {
    /// Whether such a fetch ends the process, because Apple's Core Data raises an exception.
    public static var endTheProcess: Bool {
      #if canImport(Darwin)
        true
      #else
        false
      #endif
    }
  }

  extension Trait where Self == ConditionTrait {
    /// The test makes a fetch by an unknown key, and expects an error.
    public static var fetchesByUnknownKeys: Self {
      .disabled(if: UnknownKeys.endTheProcess, "Apple's Core Data raises an exception, which would end all tests.")
    }
  }
#endif
