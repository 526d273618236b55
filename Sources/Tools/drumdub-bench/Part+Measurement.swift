extension Part {
  /// Measures the part.
  ///
  /// - Parameters:
  ///   - minutes: the duration of a soak test.
  ///   - music: a folder of songs; nil for generated ones.
  func measure(minutes: Int, music: String?) throws(Failure) -> PartResult {
    switch self {
    case .mix: MixPart().measure()
    case .mixer: MixerPart().measure()
    case .start: try startResult()
    case .latency: try LatencyPart().measure()
    case .clock: try ClockPart().measure()
    case .decode: try DecodePart().measure()
    case .playing: try PlayingPart().measure()
    case .library: try LibraryPart().measure()
    case .screen: try ScreenPart().measure()
    case .turns: TurnsPart().measure()
    case .takes: try TakesPart().measure()
    case .sharing: try SharingPart(music: music).measure()
    case .timeline: try TimelinePart().measure()
    case .kits: try KitsPart().measure()
    case .parsers: try ParsersPart().measure()
    case .export: try ExportPart().measure()
    case .input: try InputPart().measure()
    case .hands: try HandsPart().measure()
    case .devices: try DevicesPart().measure()
    case .soak: try SoakPart(minutes: minutes).measure()
    }
  }

  private func startResult() throws(Failure) -> PartResult {
    var result = try StartPart().measure()
    result.figures += try LibraryStartPart().measure().figures
    return result
  }
}
