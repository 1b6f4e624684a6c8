import SectionedDataSources
import SectionedUIKit
import UIKit

struct Playlist: Hashable, Identifiable {
  let id: Int
  var name: String
}

struct Song: Hashable, Identifiable {
  let id: Int
  var title: String
}

typealias SongCell = UICollectionView.CellRegistration<UICollectionViewListCell, Song>

extension SongCell {
  @MainActor
  static var plain: SongCell {
    SongCell { cell, _, song in
      var content = cell.defaultContentConfiguration()
      content.text = song.title
      cell.contentConfiguration = content
    }
  }
}

/// A program that updates an array and a snapshot by hand, and has to keep them equal.
enum Before {
  // guide
  @MainActor
  final class SongsScreen {
    private var songs: [Int: [Song]] = [:]
    private let dataSource: UICollectionViewDiffableDataSource<Int, Int>

    init(_ playlists: [Playlist], in collectionView: UICollectionView) {
      let cell = SongCell.plain
      var find: (Int) -> Song? = { _ in nil }
      dataSource = UICollectionViewDiffableDataSource(collectionView: collectionView) { view, path, id in
        find(id).map { view.dequeueConfiguredReusableCell(using: cell, for: path, item: $0) }
      }
      find = { [unowned self] id in songs.values.joined().first { $0.id == id } }
      var snapshot = dataSource.snapshot()
      snapshot.appendSections(playlists.map(\.id))
      dataSource.apply(snapshot, animatingDifferences: false)
    }

    func add(_ song: Song, to playlist: Playlist) {
      songs[playlist.id, default: []].append(song)
      var snapshot = dataSource.snapshot()
      snapshot.appendItems([song.id], toSection: playlist.id)
      dataSource.apply(snapshot)
    }

    func rename(_ song: Song, _ title: String) {
      for (playlist, list) in songs {
        guard let index = list.firstIndex(where: { $0.id == song.id }) else { continue }
        songs[playlist]?[index].title = title
      }
      var snapshot = dataSource.snapshot()
      snapshot.reconfigureItems([song.id])
      dataSource.apply(snapshot)
    }
  }
  // end
}

/// The same program with a list in memory, which replaces both.
enum After {
  // guide
  @MainActor
  final class SongsScreen {
    private let songs: MemoryList<Playlist, Song>
    private let binding: DiffableCollectionBinding<MemoryList<Playlist, Song>>

    init(_ playlists: [Playlist], in collectionView: UICollectionView) {
      let cell = SongCell.plain
      songs = MemoryList(playlists.map { SectionContent($0) })
      binding = DiffableCollectionBinding(songs, in: collectionView) { view, path, song in
        view.dequeueConfiguredReusableCell(using: cell, for: path, item: song)
      }
    }

    func add(_ song: Song, to playlist: Playlist) throws {
      guard let section = songs.index(ofSection: playlist.id) else { return }
      try songs.append(song, toSection: section)
    }

    func rename(_ song: Song, _ title: String) throws {
      try songs.update(Song(id: song.id, title: title))
    }
  }
  // end
}
