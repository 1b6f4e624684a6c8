import SectionedDataSources
import SectionedViews
import Testing

@Suite("Rows by which a view loads")
@MainActor
struct ListLoadingTests {
  /// Written against a row that asks for something else, and against a wrong answer to the view.
  @Test(
    "each row asks for what it offers, if there is a closure for it, and says whether it did", arguments: [true, false])
  func rows(hasClosures: Bool) {
    var calls: [String] = []
    var loading = ListLoading()
    if hasClosures {
      loading.begin = { calls.append("begin") }
      loading.append = { calls.append("append") }
      loading.retry = { calls.append("retry") }
      loading.showMore = { calls.append("show \($0)") }
    }
    let rows: [(model: Any?, seen: [String], touched: [String])] = [
      (AppendRow(), ["append"], ["append"]),
      (AppendRow(showsActivity: true), [], []),
      (AppendRow(failure: "x"), [], ["retry"]),
      (AppendRow(showsActivity: true, failure: "x"), [], []),
      (Placeholder(.failed), [], ["retry"]),
      (Placeholder(.failed, canRetry: false), [], []),
      (Placeholder(.empty), [], []),
      (Placeholder(.empty, canRetry: true), [], ["retry"]),
      (Placeholder(.loading), [], []),
      (MoreRow(count: 3), [], ["show 3 more"]),
      (Book(id: 1), [], []),
      (nil, [], []),
    ]
    for row in rows {
      loading.noteSeen(row.model)
      #expect(calls == (hasClosures ? row.seen : []), "\(row)")
      calls = []
      let hasAsked = loading.noteTouched(row.model)
      #expect(calls == (hasClosures ? row.touched : []), "\(row)")
      #expect(hasAsked == !calls.isEmpty, "\(row)")
      calls = []
    }
  }
}
