/// How loud the shipped places are, ears 1.5 m above the ground.
///
/// | place | level | how sure | source |
/// |---|---|---|---|
/// | open | 0 dB | by definition | |
/// | street | +1 dB | by ear | walls send back what leaves the open ground |
/// | forest | +2 dB | by ear | leaves close by, and drips |
/// | puddles | +1 dB | by ear | |
/// | window | -12 dB | derived | a closed window takes off 19 to 28 dB (measured, mostly of traffic); its pane drums |
/// | car | +1 dB | by ear | nothing measured was found of a parked car |
/// | umbrella | +8 dB | by ear | cloth 0.3 to 0.5 m above the ears |
/// | tent | +8 dB | derived | cloth takes off 1 dB at 1 kHz, 7 at 4; its own drumming is the sound |
/// | tin roof | +9 dB | measured | beside bare sheets outdoors, by two makers; +12 from 74 dB(A) at 40 mm/h in a laboratory |
///
/// No source has a place beside open ground in the same rain. How levels rise with the rainfall, 10 dB a tenfold
/// (`RainfallLaw`), is one law for all; what thin plates have more is in their drops (``DropLaw``).
public struct PlaceLevel: Sendable {
  /// The name of the place.
  public let name: String
  /// The level at 10 mm/h beside open ground in the same rain, in dB: ``Rain/level``.
  public let level: Double
  /// What makes the place as loud as open ground at 10 mm/h, -25 LUFS, in dB, by the loudness of ten seeds of 20 s in
  /// stereo: ``Rain/trim``.
  public let trim: Double

  /// The table.
  public static let all = [
    PlaceLevel(name: "open", level: 0, trim: 0),
    PlaceLevel(name: "street", level: 1, trim: 0.3),
    PlaceLevel(name: "forest", level: 2, trim: -0.2),
    PlaceLevel(name: "puddles", level: 1, trim: -0.3),
    PlaceLevel(name: "window", level: -12, trim: 1.6),
    PlaceLevel(name: "car", level: 1, trim: 6),
    PlaceLevel(name: "umbrella", level: 8, trim: 4.4),
    PlaceLevel(name: "tent", level: 8, trim: 1.9),
    PlaceLevel(name: "tin-roof", level: 9, trim: 0),
  ]
}
