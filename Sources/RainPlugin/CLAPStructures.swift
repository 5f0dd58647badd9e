// The structures of CLAP 1.2 (github.com/free-audio/clap), with their members in the same order. Swift lays such members
// out as C does. Pointers to structures are untyped where a function of C has them: it knows no structures of Swift.

typealias CLAPText = UnsafePointer<CChar>
/// A function of a plug-in, or of another object, that returns whether it worked.
typealias CLAPAction = @convention(c) (UnsafeRawPointer?) -> Bool
typealias CLAPNotice = @convention(c) (UnsafeRawPointer?) -> Void
typealias CLAPCount = @convention(c) (UnsafeRawPointer?) -> UInt32
typealias CLAPExtension = @convention(c) (UnsafeRawPointer?, CLAPText?) -> UnsafeRawPointer?

@safe struct CLAPVersion: BitwiseCopyable {
  var major: UInt32 = 1
  var minor: UInt32 = 2
  var revision: UInt32 = 0
}

@safe struct CLAPFactory {
  let count: CLAPCount
  let descriptor: @convention(c) (UnsafeRawPointer?, UInt32) -> UnsafeRawPointer?
  let create: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, CLAPText?) -> UnsafeRawPointer?
}

@safe struct CLAPDescriptor {
  let clapVersion = CLAPVersion()
  let id, name, vendor, url, manualURL, supportURL, version, description: CLAPText
  let features: UnsafePointer<CLAPText?>
}

@safe struct CLAPPlugin {
  let descriptor: UnsafePointer<CLAPDescriptor>
  let pluginData: UnsafeMutableRawPointer
  let initialize: CLAPAction
  let destroy: CLAPNotice
  let activate: @convention(c) (UnsafeRawPointer?, Double, UInt32, UInt32) -> Bool
  let deactivate: CLAPNotice
  let startProcessing: CLAPAction
  let stopProcessing, reset: CLAPNotice
  let process: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
  let getExtension: CLAPExtension
  let onMainThread: CLAPNotice
}

@safe struct CLAPHost {
  let clapVersion: CLAPVersion
  let hostData: UnsafeRawPointer?
  let name, vendor, url, version: CLAPText?
  let getExtension: CLAPExtension?
  let requestRestart, requestProcess, requestCallback: CLAPNotice?
}

// MARK: Sound

@safe struct CLAPAudioBuffer {
  let data32: UnsafePointer<UnsafeMutablePointer<Float>?>?
  let data64: UnsafeRawPointer?
  let channelCount, latency: UInt32
  var constantMask: UInt64
}

@safe struct CLAPProcess {
  let steadyTime: Int64
  let frames: UInt32
  let transport, inputs: UnsafeRawPointer?
  let outputs: UnsafeMutablePointer<CLAPAudioBuffer>?
  let inputCount, outputCount: UInt32
  let inEvents, outEvents: UnsafeRawPointer?
}

enum CLAPStatus {
  static let error: Int32 = 0
  static let `continue`: Int32 = 1
  static let sleep: Int32 = 4
}

@safe struct CLAPInputEvents {
  let context: UnsafeRawPointer?
  let size: CLAPCount?
  let get: (@convention(c) (UnsafeRawPointer?, UInt32) -> UnsafeRawPointer?)?
}

struct CLAPEvent: BitwiseCopyable {
  let size, time: UInt32
  let space, type: UInt16
  let flags: UInt32

  static let noteOn: UInt16 = 0
  static let noteOff: UInt16 = 1
  static let noteChoke: UInt16 = 2
  static let parameterValue: UInt16 = 5
  static let transport: UInt16 = 9
  static let midi: UInt16 = 10
}

struct CLAPNote: BitwiseCopyable {
  let header: CLAPEvent
  let noteID: Int32
  let port, channel, key: Int16
  let velocity: Double
}

