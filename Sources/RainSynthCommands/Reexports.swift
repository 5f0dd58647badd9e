// For all files of this module, too.
@_exported public import Platform
@_exported public import RainAudio
@_exported public import RainFiles
@_exported public import RainGauges
