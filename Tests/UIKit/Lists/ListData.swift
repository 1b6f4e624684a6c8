import SectionedChanges

/// What a table or a collection view knows of its list: the counts that it was given last, and the batch that is open.
///
/// The counts change only when the view asks: where there are none, before a batch's first change, and after a batch.
@MainActor
final class ListData {
  let kind: ViewKind
  /// Items in each section; nil where they have to be asked for.
  private(set) var counts: [Int]?
  /// Asks the data source for all counts.
  var ask: () -> [Int] = { [] }
  /// Whether items of inserted and deleted sections may be named beside the section.
  var allowsRedundantItems = false
  private(set) var batch = ViewBatch()
  private(set) var depth = 0
  /// How many questions to the data source are open.
  private(set) var questions = 0

  init(_ kind: ViewKind) { self.kind = kind }

  /// The counts, asked for where there are none.
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

  /// Asks the data source something.
  func question<Answer>(_ body: () -> Answer) -> Answer {
    questions += 1
    defer { questions -= 1 }
    return body()
  }

  // MARK: Batches

  /// Opens a batch, or one in it.
  ///
  /// - Returns: whether it may be opened.
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

  /// Names a change in the open batch.
  func name(_ change: (inout ViewBatch) -> Void) { change(&batch) }

  /// Closes a batch.
  ///
  /// - Returns: what happened, when the outermost one is closed; ``Closing/refused`` where UIKit raises an exception.
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

  /// What a user moves: the counts follow without a question.
  func userMoved(_ from: ItemPlace, _ to: ItemPlace) -> ListUpdate {
    load()
    counts?[from.section] -= 1
    counts?[to.section] += 1
    var batch = ViewBatch()
    batch.movedItems = [ViewBatch.Move(from, to)]
    return ListUpdate(batch)
  }

  /// Takes over other counts without a question.
  func adopt(_ new: [Int]) { counts = new }

  enum Closing {
    case inner
    case refused
    case done(ListUpdate)
  }
}
