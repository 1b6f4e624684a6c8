import SectionedChanges

@testable import SectionedDataSources

/// The updates of a source, in order.
final class Trace<Source: SectionedDataSource> {
  private(set) var updates: [Source.Update] = []
  private var token: ObservationToken?

  init(_ source: Source) { token = source.observe { [weak self] in self?.updates.append($0) } }

  var lines: [String] { updates.map { "\($0.changes)" } }
  var lists: [String] { updates.map { ids($0.new) } }
}

/// Returns the identifiers of a list, as `[1: 10 11, 2:]`.
func ids<S, I>(_ snapshot: SectionedSnapshot<S, I>) -> String {
  let sections = snapshot.sections.map { section in
    (["\(section.id):"] + section.items.map { "\($0.id)" }).joined(separator: " ")
  }
  return "[" + sections.joined(separator: ", ") + "]"
}

func ids(_ source: some SectionedDataSource) -> String { ids(source.snapshot) }

/// A weak reference in a value.
struct Weak<Value: AnyObject> {
  private(set) weak var value: Value?

  init(_ value: Value?) { self.value = value }
}
