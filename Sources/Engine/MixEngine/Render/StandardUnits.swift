import AudioBase
import Synchronization

/// The units of the usual plan, in which the engine's levels, meters and displays work.
struct StandardUnits: Sendable {
  let musicLevel = GainUnit()
  let padsLevel = GainUnit()
  let clickLevel = GainUnit()
  let masterLevel = GainUnit()
  let musicMeter: MeterUnit
  let padsMeter: MeterUnit
  let masterMeter: MeterUnit
  let limiter: LimiterUnit
  let tap = TapUnit()

  init(rate: SampleRate, limiter settings: LimiterSettings) {
    musicMeter = MeterUnit(rate: rate)
    padsMeter = MeterUnit(rate: rate)
    masterMeter = MeterUnit(rate: rate)
    limiter = LimiterUnit(rate: rate, settings)
  }

  var chains: RenderPlan.Chains {
    var chains = RenderPlan.Chains()
    chains.music = [musicLevel, musicMeter]
    chains.pads = [padsLevel, padsMeter]
    chains.click = [clickLevel]
    chains.master = [masterLevel, limiter, masterMeter, tap]
    return chains
  }

  var pointers: StandardUnitPointers {
    StandardUnitPointers(
      levels: [
        musicLevel.ramp.pointer, padsLevel.ramp.pointer, clickLevel.ramp.pointer, masterLevel.ramp.pointer,
      ],
      musicMeter: musicMeter.state.pointer, padsMeter: padsMeter.state.pointer,
      masterMeter: masterMeter.state.pointer)
  }
}

/// The levels that commands move and the meters that are reported, as the audio thread reads them.
struct StandardUnitPointers: BitwiseCopyable {
  /// In the order of the raw values.
  fileprivate let levels: InlineArray<4, UnsafeMutablePointer<GainRamp>>
  fileprivate let musicMeter: UnsafeMutablePointer<MeterUnit.State>
  fileprivate let padsMeter: UnsafeMutablePointer<MeterUnit.State>
  fileprivate let masterMeter: UnsafeMutablePointer<MeterUnit.State>

  /// Moves a level to a linear gain within a number of output frames. Audio thread.
  func move(_ level: EngineCommand.Level, to gain: Float, over frames: Int) {
    levels[level.rawValue].pointee.move(to: gain, over: frames)
  }

  /// Sets a target. A level moves within a number of output frames; one that is not a number stays. Audio thread.
  func set(_ target: AutomationTarget, to bits: UInt64, rampLength: Int) {
    switch target.place {
    case .bits(let memory): memory.pointee.store(bits, ordering: .relaxed)
    case .level(let level):
      let gain = Float(Double(bitPattern: bits))
      if gain.isFinite { move(level, to: gain, over: rampLength) }
    }
  }

  /// The level of the metronome, linear. Audio thread.
  var click: Float { levels[EngineCommand.Level.click.rawValue].pointee.current }

  /// The reading of the meters. Audio thread.
  var reading: MeterReading {
    var reading = MeterReading()
    reading.music = musicMeter.pointee.meter.level
    reading.pads = padsMeter.pointee.meter.level
    reading.master = masterMeter.pointee.meter.level
    return reading
  }
}

/// The chains of the mixer, and the units that are added to them for a time.
struct MixContent {
  var chains: RenderPlan.Chains
  /// Receives the output.
  var recorder: RecordUnit?
  /// Adds an input to its bus.
  var monitor: MonitorUnit?
  let delays = PathDelays()

  /// A recorder receives what is heard.
  var allChains: RenderPlan.Chains {
    var chains = chains
    if let monitor { chains.input.insert(monitor, at: 0) }
    if let recorder { chains.master.append(recorder) }
    chains.neverRests = recorder != nil || monitor != nil
    return chains
  }
}

extension RenderPlan.Chains {
  /// The same chains without the units that only displays read.
  package var withoutDisplays: RenderPlan.Chains {
    func kept(_ units: [any PlanUnit]) -> [any PlanUnit] {
      units.filter { !($0 is MeterUnit) && !($0 is TapUnit) }
    }
    var chains = self
    (chains.music, chains.pads, chains.master) = (kept(music), kept(pads), kept(master))
    return chains
  }

  /// The same chains without the limiter, so that what is rendered apart adds up to the mix.
  package var unlimited: RenderPlan.Chains {
    var chains = self
    chains.master = master.filter { !($0 is LimiterUnit) }
    return chains
  }
}
