@testable import RainPresets
import RainDSP
import Testing

@Suite("Encoders") struct EncoderFormatTests {
  @Test(
    "channels that a format does not hold are refused before the encoder starts",
    arguments: [
      ("lame", "mp3", "1 2 binaural"), ("ffmpeg", "mp3", "1 2 binaural"),
      ("flac", "flac", "1 2 binaural quad 5.1 7.1 foa"),
      ("ffmpeg", "flac", "1 2 binaural quad 5.1 7.1"),
      ("opusenc", "opus", "1 2 binaural quad 5.1 7.1"),
      ("ffmpeg", "opus", "1 2 binaural quad 5.1 7.1"),
      ("oggenc", "ogg", "1 2 binaural quad 5.1 7.1"),
      ("ffmpeg", "m4a", "1 2 binaural quad 5.1 7.1"), ("mine", "mp3", "1 2 binaural"),
      ("mine", "xyz", "1 2 binaural quad 5.1 5.1.4 7.1 7.1.2 7.1.4 foa 3oa"),
    ])
  func channels(program: String, ending: String, layouts: String) throws {
    let encoder = Encoder(name: program, path: "", words: [], ending: ending)
    var job = RenderJob(duration: .seconds(1))
    var taken: [String] = []
    for layout in ChannelLayout.allCases {
      job.layout = layout
      do {
        try encoder.check(job)
        taken.append(layout.optionName)
      } catch {
        let sentence = "\(error)"
        #expect(sentence.contains("channels") && sentence.contains(layout.optionName), "\(error)")
      }
    }
    #expect(taken.joined(separator: " ") == layouts)
  }
}
