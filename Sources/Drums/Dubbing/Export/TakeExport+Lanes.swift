import AudioBase
import MixEngine
import Studio

/// The lanes of a take in its export.
extension TakeExport {
  /// The lanes that are played: those of the take and of the layers that sound. All parts have all of them, so that stems
  /// add up to the mix.
  var heardLanes: [Lane] {
    Lane.heard(take.lanes.filter(sounds).map(take.played), rate: take.frameRate).values.sorted {
      $0.id.address < $1.id.address
    }
  }

  private func sounds(_ lane: Lane) -> Bool {
    lane.id.layer.map { take.layer($0).map(take.sounds) ?? false } ?? true
  }

  /// The level of the output without a lane of it, and before one begins: then it is the volume of the recording.
  private var firstVolume: Decibels {
    let volume = MixGraph.Address(.master, .gain).text
    let hasLane = take.lanes.contains { $0.id.address == volume && !$0.isEmpty && sounds($0) }
    return hasLane ? take.gains?.volume ?? .unity : .unity
  }

  /// The addresses of lanes that are not played, since the mixer of the export and the parts of its song do not have
  /// them; sorted.
  package var unknownLanes: [String] { MixerLanes(heardLanes).unknown(in: levels.mixer, parts) }

  /// Returns the gain of a level in a part at a value of its lane; with nil, before the lane begins. Nil for a level that is
  /// silent in the part, or not heard in exports.
  ///
  /// - Parameter gain: that of the whole export. The volume of the player is not applied, but what lanes make of it is.
  func gain(
    of level: EngineCommand.Level, at value: Double?, _ part: MixPart, output gain: Decibels
  ) -> Decibels? {
    let own = value.map(MixerLanes.gain)
    return switch level {
    case .master: gain + (own ?? firstVolume)
    case .music: part.hasMusic(of: take) ? own ?? levels.music : nil
    case .pads: part == .music ? nil : own ?? levels.pads
    case .click: nil
    }
  }

  /// The end of the range in the frames of planned hits and lanes; nil if there is none.
  var plannedEnd: Int? {
    guard let end = range?.end else { return nil }
    return FrameCount(seconds: end, at: track == nil ? rate : take.track?.sampleRate ?? rate).value
  }

  /// Returns courses in the frames of planned hits, up to the end of the range.
  func placed(_ courses: [AutomationCourse]) -> [AutomationCourse] {
    let ratio = TakeCompiler.ratio(of: take, rate: rate)
    let placed = track == nil ? courses.map { $0.moved(from: 0, to: 0, ratio: ratio) } : courses
    guard let plannedEnd else { return placed }
    return placed.map { $0.ending(before: plannedEnd) }
  }
}
