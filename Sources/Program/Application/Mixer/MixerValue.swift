import AudioBase
import Effects
import Player
import Studio

/// A value of the mixer with its place in its range.
package enum MixerValue: Sendable {
  case level(Decibels, in: ClosedRange<Double>)
  /// −1 left, 0 middle, 1 right.
  case pan(Double)
  case parameter(EffectParameter, Double)
  /// The bus whose level an effect follows, and all that it can follow.
  case source(MixGraph.Bus, of: [MixGraph.Bus])

  /// The steps from one end of the range of a parameter to the other.
  private static let parameterSteps = 40.0

  package var name: String {
    switch self {
    case .level: "level"
    case .pan: "pan"
    case .parameter(let parameter, _): parameter.title
    case .source: "source"
    }
  }

  /// The place in the range, 0…1.
  package var share: Double {
    switch self {
    case .level(let level, let range):
      let value = level.clamped(to: range).value
      return (value - range.lowerBound) / (range.upperBound - range.lowerBound)
    case .pan(let pan): return (pan + 1) / 2
    case .parameter(let parameter, let value): return parameter.position(of: value)
    case .source(let bus, let buses):
      return Double(buses.firstIndex(of: bus) ?? 0) / Double(max(buses.count - 1, 1))
    }
  }

  /// Returns the value at a place in the range, 0…1; levels are rounded to whole decibels.
  package func at(_ share: Double) -> MixerValue {
    let share = min(max(share, 0), 1)
    switch self {
    case .level(_, let range):
      let value = range.lowerBound + share * (range.upperBound - range.lowerBound)
      return .level(Decibels(value.rounded()), in: range)
    case .pan: return .pan((share * 20).rounded() / 10 - 1)
    case .parameter(let parameter, _): return .parameter(parameter, parameter.value(at: share))
    case .source(_, let buses):
      return .source(buses[Int((share * Double(buses.count - 1)).rounded())], of: buses)
    }
  }

  /// Returns the value some steps away: of 1 dB, of a tenth of the way to one side, of a 40th of a range,
  /// or of one name.
  package func moved(by steps: Int) -> MixerValue {
    switch self {
    case .level(let level, let range):
      return .level((level + Decibels(Double(steps))).clamped(to: range), in: range)
    case .pan(let pan): return .pan((min(max(pan + Double(steps) / 10, -1), 1) * 10).rounded() / 10)
    case .parameter(let parameter, let value) where parameter.isChoice:
      return .parameter(parameter, parameter.clamped(value + Double(steps)))
    case .source(let bus, let buses):
      let index = (buses.firstIndex(of: bus) ?? 0) + steps
      return .source(buses[min(max(index, 0), buses.count - 1)], of: buses)
    case .parameter: return at(share + Double(steps) / MixerValue.parameterSteps)
    }
  }
}

/// The values of the rows of the mixer. The levels of music, pads, metronome and output are those of the player.
extension Application {
  private static let levels = -60.0...6.0

  /// Returns the value of a row; nil for an effect.
  package func value(of row: MixerController.Row, in bus: MixGraph.Bus) -> MixerValue? {
    guard let strip = mixer?.graph[bus] else { return nil }
    switch row {
    case .fader: return .level(level(of: bus, strip), in: Application.range(of: bus))
    case .pan: return .pan(strip.pan)
    case .send(let target):
      return strip.sends.first { $0.target == target }.map { .level($0.gain, in: MixGraph.gains) }
    case .insert: return nil
    }
  }

  func level(of bus: MixGraph.Bus, _ strip: MixGraph.Strip) -> Decibels {
    switch bus {
    case .music: model.levels.mix.music
    case .pads: model.levels.mix.pads
    case .click: takes?.tempo.metronome.level ?? .unity
    case .master: model.levels.volume
    case .pad, .instrument, .input, .returns: strip.gain
    }
  }

  static func range(of bus: MixGraph.Bus) -> ClosedRange<Double> {
    switch bus {
    case .music, .pads: levels
    case .click: MetronomeSettings.levels
    case .master: PlayerModel.volumeRange
    case .pad, .instrument, .input, .returns: MixGraph.gains
    }
  }

  package func set(_ value: MixerValue, of row: MixerController.Row, in bus: MixGraph.Bus) {
    switch (row, value) {
    case (.fader, .level(let level, _)): set(level.value, at: MixGraph.Address(bus, .gain))
    case (.pan, .pan(let pan)): set(pan * 100, at: MixGraph.Address(bus, .pan))
    case (.send(let target), .level(let level, _)):
      set(level.value, at: MixGraph.Address(bus, .send(target)))
    case (.fader, _), (.pan, _), (.send, _), (.insert, _): break
    }
  }

  /// Returns whether a strip is muted.
  package func isMuted(_ bus: MixGraph.Bus) -> Bool {
    bus == .master ? model.levels.isMuted : mixer?.graph[bus].isMuted ?? false
  }

  func toggleMute(of bus: MixGraph.Bus) {
    if bus == .master { model.toggleMute() } else { mixer?.owner.change { $0[bus].isMuted.toggle() } }
  }
}
