import AudioBase
import Dubbing
import Effects
import Player
import Studio

/// A value of the mixer, in the unit of its parameter.
package struct MixerValue: Sendable {
  package enum Kind: Hashable, Sendable {
    case level, pan, parameter
    /// The bus whose level an effect follows, of those that it can follow.
    case source([MixGraph.Bus])
    /// The tempo of the music, which an effect follows.
    case tempoOfMusic
  }

  /// The steps from one end of the range of a parameter to the other.
  private static let parameterSteps = 40.0

  package let parameter: EffectParameter
  package private(set) var value: Double
  package let kind: Kind

  package init(_ parameter: EffectParameter, _ value: Double, _ kind: Kind = .parameter) {
    (self.parameter, self.value, self.kind) = (parameter, value, kind)
  }

  /// The place in the range, 0…1.
  package var share: Double { parameter.position(of: value) }

  /// Returns the value at a place in the range, 0…1: a whole decibel, a tenth of the way to one side, a length of a note.
  package func at(_ share: Double) -> MixerValue {
    var moved = self
    switch kind {
    case .level: moved.value = parameter.value(at: share).rounded()
    case .pan: moved.value = (min(max(share, 0), 1) * 20).rounded() * 10 - 100
    case .parameter, .source, .tempoOfMusic:
      moved.value = parameter.noteLength(at: share) ?? parameter.value(at: share)
    }
    return moved
  }

  /// Returns the value some steps away: of 1 dB, of a tenth of the way to one side, of a 40th of a range,
  /// of one name, or of one length of a note.
  package func moved(by steps: Int) -> MixerValue {
    var moved = self
    switch kind {
    case .pan: moved.value = (parameter.clamped(value + Double(steps) * 10) / 10).rounded() * 10
    case .parameter where !parameter.noteLengths.isEmpty:
      moved.value = parameter.noteLength(steps, from: value) ?? value
    case .parameter where !parameter.isChoice, .tempoOfMusic:
      return at(share + Double(steps) / MixerValue.parameterSteps)
    case .level, .parameter, .source: moved.value = parameter.clamped(value + Double(steps))
    }
    return moved
  }
}

/// The values of the strips. The levels of music, pads, metronome and output are those of the player.
extension Application {
  private static let levels = -60.0...6.0

  /// Returns the value of a row of a strip; nil for an effect.
  package func value(of row: MixerController.Row, in bus: MixGraph.Bus) -> MixerValue? {
    if case .songPart(let name) = row {
      guard let level = takes?.songs.heardLevel(of: name) else { return nil }
      let parameter = EffectParameter("gain", .decibels, SongPartLevel.range, initial: 0)
      return MixerValue(parameter, level.gain.value, .level)
    }
    guard let address = row.part.map({ MixGraph.Address(bus, $0) }), let parameter = parameter(at: address),
      let value = value(at: address)
    else { return nil }
    return MixerValue(parameter, value, row == .pan ? .pan : .level)
  }

  /// Returns the level of a bus that is the player's, and its range; nil for a bus with a gain of its own.
  func playerLevel(of bus: MixGraph.Bus) -> (level: Decibels, range: ClosedRange<Double>)? {
    switch bus {
    case .music: (model.levels.mix.music, Application.levels)
    case .pads: (model.levels.mix.pads, Application.levels)
    case .click: (takes?.tempo.metronome.level ?? .unity, MetronomeSettings.levels)
    case .master: (model.levels.volume, PlayerModel.volumeRange)
    case .pad, .instrument, .input, .returns: nil
    }
  }

  package func isMuted(_ bus: MixGraph.Bus) -> Bool {
    bus == .master ? model.levels.isMuted : mixer?.graph[bus].isMuted ?? false
  }

  func toggleMute(of bus: MixGraph.Bus) {
    if bus == .master { model.toggleMute() } else { mixer?.owner.change { $0[bus].isMuted.toggle() } }
  }
}
