import Foundation
import SectionedTesting
import Testing

/// A mounted file system whose size a test sets.
final class TinyDisk {
  private let folder: TemporaryFolder
  let url: URL

  /// Whether this process may mount a file system. In most containers even root may not.
  static let canBeMade = (try? TinyDisk()) != nil

  init(_ size: Int = 16 << 20) throws {
    folder = try TemporaryFolder()
    url = folder.file("disk")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    // A server's programs run as another user.
    chmod(folder.url.path, 0o755)
    guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(size),mode=0777") == 0 else {
      throw CocoaError(.fileWriteNoPermission)
    }
  }

  deinit { umount2(url.path, Int32(MNT_DETACH)) }

  func file(_ name: String) -> URL { url.appendingPathComponent(name) }

  /// Resizes the disk, so that a number of bytes is free.
  func leave(_ count: Int) throws {
    var facts = statvfs()
    try #require(statvfs(url.path, &facts) == 0)
    let used = Int(facts.f_blocks - facts.f_bfree) * Int(facts.f_frsize)
    try #require(mount("tmpfs", url.path, "tmpfs", UInt(MS_REMOUNT), "size=\(used + count)") == 0)
  }
}

extension Trait where Self == ConditionTrait {
  static var tinyDisks: Self { .enabled(if: TinyDisk.canBeMade, "no file system can be mounted here") }
}
