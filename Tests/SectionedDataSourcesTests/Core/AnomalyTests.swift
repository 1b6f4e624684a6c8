import Foundation
import SectionedDataSources
import Testing

@Suite("Anomalies are reported to one handler, and silenced by kind or condition")
struct AnomalyTests {
  let one = DataSourceAnomaly(.unknownItem, "remove: item 1 is not in the list.")
  let two = DataSourceAnomaly(.unknownItem, "remove: item 2 is not in the list.")
  let other = DataSourceAnomaly(.duplicateItem, "Item 1 is in the list 2 times.")

  @Test("One anomaly, a kind and a condition can be silenced together, and the remaining ones are still reported")
  func silencing() {
    let (collected, handler) = collecting()
    handler.silence(one)
    for anomaly in [one, two, other] { handler.report(anomaly) }
    #expect(collected.all == [two, other])
    handler.silence(.duplicateItem)
    for anomaly in [one, two, other] { handler.report(anomaly) }
    #expect(collected.all == [two, other, two])
    handler.silence { $0.message.contains("item 2") }
    for anomaly in [one, two, other] { handler.report(anomaly) }
    #expect(collected.all.count == 3)
  }

  /// An object that reports an anomaly when it is released.
  private final class LastWords: Sendable {
    let handler: AnomalyHandler
    let anomaly: DataSourceAnomaly

    init(_ handler: AnomalyHandler, _ anomaly: DataSourceAnomaly) {
      (self.handler, self.anomaly) = (handler, anomaly)
    }

    deinit { handler.report(anomaly) }
  }

  @Test func whatGoesWithAnActionMayReport() {
    let (collected, handler) = collecting()
    handler.action = { [words = LastWords(handler, one)] _ in _ = words }
    handler.action = { collected.append($0) }
    #expect(collected.all == [one])
  }

  @Test("An anomaly has a short text for counting, a long one for developers and a sentence for readers")
  func texts() {
    #expect(one.kind.rawValue == "unknownItem")
    #expect("\(one)" == "unknownItem: remove: item 1 is not in the list.")
    #expect(String(reflecting: one) == "\(one)")
    #expect((one as any Error).localizedDescription == "remove: item 1 is not in the list.")
    #expect(one != two && one == DataSourceAnomaly(.unknownItem, one.message))
  }

  @Test("Each verb that cannot be carried out reports the error that it throws")
  func verbs() throws {
    let (collected, handler) = collecting()
    let list = shelves("1: 10", anomalies: handler)
    let error = #expect(throws: DataSourceAnomaly.self) { try list.remove(99) }
    #expect(collected.all == [try #require(error)])
    #expect(error?.message == "remove: item 99 is not in the list.")
    let unknown = #expect(throws: DataSourceAnomaly.self) { try list.update(Book(id: 99)) }
    #expect(unknown?.message == "update: item 99 is not in the list.")
  }
}
