// A table of news that are loaded in pages, with a placeholder, a row that loads more, and pull to refresh.
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

struct Headline: Identifiable, Sendable {
  let id: Int
  var text: String
}

final class NewsViewController: UITableViewController {
  typealias News = LoadingDataSource<OnlySection, OnlySection, Headline, Int, Int>

  private var binding: TableBinding<News>?
  private var refreshing: RefreshBinding?

  func show(_ news: News) {
    // guide
    var rules = ListRules()
    rules.add(
      .tableCell(for: Headline.self) { headline, _ in
        var content = UIListContentConfiguration.cell()
        content.text = headline.text
        return content
      })
    binding = TableBinding(news, in: tableView, rules: rules)

    let control = UIRefreshControl()
    tableView.refreshControl = control
    refreshing = RefreshBinding(news, control)
    news.loadIfNeeded()
    // end
  }
}
