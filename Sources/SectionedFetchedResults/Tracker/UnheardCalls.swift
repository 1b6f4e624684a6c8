/// The methods that the delegate does not have: their defaults were called.
struct UnheardCalls: OptionSet {
  let rawValue: Int

  static var sections: UnheardCalls { UnheardCalls(rawValue: 1) }
  static var items: UnheardCalls { UnheardCalls(rawValue: 2) }
  static var will: UnheardCalls { UnheardCalls(rawValue: 4) }
  static var did: UnheardCalls { UnheardCalls(rawValue: 8) }
  static var changes: UnheardCalls { UnheardCalls(rawValue: 16) }
}
