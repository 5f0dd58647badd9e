/// How loud the shipped places are, ears 1.5 m above the ground.
///
/// | place | level | rise | how sure | source |
/// |---|---|---|---|---|
/// | open | 0 dB | 10 dB | by definition | |
/// | street | +1 dB | 10 dB | by ear | walls send back what leaves the open ground |
/// | forest | +2 dB | 10 dB | by ear | leaves close by, and drips |
/// | puddles | +1 dB | 10 dB | by ear | |
/// | window | -12 dB | 12 dB | derived | a closed window takes off 19 to 28 dB (measured, mostly of traffic); its pane drums |
/// | car | +1 dB | 12 dB | by ear | nothing measured was found of a parked car |
/// | umbrella | +8 dB | 12 dB | by ear | cloth 0.3 to 0.5 m above the ears |
/// | tent | +8 dB | 12 dB | derived | cloth takes off 1 dB at 1 kHz, 7 at 4; its own drumming is the sound |
/// | tin roof | +11 dB | 12 dB | derived | 74 dB(A) at 40 mm/h under a bare sheet in a laboratory; +9 beside one, by two makers |
///
/// The rise is a tenfold of the rainfall. In nature it is 13 to 15 dB on ground and 14 to 18 under thin plates (Dubout
/// 1969; rigs with natural rain); ground has 10 here (``RainfallLaw``), and so what plates have more is kept. No source
/// has a place beside open ground in the same rain.
public struct PlaceLevel: Sendable, Hashable {
  /// The name of the place.
  public let name: String
  /// The level at 10 mm/h beside open ground in the same rain, in dB: ``Rain/level``.
  public let level: Double
  /// The rise a tenfold of the rainfall, in dB: ``Rain/slope``.
  public let slope: Double
  /// What makes the place as loud as open ground at 10 mm/h, -25 LUFS, in dB, by the loudness of ten seeds of 20 s in
  /// stereo: ``Rain/trim``.
  public let trim: Double

  private init(_ name: String, _ level: Double, slope: Double = 10, trim: Double) {
    (self.name, self.level, self.slope, self.trim) = (name, level, slope, trim)
  }

  /// The table.
  public static let all = [
    PlaceLevel("open", 0, trim: 0),
    PlaceLevel("street", 1, trim: 0),
    PlaceLevel("forest", 2, trim: 0),
    PlaceLevel("puddles", 1, trim: 0),
    PlaceLevel("window", -12, slope: 12, trim: 0),
    PlaceLevel("car", 1, slope: 12, trim: 0),
    PlaceLevel("umbrella", 8, slope: 12, trim: 0),
    PlaceLevel("tent", 8, slope: 12, trim: 0),
    PlaceLevel("tin-roof", 11, slope: 12, trim: 0),
  ]
}