@safe struct CLAPParameterValue: BitwiseCopyable {
  let header: CLAPEvent
  let parameter: UInt32
  let cookie: UnsafeRawPointer?
  let noteID: Int32
  let port, channel, key: Int16
  let value: Double
}

struct CLAPTransport: BitwiseCopyable {
  let header: CLAPEvent
  let flags: UInt32
  let beats, seconds: Int64
  let tempo, tempoStep: Double
  let loopStartBeats, loopEndBeats, loopStartSeconds, loopEndSeconds, barStart: Int64
  let barNumber: Int32
  let numerator, denominator: UInt16

  static let hasSeconds: UInt32 = 1 << 2
  static let isPlaying: UInt32 = 1 << 4
  /// Units of a second in `seconds`.
  static let second = 0x1p31
}

struct CLAPMIDI: BitwiseCopyable {
  let header: CLAPEvent
  let port: UInt16
  let bytes: InlineArray<3, UInt8>
}

// MARK: Extensions

/// A text in a structure, which ends with a NUL.
typealias CLAPName = InlineArray<256, UInt8>
typealias CLAPPath = InlineArray<1024, UInt8>

@safe struct CLAPPorts {
  let count: @convention(c) (UnsafeRawPointer?, Bool) -> UInt32
  let get: @convention(c) (UnsafeRawPointer?, UInt32, Bool, UnsafeMutableRawPointer?) -> Bool
}

@safe struct CLAPAudioPort: BitwiseCopyable {
  var id: UInt32 = 0
  var name = CLAPName(repeating: 0)
  var flags: UInt32 = 1  // the main port
  var channelCount: UInt32
  var type: CLAPText
  var inPlacePair = UInt32.max  // none
}

@safe struct CLAPSurround {
  let supports: @convention(c) (UnsafeRawPointer?, UInt64) -> Bool
  let getMap:
    @convention(c) (UnsafeRawPointer?, Bool, UInt32, UnsafeMutablePointer<UInt8>?, UInt32) -> UInt32
}

@safe struct CLAPAmbisonic {
  let supports: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool
  let getFormat: @convention(c) (UnsafeRawPointer?, Bool, UInt32, UnsafeMutableRawPointer?) -> Bool
}

struct CLAPAmbisonicFormat: BitwiseCopyable, Equatable {
  let ordering, normalization: UInt32

  /// ACN and SN3D.
  static let ambiX = CLAPAmbisonicFormat(ordering: 1, normalization: 1)
}

struct CLAPNotePort: BitwiseCopyable {
  var id: UInt32 = 0
  var supportedDialects: UInt32 = 1 | 2  // CLAP, MIDI
  var preferredDialect: UInt32 = 1
  var name = CLAPName(repeating: 0)
}

@safe struct CLAPParameters {
  let count: CLAPCount
  let getInfo: @convention(c) (UnsafeRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Bool
  let getValue: @convention(c) (UnsafeRawPointer?, UInt32, UnsafeMutablePointer<Double>?) -> Bool
  let valueToText:
    @convention(c) (UnsafeRawPointer?, UInt32, Double, UnsafeMutablePointer<UInt8>?, UInt32) -> Bool
  let textToValue:
    @convention(c) (UnsafeRawPointer?, UInt32, CLAPText?, UnsafeMutablePointer<Double>?) -> Bool
  let flush: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UnsafeRawPointer?) -> Void
}

@safe struct CLAPParameterInfo: BitwiseCopyable {
  var id: UInt32
  var flags: UInt32
  var cookie: UnsafeRawPointer?
  var name = CLAPName(repeating: 0)
  var module = CLAPPath(repeating: 0)
  var least: Double
  var most: Double
  var standard: Double

  static let isStepped: UInt32 = 1 << 0
  static let isBypass: UInt32 = 1 << 4
  static let isAutomatable: UInt32 = 1 << 5
  static let isChoice: UInt32 = 1 << 16
}

@safe struct CLAPHostParameters {
  let rescan: (@convention(c) (UnsafeRawPointer?, UInt32) -> Void)?
  static let values: UInt32 = 1 << 0
}

