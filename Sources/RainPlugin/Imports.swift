// For all files of this module, too.
@_exported public import RainPresets
