/// A setting of ``Rain``: a case, and a row of the table (``row``).
///
/// ```swift
/// rain[.gain] = Setting.gain.row.range.lowerBound
/// ```
///
/// The comments of the cases say by which formula they sound; range, unit, default and the line that people read stand
/// in the table, from which flags, preset keys, curves, checks and help are made.
public enum Setting: UInt8, Sendable, CaseIterable, BitwiseCopyable {
  // MARK: Drops

  /// How hard it rains, R. Some settings follow it: each holds at the rainfall at which it was given, and is read as the rainfall makes it.
  case rainfall
  /// Mean number of near drops, those heard one by one.
  case drops
  /// Level of all near drops together, where the nearest falls 1 m away (``distance``).
  case dropLevel
  /// How evenly the near drops fall: 0 by chance, 1 as from a tap. Gusts move only drops of regularity 0.
  case regularity
  /// Factor of the sizes of drops that usually fall at this rainfall, whose mean is 1.17 mm R^0.168. Larger drops are fewer.
  case dropSize
  /// Power of the natural drop sizes relative to 2 mm: 1 for those of rain, 0 for drops of 2 mm only.
  case sizeSpread
  /// Share of the near drops that gather, on leaves or a roof, and fall as drips of 4 to 5.8 mm.
  case drips
  /// Places from which water drips, such as an eave, each in a beat of its own: drips of 4 to 5.8 mm, into the water
  /// below, from leaves onto leaves.
  case eaves
  /// RMS level of the water that runs in a gutter, a stream of bubbles from one point.
  case gutter
  /// Strength of the gusts: standard deviation of the logarithm of the rate of near drops, which rises
  /// and falls over seconds and minutes. 0 for a constant rate.
  case gust
  /// Time of the slowest gust; another time gives other gusts.
  case gustTime
  /// How far the rain becomes heavier and lighter over many minutes: standard deviation of the
  /// logarithm of the rainfall, 0.35 in even rain and 0.8 in showers, as gauges measure it. The
  /// sizes of drops move, too, from 0.35 on as far as in nature. It begins at the mean.
  case drift
  /// Share of nature's differences of level, in dB, that are kept: between rainfalls (10 dB a tenfold), and between
  /// places (``level``). 0: always as loud as open ground at 10 mm/h.
  case dynamics
  /// The surface that drops and patter strike.
  case surface
  /// Share of all drops, near and far and in the bed, that fall into water where there is ground.
  case puddles
  /// Factor of all jitters and of ``pitchSpread``; 0 makes drops of equal size sound identical.
  case variation
  /// Distance of the nearest near drop of 2 mm. All other distances are multiples of it. A larger drop is heard by itself
  /// from farther away, a smaller one only from nearer.
  case distance
  /// Distance of the farthest near drop of 2 mm, in distances of the nearest.
  case distanceRatio
  /// Stereo width of drops, patter and echo: 0 for all in the middle.
  case width
  /// Distance between the two microphones of stereo at full ``width``: sound from a side reaches one of them later. The
  /// farther apart they are, the lower the frequency from which the channels differ.
  case spacing
  /// How much distance dulls the near drops: octaves that the air's low-pass falls every 4 m beyond
  /// the nearest.
  case air

  // MARK: Impact and splash

  /// Level of the impact of a 2 mm drop.
  case impactAmplitude
  /// Time in which a 2 mm drop flattens, D/v: it grows with size and falls with speed, and is longer where the
  /// ground gives.
  case impactDuration
  /// The pressure over time while a drop strikes.
  case impactShape
  /// Jitter of the level of impact, splash and modes: of what the drop strikes.
  case impactJitter
  /// Jitter of the impact's length.
  case durationJitter
  /// Level of the splash, relative to the impact: at 1, that of a 2 mm drop has 6 dB more energy.
  case splash
  /// Mean time after which the droplets of the splash of a 2 mm drop strike.
  case splashDecay
  /// Median pitch of the splash, which differs from spot to spot.
  case splashFrequency

  // MARK: Delay and bubble

  /// Pause between the end of the impact and the bubble of a 2 mm drop (``Drop/delayStart``).
  case delay
  /// Jitter of the delay.
  case delayJitter
  /// Peak of the bubble of a 2 mm drop of the median strength.
  case bubbleAmplitude
  /// Pitch of the bubble of a 2 mm drop; it falls as 1/size, and on water as 1/size^1.6.
  case bubbleFrequency
  /// Rate of decay of the amplitude of a bubble of 2,200 Hz: it falls as e^(-rate · t).
  case bubbleDecay
  /// Share of the drops that trap a bubble, besides those in water that do by their size.
  case bubbleProbability
  /// Standard deviation of the bubbles' pitches upwards; downwards it is 0.45 of that.
  case pitchSpread
  /// Rise of the bubble's pitch as it decays.
  case chirp
  /// Spread of the strengths of bubbles: at 1 the strongest are 8.8 dB louder than the median.
  case bubbleSpread
  /// Jitter of the bubble's level.
  case bubbleJitter
  /// Jitter of the bubble's decay.
  case decayJitter

