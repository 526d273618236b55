import Application
import AudioBase
import Configuration
import SystemBase

/// The command line of `drumdub record`.
struct RecordArguments {
  private(set) var input: InputChoice?
  /// The output; nil for a name of the date in the standard folder.
  private(set) var output: RecordingFile?
  private(set) var rate: SampleRate?
  /// The channels; nil for as many as the input has, at most 2.
  private(set) var channels: Int?
  /// The duration in seconds.
  private(set) var duration: Double?
  private var samples: SampleFormat?

  private static let names = [
    OptionName(long: "output", short: "o", takesValue: true), OptionName(long: "input", takesValue: true),
    OptionName(long: "format", takesValue: true), OptionName(long: "rate", takesValue: true),
    OptionName(long: "channels", takesValue: true), OptionName(long: "duration", takesValue: true),
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: RecordArguments.names)
    for (name, value) in scanned.options { try apply(name, value) }
    if let word = scanned.operands.first {
      throw UsageError("record does not read a file (\(word.shown)): name the recording with -o")
    }
    if let output { _ = try encoding(output.format) }
  }

  private mutating func apply(_ name: String, _ value: FilePath) throws(UsageError) {
    switch name {
    case "output": output = try RecordArguments.file(value)
    case "input":
      guard let choice = InputChoice(value) else {
        throw UsageError("--input must be \(InputChoice.syntax), not \(value.shown)")
      }
      input = choice
    case "format":
      guard let format = SampleFormat(rawValue: value.shown) else {
        throw UsageError("--format must be s16, s24 or float, not \(value.shown)")
      }
      samples = format
    case "rate":
      let range = 8_000...192_000
      guard let hertz = Int(value.shown), range.contains(hertz) else {
        throw UsageError("--rate must be \(range.lowerBound) to \(range.upperBound), not \(value.shown)")
      }
      rate = SampleRate(hertz)
    case "channels":
      guard let count = Int(value.shown), (1...2).contains(count) else {
        throw UsageError("--channels must be 1 or 2, not \(value.shown)")
      }
      channels = count
    case "duration":
      guard let seconds = Double(value.shown), seconds > 0, seconds < 1e6 else {
        throw UsageError("--duration must be a number of seconds, not \(value.shown)")
      }
      duration = seconds
    default: break
    }
  }

  private static func file(_ path: FilePath) throws(UsageError) -> RecordingFile {
    guard let file = RecordingFile(BaseFolders.current.appending(path)) else {
      throw UsageError("record writes .wav, .flac and .ogg files, not \(path.lastComponent.shown)")
    }
    return file
  }

  /// Returns the encoding of a file of a format.
  func encoding(_ format: RecordingFile.Format) throws(UsageError) -> AudioEncoding {
    let type: AudioFileFormat =
      switch format {
      case .flac: .flac
      case .wav: .wav
      case .ogg: .ogg
      }
    guard let encoding = AudioEncoding(type, samples: samples) else {
      let accepted = type.sampleFormats.map(\.rawValue).joined(separator: " and ")
      throw UsageError(
        "--format \(samples?.rawValue ?? "") is not possible in .\(format.rawValue) files"
          + (accepted.isEmpty ? "" : ", which have \(accepted)"))
    }
    return encoding
  }
}
