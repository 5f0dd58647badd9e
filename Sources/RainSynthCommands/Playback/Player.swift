internal import Platform
internal import RainFiles
internal import Text

/// A player that is playing.
final class Player {
  let name: String
  let child: ChildProgram
  private let start = ContinuousClock.now

  /// A player that ends within this time has played nothing: no sound server or card is there.
  private static let longestFailure = Duration.seconds(2)

  /// How much sound may wait in the pipe to it, in ms; more would delay every change.
  private static let pipeMilliseconds = 90

  static func pipeBytes(_ job: Rendering) -> Int {
    job.sampleRate * job.bytesPerFrame * pipeMilliseconds / 1000
  }

  init(_ command: PlayerCommand, _ job: Rendering) throws {
    name = command.name
    child = try ChildProgram(
      path: command.path, arguments: command.arguments,
      pipeBytes: Self.pipeBytes(job))
  }

  /// Whether it cannot have played yet, if it has ended.
  var hasJustStarted: Bool { .now - start < Self.longestFailure }

  /// The failure of a player that has ended before the sound.
  var failure: Failure { Failure(.couldNot, "the player \(name) \(child.complaint)") }

  /// Waits a moment for the end of a player that reads no more.
  func awaitEnd() {
    for _ in 0..<100 {
      if child.lookForEnd() != nil { return }
      _ = Readiness.wait([(child.messages, .reading)], milliseconds: 10)
      child.takeMessages()
      if child.messages < 0 { _ = Readiness.wait([], milliseconds: 10) }
    }
  }
}
