import Foundation

#if os(Linux) || os(Android)
  /// Detects writes to files with `inotify`. It uses no CPU time while nothing is written.
  ///
  /// The process has only one instance, because a user may create few `inotify` instances, and a store may be open in
  /// several coordinators.
  ///
  /// A dedicated thread waits for the events, because a dispatch source would pass them through two threads.
  final class FileEvents: Sendable {
    /// The process's instance; nil if the system has no `inotify` instances left, which is logged once.
    static let shared = FileEvents()

    private let descriptor: Int32
    private let folders = Protected<[Int32: Folder]>([:])

    private struct Folder {
      var watchers: [ObjectIdentifier: Watcher] = [:]
    }

    private struct Watcher {
      let names: Set<String>
      let notice: @Sendable () -> Void
    }

    /// A watch on files, which ends when the token is deallocated.
    final class Token: Sendable {
      fileprivate let folder: Int32
      fileprivate init(folder: Int32) { self.folder = folder }
      deinit { FileEvents.shared?.end(folder, ObjectIdentifier(self)) }
    }

    private init?() {
      descriptor = inotify_init1(Int32(O_CLOEXEC))
      guard descriptor >= 0 else {
        Self.log("the system has no instance of inotify left (\(errno))")
        return nil
      }
      let thread = Thread { [unowned self] in read() }
      thread.name = "NSPersistentStoreRemoteChange"
      thread.start()
    }

    /// Watches files in a folder, even if they do not exist yet.
    ///
    /// - Parameters:
    ///   - names: the files' names.
    ///   - notice: called on this object's thread after one of them was written. The thread waits until it returns.
    /// - Returns: a token that keeps the watch active; nil if the folder cannot be watched, which is logged.
    func watch(_ names: Set<String>, in folder: URL, _ notice: @escaping @Sendable () -> Void) -> Token? {
      folders.withLock { folders in
        let mask = IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_CLOSE_WRITE
        let number = inotify_add_watch(descriptor, folder.path, UInt32(bitPattern: Int32(mask)))
        guard number >= 0 else {
          Self.log("\(folder.path) cannot be watched (\(errno))")
          return nil
        }
        let token = Token(folder: number)
        folders[number, default: Folder()].watchers[ObjectIdentifier(token)] = Watcher(names: names, notice: notice)
        return token
      }
    }

    private func end(_ folder: Int32, _ watcher: ObjectIdentifier) {
      folders.withLock { folders in
        folders[folder]?.watchers[watcher] = nil
        guard folders[folder]?.watchers.isEmpty == true else { return }
        folders[folder] = nil
        inotify_rm_watch(descriptor, folder)
      }
    }

    /// Reads events in a loop, until a read fails.
    private func read() {
      var buffer = [UInt8](repeating: 0, count: 64 << 10)
      while true {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return Self.log("reading the events failed (\(errno))") }
        var place = 0
        while place + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: inotify_event.self) }
          let start = place + MemoryLayout<inotify_event>.size
          place = start + Int(event.len)
          guard place <= count else { break }
          notice(event, name: String(decoding: buffer[start..<place].prefix { $0 != 0 }, as: UTF8.self))
        }
      }
    }

    private func notice(_ event: inotify_event, name: String) {
      // If events were lost, any file may have been written.
      let isOverflow = event.mask & UInt32(IN_Q_OVERFLOW) != 0
      let watchers = folders.withLock { folders in
        isOverflow
          ? folders.values.flatMap(\.watchers.values)
          : (folders[event.wd]?.watchers.values).map { $0.filter { $0.names.contains(name) } } ?? []
      }
      for watcher in watchers { watcher.notice() }
    }

    private static func log(_ reason: String) {
      logLine("what other processes write is not noticed by itself: \(reason).")
    }
  }
#else
  /// A placeholder for systems without `inotify`. It watches no files.
  final class FileEvents: Sendable {
    static let shared: FileEvents? = nil
    final class Token: Sendable {}
    func watch(_ names: Set<String>, in folder: URL, _ notice: @escaping @Sendable () -> Void) -> Token? { nil }
  }
#endif