@safe struct CLAPState {
  let save, load: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool
}

@safe struct CLAPInputStream {
  let context: UnsafeRawPointer?
  let read: (@convention(c) (UnsafeRawPointer?, UnsafeMutableRawPointer?, UInt64) -> Int64)?
}

@safe struct CLAPOutputStream {
  let context: UnsafeRawPointer?
  let write: (@convention(c) (UnsafeRawPointer?, UnsafeRawPointer?, UInt64) -> Int64)?
}

/// The extensions `tail` and `latency`: a number of frames.
@safe struct CLAPFrames {
  let get: CLAPCount
}

@safe struct CLAPHostLog {
  let log: (@convention(c) (UnsafeRawPointer?, Int32, CLAPText?) -> Void)?
  static let warning: Int32 = 2
  static let error: Int32 = 3
}

// MARK: Presets

@safe struct CLAPPresetLoad {
  let fromLocation: @convention(c) (UnsafeRawPointer?, UInt32, CLAPText?, CLAPText?) -> Bool
}

@safe struct CLAPHostPresetLoad {
  let onError:
    (@convention(c) (UnsafeRawPointer?, UInt32, CLAPText?, CLAPText?, Int32, CLAPText?) -> Void)?
  let loaded: (@convention(c) (UnsafeRawPointer?, UInt32, CLAPText?, CLAPText?) -> Void)?
}

@safe struct CLAPPresetProviderDescriptor {
  let clapVersion = CLAPVersion()
  let id, name, vendor: CLAPText
}

@safe struct CLAPPresetProvider {
  let descriptor: UnsafePointer<CLAPPresetProviderDescriptor>
  let indexer: UnsafeRawPointer?
  let initialize: CLAPAction
  let destroy: CLAPNotice
  let getMetadata: @convention(c) (UnsafeRawPointer?, UInt32, CLAPText?, UnsafeRawPointer?) -> Bool
  let getExtension: CLAPExtension
}

@safe struct CLAPPresetIndexer {
  let clapVersion: CLAPVersion
  let name, vendor, url, version: CLAPText?
  let indexerData: UnsafeRawPointer?
  let declareFileType: (@convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool)?
  let declareLocation: (@convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool)?
  let declareSoundpack: (@convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool)?
  let getExtension: CLAPExtension?
}

@safe struct CLAPPresetFileType {
  let name, description, fileExtension: CLAPText
}

@safe struct CLAPPresetLocation {
  let flags: UInt32
  let name: CLAPText
  let kind: UInt32
  let location: CLAPText?

  static let file: UInt32 = 0
  static let plugin: UInt32 = 1
  static let isShipped: UInt32 = 1 << 0
  static let isOfUser: UInt32 = 1 << 1
}

@safe struct CLAPPresetReceiver {
  let receiverData: UnsafeRawPointer?
  let onError: (@convention(c) (UnsafeRawPointer?, Int32, CLAPText?) -> Void)?
  let beginPreset: (@convention(c) (UnsafeRawPointer?, CLAPText?, CLAPText?) -> Bool)?
  let addPluginID: (@convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Void)?
  let setSoundpackID: (@convention(c) (UnsafeRawPointer?, CLAPText?) -> Void)?
  let setFlags: (@convention(c) (UnsafeRawPointer?, UInt32) -> Void)?
  let addCreator, setDescription: (@convention(c) (UnsafeRawPointer?, CLAPText?) -> Void)?
  let setTimes: (@convention(c) (UnsafeRawPointer?, UInt64, UInt64) -> Void)?
  let addFeature: (@convention(c) (UnsafeRawPointer?, CLAPText?) -> Void)?
  let addExtraInfo: (@convention(c) (UnsafeRawPointer?, CLAPText?, CLAPText?) -> Void)?
}

@safe struct CLAPPluginID {
  let abi, id: CLAPText
}
