extension Rain {
  /// The revision of the sound: the samples of the same settings and seed are the same in every version
  /// with the same revision.
  ///
  /// It rises by one whenever a sample of any rain changes. Files that store settings store it, too.
  /// Before revision 1, the published sums had changed 17 times. Revision 2 gave drops a body and gusts
  /// their slow part. Revision 3 bounds how many parts of drops sound at once, and rounds differently.
  /// Revision 4 shortens the ticks of the patter, and rounds differently. Revision 5 has the exact mean of a
  /// one-sided impact in each frame and fewer echoes in three presets, and rounds differently. Revision 6 has
  /// every regular drop (a fifth was missing at some regularities), and loops whose gusts move sound
  /// the same from any frame. Revision 7 has drops by their physics, one field of near drops, patter and
  /// bed, and new presets. Revision 8 scatters sounds by their distance, lets rain stand in puddles, and has as many far
  /// drops as the rainfall asks for.
  public static var soundRevision: Int { 8 }
}
