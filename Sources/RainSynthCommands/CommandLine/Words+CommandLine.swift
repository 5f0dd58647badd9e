extension Words {
  /// Flags, by the flag that means it.
  static let flags = Words(PackageResources.flags_txt)

  /// Flags that are not there, by what to type instead.
  static let missing = Words(PackageResources.missing_txt)

  /// Commands, by what does it.
  static let commands = Words(PackageResources.commands_txt)
}
