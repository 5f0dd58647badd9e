import Foundation
import RainSynthCommands
import RainTestSupport
import Testing

/// The program in a folder of its own: its commands called in this process, or run as users have it.
final class BuiltProgram: Sendable {
  struct Run {
    /// The exit status, or minus the signal that ended it.
    let status: Int32
    let output: [UInt8]
    let errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The folder in which the program runs, and the files for its two streams.
  private let folder: URL
  private let streams: URL

  init() {
    let parent = FileManager.default.temporaryDirectory
      .appendingPathComponent("rainsynth-tests-\(UUID().uuidString)")
    folder = parent.appendingPathComponent("folder", isDirectory: true)
    streams = parent.appendingPathComponent("streams", isDirectory: true)
    for folder in [folder, streams] {
      // Without it, nothing can be written in it.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
  }

  /// Calls the command in this process, without a terminal. The variables are all that it finds.
  func call(_ words: [String], variables: [String: String] = [:]) async throws -> Run {
    let system = FaultySystem(
      folder: "\(folder.path)/", variables: Self.screen.merging(variables) { $1 })
    let status = await system.run { await RainSynth.status(of: words) }
    let record = system.record
    return Run(
      status: status, output: record.standardOutput,
      errors: try #require(String(validating: record.standardError, as: UTF8.self)))
  }

  func call(_ line: String) async throws -> Run { try await call(line.words) }

  /// A screen that does not depend on who runs the tests.
  private static let screen = ["TERM": "xterm", "LANG": "C.UTF-8"]

  /// Runs the program in its folder and waits for its end: for what a call cannot show, such as signals, standard
  /// input, terminals and programs that it starts. A run whose output goes elsewhere has none to tell.
  func run(
    _ words: [String], input: [UInt8] = [], inputHandle: FileHandle? = nil,
    output: FileHandle? = nil, errors: FileHandle? = nil, environment: [String: String] = [:],
    blocksPerFile: Int? = nil
  ) throws -> Run {
    let child = try start(
      words, input: input, inputHandle: inputHandle, output: output, errors: errors,
      environment: environment, blocksPerFile: blocksPerFile)
    child.waitUntilExit()
    let status = child.terminationStatus
    return Run(
      status: child.terminationReason == .exit ? status : -status,
      output: Array(try Data(contentsOf: streams.appendingPathComponent("output"))),
      errors: String(
        decoding: try Data(contentsOf: streams.appendingPathComponent("errors")), as: UTF8.self))
  }

  /// Runs the program in its folder, and does not wait. With `blocksPerFile`, its files may not become
  /// longer than so many blocks of 512 bytes.
  func start(
    _ words: [String], input: [UInt8] = [], inputHandle: FileHandle? = nil,
    output: FileHandle? = nil, errors: FileHandle? = nil, environment: [String: String] = [:],
    blocksPerFile: Int? = nil
  ) throws -> Process {
    try Data(input).write(to: streams.appendingPathComponent("input"))
    for name in ["output", "errors"] { try Data().write(to: streams.appendingPathComponent(name)) }
    let child = Process()
    let program = try Self.find()
    child.executableURL = program
    child.arguments = words
    if let blocksPerFile {
      child.executableURL = URL(fileURLWithPath: "/bin/sh")
      child.arguments =
        ["-c", "ulimit -f \(blocksPerFile); exec \"$@\"", "sh", program.path] + words
    }
    child.currentDirectoryURL = folder
    child.standardInput =
      try inputHandle ?? FileHandle(forReadingFrom: streams.appendingPathComponent("input"))
    child.standardOutput =
      try output ?? FileHandle(forWritingTo: streams.appendingPathComponent("output"))
    child.standardError =
      try errors ?? FileHandle(forWritingTo: streams.appendingPathComponent("errors"))
    child.environment = ProcessInfo.processInfo.environment
      .filter { !["COLUMNS", "LINES", "LC_ALL", "LC_CTYPE"].contains($0.key) }
      .merging(Self.screen) { $1 }
      .merging(environment) { $1 }
    // Children inherit which signals are blocked, and in a thread of Dispatch nearly all are.
    var (none, blocked) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, &blocked)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil) }
    try child.run()
    return child
  }

  func run(_ words: String...) throws -> Run { try run(words) }

  /// The bytes of a file, given by its name in the folder.
  func contents(of file: String) throws -> [UInt8] { Array(try Data(contentsOf: url(file))) }

  /// The lines of a list of clips.
  func list(_ file: String) throws -> [[String: Any]] {
    try contents(of: file).split(separator: 10).map { try json($0) }
  }

  func write(_ bytes: some Sequence<UInt8>, to file: String) throws {
    try Data(bytes).write(to: url(file))
  }

  func write(_ text: String, to file: String) throws { try write(text.utf8, to: file) }

  /// Gives the file so many bytes by appending zeros.
  func lengthen(_ file: String, to length: UInt64) throws {
    try FileHandle(forWritingTo: url(file)).truncate(atOffset: length)
  }

  func remove(_ file: String) throws { try FileManager.default.removeItem(at: url(file)) }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: false)
  }

  /// Writes a player: a shell script, called as ./player.
  func makePlayer(_ script: String) throws { try writeProgram("player", script) }

  func writeProgram(_ file: String, _ script: String) throws {
    try write("#!/bin/sh\n\(script)\n", to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(file))
  }

  /// Writes players, by their names and their shell scripts, and returns a PATH with them alone.
  func makePlayers(_ scripts: [String: String]) throws -> String {
    try makeFolder("players")
    for (name, script) in scripts { try writeProgram("players/\(name)", script) }
    return path("players")
  }

  /// The names of the files in the folder, hidden ones too.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  /// The names of the files in a folder in the folder, hidden ones too.
  func files(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// The whole path of a file, given by its name in the folder.
  func path(_ file: String) -> String { url(file).path }

  private func url(_ file: String) -> URL { URL(fileURLWithPath: file, relativeTo: folder) }

  /// The program lies beside the tests, or beside the bundle that holds them.
  static func find() throws -> URL {
    var folder = Bundle(for: BuiltProgram.self).bundleURL
    while folder.path != "/" {
      let program = folder.appendingPathComponent("rainsynth")
      let isFile = try? program.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile
      if isFile == true { return program }
      folder.deleteLastPathComponent()
    }
    throw CocoaError(.fileNoSuchFile)
  }
}

extension String {
  /// The words of a command line without quotation marks.
  var words: [String] { split(separator: " ").map(String.init) }
}

/// What a text in JSON holds: an object, unless another type is asked for.
func json<Value>(
  _ bytes: some Sequence<UInt8>, as type: Value.Type = [String: Any].self
) throws -> Value {
  try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? Value)
}
