// A table of songs that are loaded in pages, with a placeholder, a row that loads more, and pull to refresh. This is
// the first example of MUKDataSource.
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import UIKit

struct Song: Identifiable, Sendable {
  var id: String
}

final class SongsViewController: UITableViewController {
  typealias Songs = LoadingDataSource<Song, String, Song, String, Int>
  typealias Rows = PlaceholderDataSource<Songs>

  let songs: Songs
  private var binding: TableBinding<Rows>?
  private var refreshing: RefreshBinding?

  init(_ page: @escaping @MainActor (Int) async throws -> [Song]) {
    songs = Songs(MemoryList([SectionContent(Song(id: "all"))]), isolation: MainActor.shared) { request in
      let number = if case .append(let next) = request { next ?? 0 } else { 0 }
      let songs = try await page(number)
      return LoadedPage(items: songs, cursor: songs.isEmpty ? nil : number + 1)
    }
    super.init(style: .plain)
  }

  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    // guide
    var rules = ListRules()
    rules.add(.tableCell(for: Song.self) { song, _ in Self.content(song.id) })
    rules.add(.tableCell(for: AppendRow.self) { row, _ in Self.content(row.failure ?? "More") })
    rules.add(.tableCell(for: Placeholder.self) { placeholder, _ in Self.content(placeholder.text ?? "No songs yet") })

    let binding = TableBinding(PlaceholderDataSource(songs), in: tableView, rules: rules)
    binding.loading = ListLoading(songs)
    self.binding = binding

    let control = UIRefreshControl()
    refreshControl = control
    refreshing = RefreshBinding(songs, control)
    // end
  }

  private static func content(_ text: String) -> UIListContentConfiguration {
    var content = UIListContentConfiguration.cell()
    content.text = text
    return content
  }

  // guide
  override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
    binding?.heightForRow(at: indexPath) ?? UITableView.automaticDimension
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    binding?.userTouched(at: indexPath)
  }
  // end
}
