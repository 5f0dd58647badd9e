import RainDSP
import RainFiles
import RainTestSupport
import Testing

@Suite struct DropLogTests {
  @Test(
    "a gain moves every level by as much, and nothing else",
    arguments: [ChannelLayout.mono, .stereo, .binaural, .quad, .firstOrder])
  func gain(layout: ChannelLayout) async throws {
    func rows(_ gain: Double) async throws -> [[Substring]] {
      var job = RenderJob(try Preset(named: "puddles"), duration: .seconds(20))
      job.layout = layout
      job.rain[.gain] = gain
      var text: [UInt8] = []
      await DropLog(try Rendering(job)).write(as: .csv, threads: 1) { text += $0 }
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: ",", omittingEmptySubsequences: false)
      }
    }
    let (all, softer) = (try await rows(0), try await rows(-6))
    #expect(all.count == softer.count && all.count > 50)
    for (row, soft) in zip(all, softer) {
      for (key, (field, other)) in zip(all[0], zip(row, soft)) {
        if key.hasSuffix("_db"), let level = Double(field), let less = Double(other) {
          #expect(abs(level - less - 6) < 0.011, "\(layout), \(key): \(field), \(other)")
        } else {
          #expect(field == other, "\(layout), \(key)")
        }
      }
    }
  }
}
