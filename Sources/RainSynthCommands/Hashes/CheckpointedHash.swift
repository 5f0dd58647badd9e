internal import RainAudio
internal import RainFiles

/// The SHA-256 of the bytes of a job, and marks on the way there.
struct CheckpointedHash: Sendable {
  private var hash = SHA256()
  private(set) var marks: Checkpoints
  private let beginning: Double  // s
  private let bytesPerMark: Int
  private var bytesToMark: Int

  init(_ job: RenderJob) {
    marks = Checkpoints(seconds: job.frames.count / job.sampleRate)
    beginning = Double(job.frames.lowerBound) / Double(job.sampleRate)
    bytesPerMark = marks.spacing * job.sampleRate * job.bytesPerFrame
    bytesToMark = bytesPerMark
  }

  /// The digits of the whole hash.
  var digits: String { SHA256.hex(hash.finalize()) }

  /// The time in the rain, in seconds, at which so many seconds of the job have passed.
  func time(after seconds: Int) -> String {
    FixedPoint.trimmed(beginning + Double(seconds), decimals: 3)
  }

  mutating func update(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
      // Not before more bytes come: the end is what the whole hash is for.
      if bytesToMark == 0 {
        marks.append(hash)
        bytesToMark = bytesPerMark
      }
      let count = min(bytesToMark, bytes.count - done)
      hash.update(bytes.span.extracting(done..<done + count))
      bytesToMark -= count
      done += count
    }
  }
}
