import SectionedChanges

/// The state of a table or collection view's list: the last counts from the data source, and the open batch.
///
/// The view reads the counts at three moments: when it needs counts and has none, before the first change of a batch,
/// and after a batch.
@MainActor
final class ListData {
  let kind: ViewKind
  /// The number of items in each section; nil if the view has to ask for them.
  private(set) var counts: [Int]?
  /// Asks the data source for all counts.
  var ask: () -> [Int] = { [] }
  /// Whether a batch may also name items of inserted and deleted sections.
  var allowsRedundantItems = false
  private(set) var batch = ViewBatch()
  private(set) var depth = 0
  /// The number of open questions to the data source.
  private(set) var questions = 0

  init(_ kind: ViewKind) { self.kind = kind }

  /// Returns the counts. Asks for them if there are none.
  @discardableResult
  func load() -> [Int] {
    if let counts { return counts }
    let new = question(ask)
    counts = new
    return new
  }

  func forget() { counts = nil }

  func contains(_ place: ItemPlace) -> Bool {
    let counts = load()
    return counts.indices.contains(place.section) && place.item >= 0 && place.item < counts[place.section]
  }

  /// Asks the data source. Updates are refused meanwhile.
  func question<Answer>(_ body: () -> Answer) -> Answer {
    questions += 1
    defer { questions -= 1 }
    return body()
  }

  // MARK: Batches

  /// Opens a batch, or a nested one.
  ///
  /// - Returns: false if the view is asking its data source.
  func begin() -> Bool {
    guard questions == 0 else {
      refuse("attempt to update the \(kind.view) while it asks its data source")
      return false
    }
    if depth == 0 {
      load()
      batch = ViewBatch()
    }
    depth += 1
    return true
  }

  /// Records a change in the open batch.
  func name(_ change: (inout ViewBatch) -> Void) { change(&batch) }

  /// Closes a batch.
  ///
  /// - Returns: the result. It is ``Closing/inner`` for a nested batch, and ``Closing/refused`` if UIKit would raise an
  ///   exception.
  func end() -> Closing {
    guard depth > 0 else { return .inner }
    depth -= 1
    guard depth == 0 else { return .inner }
    let before = load()
    let after = question(ask)
    do {
      try BatchRules(kind: kind, batch: batch, counts: before, after: after)
        .check(allowsRedundantItems: allowsRedundantItems)
    } catch {
      counts = nil
      refuse("\(error)")
      return .refused
    }
    counts = after
    return .done(ListUpdate(batch))
  }

  /// Applies a move of the user to the counts, without asking the data source.
  func userMoved(_ from: ItemPlace, _ to: ItemPlace) -> ListUpdate {
    load()
    counts?[from.section] -= 1
    counts?[to.section] += 1
    var batch = ViewBatch()
    batch.movedItems = [ViewBatch.Move(from, to)]
    return ListUpdate(batch)
  }

  /// Sets the counts without asking the data source.
  func adopt(_ new: [Int]) { counts = new }

  enum Closing {
    case inner
    case refused
    case done(ListUpdate)
  }
}
