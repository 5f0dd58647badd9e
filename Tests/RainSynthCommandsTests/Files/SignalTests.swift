import Foundation
import Platform
import Testing

// Where a parameter has the name of the function of the system.
private let setDisposition = signal(_:_:)

/// The files that remain when a signal ends a program while it writes a file.
@Suite struct SignalTests {
  private let program = BuiltProgram()

  init() throws {
    try program.write("old", to: "x.svg")
    try #require(unsafe mkfifo(program.path("fifo.raw"), 0o600) == 0)
  }

  /// The picture is begun, then the program waits for a reader of the FIFO, who never comes.
  private func end(by signal: Int32) throws -> Process {
    // A shell ignores some signals for programs in the background, and so for this test.
    let before = setDisposition(signal, SIG_DFL)
    let child = try program.start("drop --svg x.svg -o fifo.raw -f".words)
    _ = setDisposition(signal, before)
    while child.isRunning, try program.files().count < 3 { usleep(1000) }
    #expect(kill(child.processIdentifier, signal) == 0)
    child.waitUntilExit()
    return child
  }

  @Test(
    "the program dies of the signal, the old file stays and the new one is gone",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGUSR1, SIGXCPU])
  func ends(_ signal: Int32) throws {
    let child = try end(by: signal)
    #expect(child.terminationReason == .uncaughtSignal)
    #expect(child.terminationStatus == signal)
    #expect(try program.files() == ["fifo.raw", "x.svg"])
    #expect(try program.contents(of: "x.svg") == Array("old".utf8))
  }

  @Test("a killed process leaves one file more, which the next run for the same target removes")
  func killed() async throws {
    for _ in 0..<3 {
      #expect(try end(by: SIGKILL).terminationStatus == SIGKILL)
      #expect(try program.files().count == 3)
      #expect(try program.contents(of: "x.svg") == Array("old".utf8))
    }
    #expect(try await program.call("drop --svg x.svg -f").status == 0)
    #expect(try program.files() == ["fifo.raw", "x.svg"])
    #expect(try program.contents(of: "x.svg") != Array("old".utf8))
  }

  @Test("a signal that was ignored from the start stays ignored")
  func ignored() throws {
    // Children inherit it; no other test sends SIGUSR2.
    _ = signal(SIGUSR2, SIG_IGN)
    defer { _ = signal(SIGUSR2, SIG_DFL) }
    let child = try program.start("drop --svg x.svg -o fifo.raw -f".words)
    while child.isRunning, try program.files().count < 3 { usleep(1000) }
    #expect(kill(child.processIdentifier, SIGUSR2) == 0)
    let reader = unsafe open(program.path("fifo.raw"), O_RDONLY)
    defer { close(reader) }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while unsafe read(reader, &bytes, bytes.count) > 0 {}
    child.waitUntilExit()
    #expect(child.terminationReason == .exit)
    #expect(child.terminationStatus == 0)
    #expect(try program.files() == ["fifo.raw", "x.svg"])
  }
}
