import SectionedDataSources
import SectionedUIKit
import Testing
import UIKit

@Suite("Pull to refresh")
@MainActor
struct RefreshBindingTests {
  typealias News = LoadingDataSource<Shelf, Int, Book, Int, Int>

  private func news() -> (News, UITableView, UIRefreshControl) {
    let table = UITableView(frame: .zero, style: .plain)
    let control = UIRefreshControl()
    table.refreshControl = control
    let news = News(
      Shelves([SectionContent(Shelf(id: 1), items: [Book(id: 1)])]), scheduler: LoadingScheduler { $0() },
      isolation: MainActor.shared)
    news.start = { _ in }
    return (news, table, control)
  }

  @Test("Pulling the control loads the source, and the control stops when the loading ends")
  func pulled() {
    let (news, table, control) = news()
    let binding = RefreshBinding(news, control)
    news.declareLoaded()
    #expect(!control.isRefreshing)
    table.pullToRefresh()
    #expect(news.machine.phase == .refreshing)
    #expect(control.isRefreshing)
    news.current?.cancel()
    #expect(news.machine.phase == .loaded)
    #expect(!control.isRefreshing)
    withExtendedLifetime(binding) {}
  }

  @Test("The control spins while the program loads, in the chosen phases")
  func programmatic() {
    let (news, _, control) = news()
    let binding = RefreshBinding(news, control, phases: [.refreshing])
    news.load()
    #expect(!control.isRefreshing)
    binding.phases = [.loading]
    #expect(control.isRefreshing)
    binding.detach()
    #expect(!control.isRefreshing)
  }

  @Test("a pull that the source does not carry out ends")
  func ignored() async {
    let (news, table, control) = news()
    let binding = RefreshBinding(news, control)
    news.start = nil
    news.declareLoaded()
    table.pullToRefresh()
    await nextTurn()
    #expect(!news.machine.phase.isLoading)
    #expect(!control.isRefreshing)
    withExtendedLifetime(binding) {}
  }
}
