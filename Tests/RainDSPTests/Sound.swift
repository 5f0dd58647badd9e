/// The frames of a voice that adds itself to a span, with `room` more frames of silence.
func sound(_ frames: Int, room: Int = 16, _ voice: (inout MutableSpan<Float>) -> Void) -> [Float] {
  var sound = [Float](repeating: 0, count: frames + room)
  var span = sound.mutableSpan
  voice(&span)
  return sound
}

/// The sum of the squares of the frames.
func energy(_ frames: some Sequence<Float>) -> Double {
  frames.reduce(0) { $0 + Double($1) * Double($1) }
}
