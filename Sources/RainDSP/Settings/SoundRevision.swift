extension Rain {
  /// The revision of the sound: the samples of the same settings and seed are the same in every version
  /// with the same revision.
  ///
  /// It rises by one whenever a sample of any rain changes. Files that store settings store it, too.
  /// Revision 1 is the sound of version 1.1.0; before it, the published sums had changed 17 times.
  public static var soundRevision: Int { 1 }
}
