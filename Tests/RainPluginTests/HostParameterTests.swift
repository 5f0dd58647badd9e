import RainDSP
import Testing

@testable import RainPlugin

@Suite("The parameters of the plug-in")
struct HostParameterTests {
  /// Sessions name parameters by these numbers. One may be added, none may change.
  private static let ids: [String: UInt32] = [
    "rainfall": 2016236634,
    "drops": 245270637,
    "dropLevel": 2837294098,
    "regularity": 3413272809,
    "dropSize": 3570292293,
    "sizeSpread": 2695734267,
    "drips": 767428363,
    "eaves": 4049775783,
    "gutter": 581880962,
    "gust": 1356619534,
    "gustTime": 2563805223,
    "drift": 780660388,
    "surface": 425316092,
    "puddles": 2883123838,
    "variation": 266295870,
    "width": 2508680735,
    "spacing": 3369314814,
    "air": 858933783,
    "impactAmplitude": 940055264,
    "impactDuration": 4014422371,
    "impactShape": 3767512480,
    "impactJitter": 48759229,
    "durationJitter": 2575020571,
    "splash": 2531464038,
    "splashDecay": 524919500,
    "splashFrequency": 1851749960,
    "delay": 1322381784,
    "delayJitter": 2924194446,
    "bubbleAmplitude": 2848291448,
    "bubbleFrequency": 1371609911,
    "bubbleDecay": 3652544967,
    "bubbleProbability": 2219907738,
    "pitchSpread": 1149162410,
    "chirp": 3854742175,
    "bubbleSpread": 235933056,
    "bubbleJitter": 3921556949,
    "decayJitter": 235160587,
    "patterRate": 2395615583,
    "patterLevel": 1265792165,
    "patterLow": 3323325801,
    "patterHigh": 2524314469,
    "patterGust": 3505838662,
    "patterCluster": 2243718693,
    "white": 3724674918,
    "pink": 576586605,
    "brown": 817772335,
    "bedHighpass": 1139856441,
    "bedLowpass": 757184559,
    "bedModulation": 3957048114,
    "bedCorrelation": 3366762984,
    "echoTime": 265834789,
    "echoLevel": 2896766522,
    "echoDensity": 1760850348,
    "lowpass": 288347380,
    "highpass": 850016976,
    "spot": 587593341,
    "spotNumber": 331339160,
    "lfe": 1365821174,
    "gain": 458499838,
    "dynamics": 3154345447,
    "distance": 783488098,
    "distanceRatio": 3992509025,
    "patterDistance": 3066652730,
    "patterRatio": 3629500812,
    "level": 2610554845,
    "trim": 1972648905,
    "wind": 336916743,
    "thunder": 2468249745,
    "thunderDistance": 2817692046,
    "wall": 2804296981,
    "opening": 3459571991,
    "howl": 2819171891,
    "tone63": 3261766098,
    "tone125": 2055471049,
    "tone250": 3230224076,
    "tone500": 756669660,
    "tone1000": 3932605504,
    "tone2000": 930286195,
    "tone4000": 2131546005,
    "tone8000": 3264708153,
    "tone16000": 1856085878,
    "bypass": 1573592237,
    "songPosition": 240347079,
    "seed": 1346747564,
    "glide": 1899544050,
    "gate": 375450386,
    "attack": 1167440125,
    "release": 272019070,
    "place": 3369480956,
  ]

  @Test("have the numbers of the first plug-in, and the names of settings")
  func ids() {
    for parameter in HostParameter.all {
      #expect(Self.ids[parameter.symbol] == parameter.id, "\(parameter.symbol)")
    }
    let symbols = HostParameter.all.map(\.symbol)
    #expect(symbols.starts(with: Setting.allCases.map(\.name)))
    #expect(Set(HostParameter.all.map(\.id)).count == HostParameter.all.count)
    #expect(Self.ids.values.allSatisfy { id in HostParameter.all.contains { $0.id == id } })
  }

  @Test("are all settings of the rain, under the names that one speaks, with what hands reach")
  func settings() {
    for setting in Setting.allCases {
      let parameter = HostParameter.all[Int(setting.rawValue)]
      #expect(parameter.row.title == setting.row.title && parameter.range == setting.row.handRange)
    }
    #expect(
      HostParameter.order.prefix(8).map { HostParameter.all[$0].group }
        == Array(repeating: "01 Rain", count: 8))
    #expect(HostParameter.order.sorted() == Array(HostParameter.all.indices))
  }

  @Test("have groups that sort as they stand")
  func groups() {
    let groups = HostParameter.order.map { HostParameter.all[$0].group }
    #expect(groups == groups.sorted() && groups.allSatisfy { $0.first?.isNumber == true })
    // By their URIs in LV2, too.
    let uris = Turtle.description.split(separator: "\n").filter { $0.contains("a pg:InputGroup") }
    #expect(uris == uris.sorted() && uris.count == HostParameter.groups.count)
  }

  @Test("read what they write, and what a person writes")
  func text() {
    for parameter in HostParameter.all {
      let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
      for number in [
        low, high, parameter.row.standard, parameter.isWhole ? high : low + (high - low) / 7,
      ] {
        #expect(
          parameter.number(parameter.text(number)) == number, "\(parameter.row.title) \(number)")
      }
      for wrong in ["", "x", "--1", "1 furlong", "nan", "inf", "1e400", "-1e9"] {
        #expect(parameter.number(wrong) == nil, "\(parameter.row.title) \(wrong)")
      }
    }
    let (surface, lowpass) = (HostParameter(.surface), HostParameter(.lowpass))
    #expect(surface.number("metal").map(surface.text) == "metal" && surface.number("1") == nil)
    #expect(lowpass.number("2k") == 2000 && lowpass.number(" 900 hz ") == 900)
    #expect(
      HostParameter(.puddles).number("20%") == 0.2 && HostParameter(.gain).text(-3) == "-3 dB")
    #expect(HostParameter.of(.gate).number("on") == 1 && HostParameter.of(.gate).text(0) == "off")
  }
}
