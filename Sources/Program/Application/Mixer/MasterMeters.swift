import AudioBase
import MixEngine
import Studio

/// What the meters of the output show: its largest sample, the work of the limiter, and its loudness. Main thread.
@MainActor
package final class MasterMeters {
  package struct Reading: Hashable, Sendable {
    package var levels: MasterReading
    package var loudness: LiveLoudness.Reading
    /// Whether the loudness cannot be measured, since its library is missing.
    package var lacksLoudness: Bool
    /// The largest samples of the strips that have sounded.
    package var peaks: [StripPeak] = []

    package init(
      levels: MasterReading, loudness: LiveLoudness.Reading = LiveLoudness.Reading(),
      lacksLoudness: Bool = false
    ) {
      (self.levels, self.loudness, self.lacksLoudness) = (levels, loudness, lacksLoudness)
    }
  }

  /// Seconds for which the loudness is measured after it was drawn, and after a command has asked for it.
  private static let (drawnTime, askedTime) = (2.0, 600.0)

  private let engine: EngineControl
  private let loudness: LiveLoudness

  package init(_ engine: EngineControl, _ make: @escaping LiveLoudnessMeterMaker) {
    self.engine = engine
    loudness = LiveLoudness(engine, make)
  }

  /// Returns what is shown now, and goes on measuring.
  ///
  /// - Parameter isDrawn: whether the screen asks, which asks again soon.
  package func reading(isDrawn: Bool) -> Reading {
    loudness.follow(seconds: isDrawn ? MasterMeters.drawnTime : MasterMeters.askedTime)
    return Reading(
      levels: engine.master, loudness: loudness.reading, lacksLoudness: loudness.problem != nil)
  }

  /// The settings of the limiter, which change at once.
  package var limiter: LimiterSettings {
    get { engine.master.limiter }
    set { engine.setLimiter(newValue) }
  }

  /// Forgets the largest values, and begins the loudness anew.
  package func reset() {
    engine.clearMaster()
    loudness.reset()
  }
}

/// The argument of the command `meters`.
package enum MeterCommand: Hashable, Sendable {
  /// States what the meters of the output show.
  case show
  /// Forgets the largest values, and begins the loudness anew.
  case reset
}

extension Command.Request {
  package static let meters = {
    var definition = Argument<MeterCommand>(
      "meters", "ACTION", "state peak, limiter and loudness of the output; reset begins them anew", .drum,
      .keepsLayers, read: { ["show": .show, "reset": .reset][$0] },
      text: { $0 == .reset ? "reset" : "show" }, choices: { _, _ in ["show", "reset"] }
    ) { application, command, _ in
      guard let mixer = application.mixer, let meters = mixer.meters else { return .refused(.noMixer) }
      if command == .reset {
        meters.reset()
        mixer.owner.clearPeaks()
      }
      var reading = meters.reading(isDrawn: false)
      reading.peaks = mixer.buses.compactMap { bus in
        bus == .master
          ? nil : mixer.owner.heldPeak(of: bus).flatMap { $0 > 0 ? StripPeak(bus: bus, peak: $0) : nil }
      }
      let strips = mixer.buses.compactMap { bus in
        mixer.reduction(of: bus).map { StripReduction(bus: bus, reduction: Decibels($0)) }
      }
      return .notice(.mixer(.meters(reading, strips)))
    }
    definition.withoutArgument = .request(definition(.show))
    return definition
  }()
}

/// The largest sample of a strip since the meters were reset.
package struct StripPeak: Hashable, Sendable {
  package var bus: MixGraph.Bus
  /// Linear, full scale 1.
  package var peak: Float
}

/// How much the compressors of a strip lower its level.
package struct StripReduction: Hashable, Sendable {
  package var bus: MixGraph.Bus
  package var reduction: Decibels
}

extension MixerController {
  /// Returns the dB by which the compressors of a strip lower its level together; nil if it has none.
  package func reduction(of bus: MixGraph.Bus) -> Double? {
    let reductions = graph[bus].inserts.compactMap { owner.reduction(ofInsert: $0.id) }
    return reductions.isEmpty ? nil : reductions.reduce(0, +)
  }
}
