/// A value that is computed of items: its name, and the section of the items.
package struct ReadValue<SectionID: Hashable & Sendable>: Hashable, Sendable {
  /// The items whose value it is.
  package enum Scope: Hashable, Sendable {
    case list
    case section(SectionID)
  }

  package let name: String
  package let scope: Scope

  package init(_ name: String, of scope: Scope) { (self.name, self.scope) = (name, scope) }
}

/// The values that readers of a list have read, each of which is observed by itself: a reader is notified when the
/// value is another one, and not when items of its section change otherwise.
package final class ValueReads<SectionID: Hashable & Sendable> {
  package typealias Key = ReadValue<SectionID>

  private let reads: ListReads<SectionID>
  /// The values as they were read first since their readers were notified.
  private var known: [Key: AggregateValue?] = [:]

  /// - Parameter reads: the record of who reads the list.
  package init(_ reads: ListReads<SectionID>) { self.reads = reads }

  /// Whether a value was read that may have readers.
  package var isEmpty: Bool { known.isEmpty }

  /// Records that a value is read.
  ///
  /// - Parameter value: the value as it is now.
  package func record(_ key: Key, _ value: AggregateValue?) {
    guard reads.isRecording else { return }
    // Not the newest value: a reader may read in the midst of a change of which another reader is not notified yet.
    if known[key] == nil { known.updateValue(value, forKey: key) }
    reads.record(.value(key))
  }

  /// Forgets what was read, when all readers of the list are notified.
  package func forget() { known = [:] }

  /// Notifies the readers of the values that are other ones than they read.
  ///
  /// - Parameter current: returns the value as it is now.
  /// - Complexity: O(values read).
  package func update(_ current: (Key) -> AggregateValue?) {
    let changed = known.filter { $0.value != current($0.key) }
    if changed.isEmpty { return }
    for key in changed.keys { known.removeValue(forKey: key) }
    reads.change(Set(changed.keys.map { .value($0) }))
  }
}
