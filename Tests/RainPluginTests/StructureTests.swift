import Testing

@testable import RainPlugin

/// The sizes and places that the headers of LV2 1.18 give on 64-bit systems, found by a compiler of C.
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
