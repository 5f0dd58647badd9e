import Testing

@testable import RainPlugin

/// The sizes and places that the headers of CLAP 1.2.10 and LV2 1.18 give on 64-bit systems, found by a compiler of C.
@Suite("The structures of the plug-in")
struct StructureTests {
  private func expect<Structure>(
    _ structure: Structure.Type, size: Int, _ places: [(PartialKeyPath<Structure>, Int)] = []
  ) {
    #expect(MemoryLayout<Structure>.stride == size, "\(structure)")
    for (member, place) in places {
      #expect(MemoryLayout<Structure>.offset(of: member) == place, "\(structure) \(place)")
    }
  }

  @Test("those of CLAP lie as its headers say")
  func clap() {
    expect(CLAPVersion.self, size: 12)
    expect(CLAPFactory.self, size: 24)
    unsafe expect(CLAPDescriptor.self, size: 88, [(\.id, 16), (\.features, 80)])
    unsafe expect(
      CLAPPlugin.self, size: 96,
      [
        (\.pluginData, 8), (\.initialize, 16), (\.activate, 32), (\.process, 72),
        (\.onMainThread, 88),
      ])
    unsafe expect(
      CLAPHost.self, size: 88, [(\.name, 24), (\.getExtension, 56), (\.requestCallback, 80)])
    expect(CLAPAudioBuffer.self, size: 32, [(\.channelCount, 16), (\.constantMask, 24)])
    unsafe expect(
      CLAPProcess.self, size: 64,
      [(\.frames, 8), (\.transport, 16), (\.outputs, 32), (\.outputCount, 44), (\.inEvents, 48)])
    expect(CLAPInputEvents.self, size: 24)
    expect(CLAPEvent.self, size: 16, [(\.space, 8), (\.type, 10), (\.flags, 12)])
    expect(CLAPNote.self, size: 40, [(\.noteID, 16), (\.key, 24), (\.velocity, 32)])
    unsafe expect(
      CLAPParameterValue.self, size: 56,
      [(\.parameter, 16), (\.cookie, 24), (\.key, 40), (\.value, 48)])
    expect(
      CLAPTransport.self, size: 104,
      [(\.flags, 16), (\.seconds, 32), (\.tempo, 40), (\.barNumber, 96), (\.denominator, 102)])
    expect(CLAPMIDI.self, size: 24, [(\.bytes, 18)])
    expect(CLAPPorts.self, size: 16)
    unsafe expect(
      CLAPAudioPort.self, size: 288, [(\.flags, 260), (\.type, 272), (\.inPlacePair, 280)])
    expect(CLAPSurround.self, size: 16)
    expect(CLAPAmbisonic.self, size: 16)
    expect(CLAPAmbisonicFormat.self, size: 8)
    expect(CLAPNotePort.self, size: 268, [(\.name, 12)])
    expect(CLAPParameters.self, size: 48)
    unsafe expect(
      CLAPParameterInfo.self, size: 1320,
      [(\.cookie, 8), (\.name, 16), (\.module, 272), (\.least, 1296)])
    expect(CLAPState.self, size: 16)
    expect(CLAPInputStream.self, size: 16)
    expect(CLAPOutputStream.self, size: 16)
    expect(CLAPHostPresetLoad.self, size: 16)
    unsafe expect(CLAPPresetProviderDescriptor.self, size: 40, [(\.id, 16)])
    unsafe expect(CLAPPresetProvider.self, size: 48, [(\.getMetadata, 32)])
    unsafe expect(CLAPPresetIndexer.self, size: 88, [(\.name, 16), (\.declareFileType, 56)])
    expect(CLAPPresetFileType.self, size: 24)
    unsafe expect(CLAPPresetLocation.self, size: 32, [(\.kind, 16), (\.location, 24)])
    unsafe expect(CLAPPresetReceiver.self, size: 88, [(\.beginPreset, 16), (\.setDescription, 56)])
    expect(CLAPPluginID.self, size: 16)
    typealias Entry = (
      UInt32, UInt32, UInt32, @convention(c) () -> Void, @convention(c) () -> Void,
      @convention(c) () -> Void
    )
    expect(Entry.self, size: 40)
  }

  @Test("those of LV2 lie as its headers say")
  func lv2() {
    unsafe expect(LV2Descriptor.self, size: 64, [(\.connectPort, 16), (\.extensionData, 56)])
    expect(LV2Feature.self, size: 16)
    expect(LV2Map.self, size: 16)
    expect(LV2State.self, size: 16)
    expect(LV2Atom.self, size: 8)
    expect(LV2Sequence.self, size: 16, [(\.unit, 8)])
    expect(LV2Event.self, size: 16, [(\.atom, 8)])
    expect(LV2Object.self, size: 8)
    expect(LV2Property.self, size: 16, [(\.value, 8)])
  }
}
