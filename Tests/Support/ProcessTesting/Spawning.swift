import Foundation

/// Starts processes by `posix_spawn`.
enum Spawning {
  // The header declares both functions only for C programs that enable GNU's extensions. glibc has them from 2.34 on.
  private typealias AddNumber = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  private typealias AddPath = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>) -> Int32

  private static let addCloseFrom = unsafeBitCast(
    address("posix_spawn_file_actions_addclosefrom_np"), to: AddNumber.self)
  private static let addChangeOfFolder = unsafeBitCast(
    address("posix_spawn_file_actions_addchdir_np"), to: AddPath.self)

  private static func address(_ name: String) -> UnsafeMutableRawPointer {
    guard let address = dlsym(nil, name) else { fatalError("The C library has no \(name): the tests need glibc 2.34.") }
    return address
  }

  /// Starts a program with three open files, the default action for every signal, and no blocked signals.
  static func start(
    program: String, arguments: [String], environment: [String: String], folder: String?, streams: [(any ChildStream)?]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    var handedOver: [FileHandle] = []
    for (number, stream) in streams.enumerated() {
      guard let stream else { continue }
      let file = stream.file(isInput: number == 0)
      if stream.isHandedOver { handedOver.append(file) }
      // Foundation's null device has no file descriptor.
      if file.fileDescriptor < 0 {
        posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", number == 0 ? O_RDONLY : O_WRONLY, 0)
      } else {
        posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, Int32(number))
      }
    }
    if let folder { _ = addChangeOfFolder(&actions, folder) }
    _ = addCloseFrom(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // The process has its own group, so that a signal that a terminal sends to the tests' group does not reach it.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))

    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &actions, &attributes, &argv, &envp)
    for file in handedOver { try? file.close() }
    guard error == 0 else {
      throw ChildProcess.Failure(description: "\(program) cannot be started: \(String(cString: strerror(error))).")
    }
    return process
  }
}
