// The types of the API that other modules declare.
@_exported public import enum RainAudio.SampleFormat
@_exported public import RainDSP