  // MARK: Patter

  /// Mean number of ticks, the drops farther away.
  case patterRate
  /// RMS of the patter.
  case patterLevel
  /// Pitch of the lowest tick; not above ``patterHigh``.
  case patterLow
  /// Pitch of the highest tick.
  case patterHigh
  /// Distance of the nearest tick, in distances of the nearest near drop.
  case patterDistance
  /// Distance of the farthest tick, in distances of the nearest.
  case patterRatio
  /// Strength of the gusts in the rate of ticks, as ``gust``.
  case patterGust
  /// Strength of the clusters: standard deviation of the logarithm of the rate of ticks, which rises
  /// and falls within tenths of a second.
  case patterCluster

  // MARK: Bed

  /// RMS of the white noise.
  case white
  /// RMS of the pink noise.
  case pink
  /// RMS of the brown noise.
  case brown
  /// Lower edge of the bed, a high-pass of the second order; 20 for none.
  case bedHighpass
  /// Upper edge of the bed, a low-pass of the first order; 20000 for none.
  case bedLowpass
  /// How far the level of the bed follows the gusts: the factor of ``gust``.
  case bedModulation
  /// Frequency below which left and right of the bed are correlated; below 20 they are independent.
  case bedCorrelation

  // MARK: Echo and output

  /// Time in which the echo falls by 60 dB; 0 for no echo.
  case echoTime
  /// Level of the echo of a drop 1 m away, relative to what arrives straight. It grows with the distance.
  case echoLevel
  /// Density of the echo, in pulses. However short it is, it has two.
  case echoDensity
  /// Low-pass of the first order over everything, as indoors; 20000 for none.
  case lowpass
  /// High-pass of the first order over everything; 20 for none.
  case highpass
  /// Color that walls, trees, soil and leaves around give to the spot, a factor of that of nature
  /// (SpotLaw); 0: none.
  case spot
  /// Number of the spot: 0 for that of the seed, another one for a spot that all seeds have.
  /// Between two numbers lies a mixture.
  case spotNumber
  /// Level of the channel of low frequencies (LFE), where a layout has one: 1 sounds as loud as all other channels
  /// together do below 120 Hz.
  case lfe
  /// Natural level of the place beside open ground in the same rain; ``dynamics`` keeps a share of it.
  case level
  /// The gain that makes the place as loud as open ground at 10 mm/h.
  case trim
  /// Gain of everything, before the limiter.
  case gain

  // MARK: Tone

  /// Level of all sound below 88 Hz.
  case tone63
  /// Level of all sound in the octave around 125 Hz.
  case tone125
  /// Level of all sound in the octave around 250 Hz.
  case tone250
  /// Level of all sound in the octave around 500 Hz.
  case tone500
  /// Level of all sound in the octave around 1,000 Hz.
  case tone1000
  /// Level of all sound in the octave around 2,000 Hz.
  case tone2000
  /// Level of all sound in the octave around 4,000 Hz.
  case tone4000
  /// Level of all sound in the octave around 8,000 Hz.
  case tone8000
  /// Level of all sound above 11,300 Hz.
  case tone16000

  // MARK: Storm

  /// Mean speed of the wind 10 m above the ground. It sounds at edges and in leaves, and moves with
  /// the gusts of the rain.
  case wind
  /// Mean number of flashes of lightning, each with its thunder.
  case thunder
  /// Distance of the cell in which they light; that of each flash scatters about it.
  case thunderDistance
  /// Mass of what stands between the listener and the weather, such as a pane: it keeps back wind
  /// and thunder.
  case wall
  /// Level of the wind and thunder that come in past the wall.
  case opening
  /// Tones that the wind makes at wires and gaps.
  case howl

  /// The row of the table.
  public var row: Row { Setting.rows[Int(rawValue)] }

  /// The key in a preset.
  public var name: String { row.name }

  /// The part of a rain that the setting belongs to.
  public var owner: Owner { row.owner }

  /// The setting with that name, or nil.
  public init?(named name: String) {
    // By bytes: to compare strings takes tables of Unicode, which Embedded Swift does not have.
    guard let row = Setting.rows.firstIndex(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return nil }
    self = Setting.allCases[row]
  }

  /// The rows in the order of the cases.
  private static let rows = allCases.map { $0.newRow }
}
