/// The methods that the delegate does not have: their defaults were called.
struct UnusedCalls: OptionSet {
  let rawValue: Int

  static var sections: UnusedCalls { UnusedCalls(rawValue: 1) }
  static var items: UnusedCalls { UnusedCalls(rawValue: 2) }
  static var will: UnusedCalls { UnusedCalls(rawValue: 4) }
  static var did: UnusedCalls { UnusedCalls(rawValue: 8) }
  static var changes: UnusedCalls { UnusedCalls(rawValue: 16) }
}
