import Application
import AudioBase
import Controls
import Instruments
import Plugins
import Studio
import SystemBase

package enum MixerText {
  static func sentence(_ notice: MixerNotice, _ keys: KeyMap) -> String {
    switch notice {
    case .loaded(let name): "loaded the mixer \(FilePath(name).shown)"
    case .loading(let names):
      "loading \(list(names)) for the mixer; the sound passes unchanged until then, and :cancel-plug-ins bypasses what is awaited"
    case .loadingCancelled([]): "no plug-in is being loaded"
    case .loadingCancelled(let names):
      "\(list(names)) \(names.count == 1 ? "is" : "are") bypassed and no longer waited for; the mixer switches \(names.count == 1 ? "it" : "them") on again"
    case .pluginsSuspected(let names):
      "the program ended abnormally with \(list(names)) in the mixer, so \(names.count == 1 ? "it is" : "they are") "
        + "bypassed now; the mixer switches \(names.count == 1 ? "it" : "them") on again"
    case .restored: "restored the mixer of the last session; :mixer dry removes its effects"
    case .saved(let name, let path): "saved the mixer \(FilePath(name).shown) in \(path.shown)"
    case .keptInTake(let take): "\(FilePath(take).shown) has the mixer that is heard"
    case .loadedOfTake(let take): "loaded the mixer of \(FilePath(take).shown)"
    case .isOfTake(let take): "the mixer of \(FilePath(take).shown) is heard already"
    case .takeHasNone(let take):
      "\(FilePath(take).shown) has no mixer and is exported dry; :take-mixer keep stores the present one in it"
    case .sceneStored(let number, true): "stored the mixer as scene \(number)"
    case .sceneStored(let number, false): "scene \(number) is the mixer of now already"
    case .sceneCalled(let number, let start, let missing): "scene \(number) \(begins(start))\(lacks(missing))"
    case .sceneIsHeard(let number, let missing): "scene \(number) is heard already\(lacks(missing))"
    case .noScene(let number, let stored):
      "scene \(number) is empty; :store-scene \(number) stores the mixer of now in it"
        + (stored.isEmpty ? "" : ", stored are \(stored.map(String.init).joined(separator: ", "))")
    case .value(let address, let text): "\(FilePath(address.text).shown) is \(text)"
    case .badAddress(let error): sentence(error)
    case .meters(let reading, let strips): MasterText.sentence(reading, strips)
    case .values(let values):
      values.map { "\(FilePath($0.address.text).shown) \($0.text)" }.joined(separator: " · ")
    case .edited(let name, let edit): "\(FilePath(name).shown) \(words(edit))"
    case .move(let move, true): "\(move.rawValue) is on until its key is pressed again"
    case .thrown(let thrown):
      "throw sends \(thrown.bus.name) to \(thrown.target.map { MixGraph.Bus.returns($0).name } ?? "the echo") until its key is pressed again"
    case .move(let move, false): "\(move.rawValue) is off"
    case .sweep(.music, let position): "the filter of the music: \(sweep(position))"
    case .sweep(.echo, let position): "the filter of the echo: \(sweep(position))"
    case .notLoaded(let error), .notSaved(let error): sentence(error)
    case .turned(let direction, let change):
      "\(direction.done) in the mixer: \(words(change))"
    case .pluginRefused(let name, let refusal):
      "the plug-in \(FilePath(name).shown) is not heard: \(FilePath(refusal.reason).shown)"
    case .instrumentLoaded(let name): "the instrument is \(FilePath(name).shown)"
    case .instrumentRefused(let name, let refusal):
      "the instrument \(FilePath(name).shown) is not heard: \(FilePath(refusal.reason).shown); :instrument chooses another one"
    case .brokenBundle(let problem): sentence(problem)
    case .pluginsNotListed(let error): sentence(notListed: error)
    case .programGone("", _):
      "no program is connected to the JACK ports of the mixer any more; the sound passes unchanged until one is"
    case .programBack("", _): "the sound passes through the JACK ports of the mixer"
    case .programGone(let name, .effect):
      "the program \(FilePath(name).shown) is gone; the music plays without it until it is started again"
    case .programGone(let name, .instrument):
      "the program \(FilePath(name).shown) is gone; the instrument is silent until it is started again"
    case .programBack(let name, .effect):
      "the music passes through the program \(FilePath(name).shown) again"
    case .programBack(let name, .instrument):
      "the program \(FilePath(name).shown) plays the instrument again"
    case .noEffectChosen:
      "no effect is chosen in the mixer"
        + (keys.label(.mixer(.add)).map { ": \($0) lists those that can be added" } ?? "")
    }
  }

  private static func begins(_ start: SceneStart) -> String {
    switch start {
    case .now: "begins"
    case .beat: "begins with the next beat"
    case .bar: "begins with the next bar"
    }
  }

  private static func lacks(_ addresses: [String]) -> String {
    if addresses.isEmpty { return "" }
    let more = addresses.count > 4 ? " and \(addresses.count - 4) more" : ""
    return "; skipped, since the mixer lacks them: "
      + addresses.prefix(4).map { FilePath($0).shown }.joined(separator: ", ") + more
  }

  /// Returns `mixer: changed since take 3` if the take that is heard has another mixer; otherwise nil.
  @MainActor
  static func changedSinceTake(_ application: Application) -> String? {
    application.takeOfOtherMixer.map { "mixer: changed since \(FilePath($0).shown)" }
  }

  private static func list(_ plugins: [String]) -> String {
    let names = plugins.map { FilePath($0).shown }.joined(separator: ", ")
    return plugins.count == 1 ? "the plug-in \(names)" : "the plug-ins \(names)"
  }

  private static func words(_ change: MixChange) -> String {
    switch change {
    case .strip(let bus): "a change of \(bus.name)"
    case .parameter(let name, let unit): "\(FilePath(name).shown) of \(FilePath(unit).shown)"
    case .scenes: "a stored scene"
    case .several: "a change of several strips"
    }
  }

  private static func words(_ edit: MixEdit) -> String {
    switch edit {
    case .added: "is in the mixer now"
    case .moved(let place): "is effect \(place) of its strip now"
    case .stays(let place): "is effect \(place) of its strip already"
    case .removed: "is removed from the mixer"
    case .sends(let level): "is in the mixer now, at \(level)"
    }
  }

  static func sentence(_ error: MixAddressError) -> String {
    switch error {
    case .noUnit(let name, []): "the mixer has no \(FilePath(name).shown), and its strip has no effects"
    case .noUnit(let name, let known):
      "the mixer has no \(FilePath(name).shown); its strip has \(known.map { FilePath($0).shown }.joined(separator: ", "))"
    case .unknownUnit("", let known):
      "no effect is named behind add: add \(known.joined(separator: ", ")), or the name or URI of an LV2 plug-in"
    case .unknownUnit(let name, let known):
      "there is no effect \(FilePath(name).shown): add \(known.joined(separator: ", ")), or the name or URI of an LV2 plug-in"
    case .full(let bus):
      "\(bus.name) has \(MixGraph.mostInserts) effects, which is the most: remove one first"
    case .noReturn(let number, let count):
      "the mixer has no return \(number)\(count == 0 ? "" : ", its last one is \(count)"): "
        + ":mix music/send \(number) -6 adds it"
    case .cannotSend(let bus): "\(bus.name) cannot send to returns: send from another strip"
    case .badPlace(let text, let bus, let last):
      "\(FilePath(text).shown) is no place in \(bus.name): type 1 to \(last)"
    case .unknown(let name, let known):
      "the mixer has no \(FilePath(name).shown)"
        + (known.isEmpty ? "" : "; it has \(known.map { FilePath($0).shown }.joined(separator: ", "))")
    case .badValue(let address, let text, let lowest, let highest):
      "\(FilePath(address.text).shown) cannot be \(FilePath(text).shown): it is \(lowest) to \(highest)"
    }
  }

  package static func sentence(_ problem: PluginScan.Problem) -> String {
    "the plug-ins in \(problem.bundle.shown) cannot be read: \(problem.reason)"
  }

  package static func sentence(notListed error: FileError) -> String {
    "LV2 plug-ins cannot be listed\(error.detail.map { ": \(FilePath($0).shown)" } ?? "")"
  }

  static func sentence(_ error: MixError) -> String {
    switch error {
    case .unknown(let name, let names):
      "there is no mixer \(FilePath(name).shown)"
        + (names.isEmpty ? "" : "; there are \(names.map { FilePath($0).shown }.joined(separator: ", "))")
    case .unreadable(let error): "the mixer is not changed: \(ErrorText.sentence(error, while: .reading))"
    case .badName(let name):
      "the mixer is not saved: \(FilePath(name).shown) cannot be the name of a file; choose another one"
    }
  }

  /// Returns the name of a strip; that of a pad has its name in the kit: `1 snare`.
  @MainActor
  static func name(_ bus: MixGraph.Bus, _ application: Application) -> String {
    guard case .pad(let number) = bus,
      let pad = application.kits.loaded?.pads.first(where: { $0.number == number }), !pad.name.isEmpty
    else { return bus.name }
    return "\(number) \(FilePath(pad.name).shown)"
  }

  static func title(_ insert: MixGraph.Insert) -> String {
    FilePath(insert.description?.title ?? SoundFontPreset(unit: insert.unit)?.title ?? insert.unit).shown
  }

  /// Returns the name of an effect or an instrument, in brackets if it is not heard.
  static func name(_ insert: MixGraph.Insert, isHeard: Bool) -> String {
    isHeard ? title(insert) : "(\(title(insert)))"
  }

  /// Returns the name of an effect or an instrument in the plain mode: `delay, bypassed`.
  static func spoken(_ insert: MixGraph.Insert, isHeard: Bool) -> String {
    isHeard ? title(insert) : "\(title(insert)), \(insert.isBypassed ? "bypassed" : "not heard yet")"
  }

  static func name(_ addition: MixerController.Addition) -> String {
    switch addition {
    case .unit(let unit): FilePath(unit.title).shown
    case .category(let category): "\(category) …"
    case .send(let target): "send to \(MixGraph.Bus.returns(target).name)"
    }
  }

  static func text(_ value: MixerValue) -> String {
    switch value.kind {
    case .level: level(Decibels(value.value))
    case .pan: PadText.pan(value.value / 100)
    case .parameter, .source: value.parameter.text(value.value)
    case .tempoOfMusic: "song \(ShownText.decimal(value.value))"
    }
  }

  /// Returns the position of a filter: `off`, `low 40`, `high 5`.
  static func sweep(_ position: Double) -> String {
    let amount = Int(position.magnitude.rounded())
    return amount == 0 ? "off" : "\(position < 0 ? "low" : "high") \(amount)"
  }

  /// Returns `−6 dB`, `−6.5 dB`.
  static func level(_ level: Decibels) -> String {
    "\(level.value > 0 ? "+" : "")\(ShownText.decimal(level.value)) dB"
  }
}
