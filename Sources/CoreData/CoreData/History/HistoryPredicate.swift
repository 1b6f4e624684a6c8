import Foundation

/// A predicate for transactions or changes of one store. Tokens in it are replaced by their transaction numbers in
/// that store (`token > %@`), and entities by their names (`changedEntity == %@`), because the program's entities may
/// be of another model.
struct HistoryPredicate {
  private let store: NSPersistentStore
  private let predicate: NSPredicate
  /// The transaction numbers that the predicate's tokens have in the store.
  private let numbers: [Int64]
  private let tokens: [NSPersistentHistoryToken]
  private let stores: [NSPersistentStore]

  /// - Parameter stores: all stores of the request. A token of only one of them has no number in another; 0, before
  ///   its first transaction, is used there.
  init(_ predicate: NSPredicate, of store: NSPersistentStore, among stores: [NSPersistentStore]) {
    self.store = store
    var numbers: [Int64] = []
    var tokens: [NSPersistentHistoryToken] = []
    func number(_ expression: ExpressionSyntax) -> ExpressionSyntax {
      guard case .constant(.object(let constant)) = expression else { return expression }
      if let entity = constant.object as? NSEntityDescription {
        return .constant(ConstantSyntax(argument: entity.name ?? ""))
      }
      guard let token = constant.object as? NSPersistentHistoryToken else { return expression }
      let number = token.numbers[store.identifier]
      if let number { numbers.append(number) }
      tokens.append(token)
      return .constant(ConstantSyntax(argument: NSNumber(value: number ?? 0)))
    }
    let syntax = predicate.syntax.map { leaf in
      guard case .comparison(var comparison) = leaf else { return .leaf(leaf) }
      comparison.left = number(comparison.left)
      comparison.right = number(comparison.right)
      return .leaf(.comparison(comparison))
    }
    self.predicate = .written(syntax)
    self.numbers = numbers
    self.tokens = tokens
    self.stores = stores
  }

  /// - Throws: 134301 if the transaction of a token was deleted or never existed; 134501 if a token belongs to other
  ///   stores.
  func check() throws {
    for token in tokens { try token.requireOne(of: stores) }
    guard !numbers.isEmpty, let span = try store.rows.historySpan() else { return }
    for number in numbers where span.first.map({ number < $0 }) ?? (number <= span.last) {
      throw NSError.coreData(
        NSPersistentHistoryTokenExpiredError,
        "The predicate compares with a token of transaction \(number), which the history of "
          + "\(store.url?.lastPathComponent ?? "the store") does not have: use fetchHistory(after:) with it.",
        details: [NSAffectedStoresErrorKey: [store]])
    }
  }

  func holds(for values: [String: Any]) -> Bool { predicate.evaluate(with: values) }
}
