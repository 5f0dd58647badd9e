// The types of the API that other modules declare.
@_exported public import enum RainAudio.SampleFormat
@_exported public import RainDSP
// For the modules of this package: nothing of Text is public.
@_exported public import Text
