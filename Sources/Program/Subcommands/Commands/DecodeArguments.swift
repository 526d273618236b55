import AudioBase
import AudioFiles
import Configuration
import SystemBase

/// The command line of `drumdub decode`.
enum DecodeArguments {
  private static let names = [
    OptionName(long: "output", short: "o", takesValue: true),
    OptionName(long: "rate", takesValue: true),
    OptionName(long: "format", takesValue: true),
  ]

  static func job(_ arguments: [FilePath]) throws(UsageError) -> DecodeJob {
    let scanned = try OptionScanner.scanSubcommand(arguments, for: DecodeArguments.names)
    guard let source = scanned.operands.first else { throw UsageError("decode needs a file") }
    guard scanned.operands.count == 1 else { throw UsageError("decode takes one file") }
    guard let target = scanned.options.last(where: { $0.name == "output" })?.value, !target.isEmpty else {
      throw UsageError("decode needs -o and the file to write")
    }
    var job = DecodeJob(source: source, target: target, rate: nil, encoding: .wavFloat)
    for (name, value) in scanned.options {
      switch name {
      case "rate": job.rate = try DecodeArguments.rate(value)
      case "format": job.encoding = try DecodeArguments.encoding(value)
      default: break
      }
    }
    return job
  }

  private static func rate(_ value: FilePath) throws(UsageError) -> SampleRate {
    guard let hertz = Int(value.shown), SampleRate.playable.contains(hertz) else {
      let range = SampleRate.playable
      throw UsageError(
        "--rate must be \(range.lowerBound) to \(range.upperBound), not \(value.shown)")
    }
    return SampleRate(hertz)
  }

  private static func encoding(_ value: FilePath) throws(UsageError) -> SndfileWriter.Encoding {
    switch value.shown {
    case "s16": .wav16
    case "s24": .wav24
    case "float": .wavFloat
    default: throw UsageError("--format must be s16, s24 or float, not \(value.shown)")
    }
  }
}
