/// The grid on which a rendering is made: tiles of 4,096 frames, counted from frame 0.
///
/// Whatever block a caller asks for is cut from whole tiles, so that block size, slices and
/// threads cannot change a sample. Within a tile, filters run over sixteen lanes of 256
/// frames side by side, one a lane (``LaneTile``).
public enum Tile {
  /// Frames of a tile.
  public static let frames = 4096
  /// Frames of one of the sixteen lanes of a tile.
  package static let rows = frames / 16
  /// The tile that holds `frame`; frame 0 opens tile 0.
  package static func index(of frame: Int) -> Int { frame >> 12 }
}
