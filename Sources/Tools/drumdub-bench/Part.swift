import AudioBase
import Glibc
import MusicLibrary
import SystemBase

/// A part of the measurements, by its name on the command line.
enum Part: String, CaseIterable {
  case mix, mixer, lanes, start, latency, clock, decode, playing, library, screen, turns, takes, timeline
  case export, input, hands, devices, kits, parsers, song, soak

  /// The parts that measure what the program costs: those of a run that names none.
  static let cost: [Part] = [
    .mix, .mixer, .start, .decode, .playing, .library, .screen, .takes, .timeline, .export,
  ]
  /// Those of a quick run that names none.
  static let quick: [Part] = [.mix, .mixer, .start, .playing, .screen, .takes, .export]
  /// All but the soak test, which needs an hour.
  static let all = allCases.filter { $0 != .soak }

  /// Measures the part with what the arguments say of it.
  func measure(_ report: Report, _ arguments: BenchmarkArguments) throws {
    switch self {
    case .mix: try MixPart.measure(report)
    case .mixer: try MixerPart.measure(report)
    case .lanes: try LanesPart.measure(report)
    case .start: try StartPart.measure(report)
    case .latency: try StrikePart.measureLatency(report)
    case .clock: try StrikePart.measureClock(report)
    case .hands: try StrikePart.measureNotes(report)
    case .decode: try FilePart.measureDecoding(report)
    case .export: try FilePart.measureExport(report)
    case .playing: try PlayingPart.measure(report)
    case .library: try LibraryPart.measure(report)
    case .screen: try ScreenPart.measure(report)
    case .turns: try TurnsPart.measure(report)
    case .takes: try TakesPart.measureOpening(report)
    case .timeline: try TakesPart.measureTimeline(report)
    case .input: try InputPart.measure(report)
    case .devices: try DevicesPart.measure(report)
    case .kits: try KitsPart.measure(report)
    case .parsers: try ParsersPart.measure(report)
    case .song: try arguments.song.measure(report)
    case .soak: try SoakPart.measure(report, minutes: arguments.minutes)
    }
  }
}

/// The reason why something could not be measured.
struct Failure: Error {
  let message: String

  init(_ message: String) { self.message = message }

  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as LibraryError: self.init(error.asFileError)
    case let error as FileError: self.init("\(error.subject): \(error.detail ?? "\(error.code)")")
    case let error as DeviceError: self.init("\(error.subject): \(error.detail ?? "\(error.code)")")
    default: self.init("\(error)")
    }
  }

  /// The message of the last system call, which has failed.
  static func systemCall(_ call: String) -> Failure {
    Failure("\(call): \(String(cString: strerror(errno)))")
  }
}
