import AudioBase
import Effects
import Instruments
import Plugins
import Studio
import SystemBase

/// The units that the mixer can have beside those of the program: SoundFonts, plug-ins, other programs.
package struct MixerUnits: Sendable {
  /// Nil if no plug-in is used.
  fileprivate let plugins: PluginCatalog?
  fileprivate let soundFonts: SoundFontCatalog
  fileprivate let programs: @Sendable () -> [UnitDescription]
  fileprivate let marker: PluginMarker
  private let rate: SampleRate

  /// Creates the units of a machine. `programs` lists the other programs, on another thread.
  package init(
    plugins: PluginCatalog?, soundFonts: SoundFontCatalog,
    programs: @escaping @Sendable () -> [UnitDescription],
    marker: PluginMarker, rate: SampleRate
  ) {
    (self.plugins, self.soundFonts, self.programs) = (plugins, soundFonts, programs)
    (self.marker, self.rate) = (marker, rate)
  }

  fileprivate func find(_ request: PluginRequest) -> Result<UnitDescription, UnitRefusal> {
    Result { () throws(UnitRefusal) in try request.find(plugins, soundFonts, rate: rate) }
  }
}

/// Lists, finds and makes units on threads of their own, when the mixer needs them.
extension Application {
  /// Gives the mixer the units of this machine.
  package func use(_ units: MixerUnits, main: MainThread) {
    mixer?.listPlugins = { [weak self] in self?.list(units, main) }
    mixer?.findInstrument = { [weak self] text in
      let find: @Sendable () -> Result<UnitDescription, UnitRefusal> = {
        Result { () throws(UnitRefusal) in try units.soundFonts.find(text) }
      }
      main.run("soundfonts", find) { self?.receive($0, of: text) }
    }
    let found: @Sendable ([PluginRequest: Result<UnitDescription, UnitRefusal>]) -> Void = main.sender {
      [weak self] in self?.receive($0)
    }
    let check = main.sender { [weak self] (_: Void) in self?.checkPlugins() }
    mixer?.owner.findPlugins = { requests in
      _ = WorkerThread(name: "plug-in trial") {
        PluginWatch.start { check(()) }
        for request in requests { found([request: units.find(request)]) }
      }
    }
    mixer?.owner.orderPlugin = { [weak self] order in
      let make: @Sendable () -> Result<any EffectUnit, UnitRefusal> = {
        units.marker.note(order.description.name)
        return order.make()
      }
      // Each on a thread of its own: one that hangs holds up no other one.
      main.run("plug-in", make) { self?.receive($0, ofInsert: order.id) }
    }
  }

  private func list(_ units: MixerUnits, _ main: MainThread) {
    if let plugins = units.plugins {
      let list: @Sendable () -> Result<PluginList, FileError> = {
        Result { () throws(FileError) in try plugins.list() }
      }
      main.run("plug-ins", isBackground: true, list) { [weak self] in self?.receive($0) }
    } else {
      receive(.success(PluginList(units: [], problems: [])))
    }
    main.run("soundfonts", isBackground: true, { units.soundFonts.list() }) { [weak self] in
      self?.mixer?.soundFonts = $0
      self?.changes.send(.state)
    }
    main.run("jack programs", isBackground: true, { units.programs() }) { [weak self] in
      self?.receive(programs: $0)
    }
  }
}

extension PluginRequest {
  /// Finds the plug-in and tries it, or loads the preset of a SoundFont. Waits for the disk and for workers.
  package func find(
    _ plugins: PluginCatalog?, _ soundFonts: SoundFontCatalog, rate: SampleRate
  ) throws(UnitRefusal) -> UnitDescription {
    if SoundFontPreset(unit: unit) != nil { return try soundFonts.load(unit, rate: rate) }
    guard let plugins else { throw UnitRefusal("the program was started without plug-ins by --safe") }
    return try plugins.usable(unit, state)
  }
}
