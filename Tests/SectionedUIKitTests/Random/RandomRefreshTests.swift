import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import Testing
import UIKit

@Suite("Pull to refresh, whatever the source does")
@MainActor
struct RandomRefreshTests {
  typealias News = LoadingDataSource<Shelf, Int, Book, Int, Int>
  struct Offline: Error {}

  @Test("the control turns while something is loaded, and at no other time", arguments: ViewRuns.seeds(3))
  func refreshing(seed: UInt64) async {
    var random = SeededRandom(seed: seed)
    let table = UITableView(frame: .zero, style: .plain)
    let control = UIRefreshControl()
    table.refreshControl = control
    let news = News(
      Shelves([SectionContent(Shelf(id: 1))], anomalies: AnomalyHandler { _ in }),
      scheduler: random.oneIn(2) ? LoadingScheduler { $0() } : nil, isolation: MainActor.shared)
    var loadings: [News.Loading] = []
    news.start = { loadings.append($0) }
    let binding = RefreshBinding(news, control)
    var updates = 0
    let token = news.observe { _ in updates += 1 }
    for step in 0..<200 {
      let last = loadings.randomElement(using: &random)
      switch random.below(9) {
      case 0, 1: table.pullToRefresh()
      case 2: news.load()
      case 3: news.append()
      case 4: last?.fail(Offline())
      case 5: last?.cancel()
      case 6: binding.phases = random.one(of: [[], [.refreshing], [.loading, .refreshing]])
      case 7: news.retry()
      default:
        let items = (0..<random.below(4)).map { _ in Book(id: random.below(50)) }
        last?.finish(LoadedPage([SectionContent(Shelf(id: 1), items: items)], cursor: random.oneIn(2) ? 1 : nil))
      }
      await nextTurn()
      let phase = news.machine.phase
      if binding.phases.contains(phase) { #expect(control.isRefreshing, "seed \(seed), step \(step), \(phase)") }
      if !phase.isLoading { #expect(!control.isRefreshing, "seed \(seed), step \(step), \(phase)") }
    }
    ViewRuns.count(updates, "refresh")
    withExtendedLifetime((token, binding)) {}
  }
}
