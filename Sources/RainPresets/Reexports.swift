// The types of the API that other modules declare, and for this package alone, Text, of which nothing is public.
@_exported public import enum RainAudio.SampleFormat
@_exported public import RainDSP
@_exported public import Text
