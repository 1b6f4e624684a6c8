import Foundation
import ProcessTesting
import Testing

@Suite("Programs that tests start")
struct ChildProcessTests {
  private func shell(_ script: String) -> ChildProcess {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", script]
    return process
  }

  /// The process must not inherit open files of other tests.
  @Test("It has its three files and no other, its folder and its variables")
  func surroundings() throws {
    let process = shell("cat; pwd; ls /proc/self/fd | wc -l; echo $A >&2; exit 7")
    process.environment = ["A": "a", "PATH": "/usr/bin:/bin"]
    process.currentDirectoryURL = URL(fileURLWithPath: "/usr")
    let (input, output, error) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (input, output, error)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("in\n".utf8))
    try input.fileHandleForWriting.close()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    let said = String(decoding: try error.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    // `ls` also has the folder open that it lists.
    #expect(text == "in\n/usr\n4\n")
    #expect(said == "a\n")
    #expect(process.terminationStatus == 7 && process.terminationReason == .exit && !process.isRunning)
  }

  @Test("A signal ends it, and what has ended gets no more")
  func signals() throws {
    let process = shell("exec sleep 1000")
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    #expect(process.isRunning)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == SIGTERM && process.terminationReason == .uncaughtSignal)
    process.terminate()
    #expect(!process.isRunning)
  }

  @Test("A program that does not exist is an error that names it")
  func missing() throws {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: "/nowhere/program")
    let error = #expect(throws: ChildProcess.Failure.self) { try process.run() }
    #expect(error?.description == "/nowhere/program cannot be started: No such file or directory.")
  }
}
