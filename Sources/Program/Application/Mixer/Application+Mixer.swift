import AudioBase
import Effects
import Instruments
import Player
import Plugins
import Studio
import SystemBase

/// The commands of the mixer. They act on the strip and the row that were chosen last in its screen.
extension Application {
  /// Has recordings store the mixer, lanes move it, echoes follow the tempo, and the input have a strip.
  func connectMixer() {
    mixer?.input = input
    guard let takes, let owner = mixer?.owner else { return }
    mixer?.songParts = { [weak takes] in takes?.songs.partNames ?? [] }
    takes.list.mixer = { owner.snapshot }
    takes.list.gains = { [model] in model.storedGains }
    takes.tempo.onTempo = { owner.setTempo($0) }
    let lanes = takes.lanes
    let mixer = PlayerLaneMixer(
      owner, level: { [unowned lanes] in lanes.gain(of: $0) }, isMuted: { [model] in model.levels.isMuted })
    lanes.mixer = mixer
    owner.onChange = { [weak lanes] in if mixer.courseDependenciesChanged() { lanes?.mixerChanged() } }
    owner.setTempo(takes.tempo.bpm)
  }

  func turnMixer(_ direction: UndoDirection) {
    mixer?.scene = nil
    guard let owner = mixer?.owner, let change = owner.next(direction), owner.turn(direction) else { return }
    report(.mixer(.turned(direction, change)))
  }

  /// Restores the mixer of the last start.
  ///
  /// - Parameter suspects: returns the plug-ins in whose presence the program has ended abnormally, which are bypassed.
  /// - Returns: what is reported; none if there is nothing to restore.
  package func restoreMixer(suspects: () -> Set<String> = { [] }) -> [Notice] {
    guard let mixer, let saved = mixer.saved else { return [] }
    let hasEffects: Bool
    do throws(FileError) { hasEffects = try saved.restore() } catch {
      return [.mixer(.notLoaded(.unreadable(error)))]
    }
    let units = suspects()
    if !hasEffects { return [] }
    let bypassed = mixer.owner.bypass { units.contains($0.unit) }.map { mixer.title(of: $0) }
    let loaded = announced(.restored, mixer)
    return [.mixer(loaded)] + (bypassed.isEmpty ? [] : [.mixer(.pluginsSuspected(bypassed))])
  }

  /// Returns what is said of a mixer whose plug-ins are heard. While some are awaited, that is kept, and these are named.
  func announced(_ notice: MixerNotice, _ mixer: MixerController) -> MixerNotice {
    let awaited = mixer.owner.awaited
    mixer.announcement = awaited.isEmpty ? nil : notice
    return awaited.isEmpty ? notice : .loading(awaited.map { mixer.title(of: $0) })
  }

  /// Says what was kept until no plug-in is awaited any more.
  private func announceMixer() {
    guard let mixer, let notice = mixer.announcement, mixer.owner.awaited.isEmpty else { return }
    mixer.announcement = nil
    report(.mixer(notice))
  }

  /// Holds or releases a move. It is reported, since it lasts without a key that is held.
  func toggle(_ move: Move, _ owner: MixOwner) -> Outcome {
    let isHeld = !owner.held.contains(move)
    if move == .throw, isHeld, owner.chosenThrow != .pads { return hold(owner.chosenThrow, owner) }
    owner.hold(move, isHeld)
    return screen?.isMixerShown == true ? .move(move) : .notice(.mixer(.move(move, isHeld: isHeld)))
  }

  /// Turns a filter. It is reported, since it lasts.
  func turn(_ sweep: Sweep, to position: Double, _ owner: MixOwner) -> Outcome {
    owner.sweep(sweep, to: position)
    let notice = Notice.mixer(.sweep(sweep, owner.position(of: sweep)))
    return screen?.isMixerShown == true ? .shown(notice) : .notice(notice)
  }

  func loadMixer(_ name: String) -> Outcome {
    guard let mixer else { return .value }
    mixer.scene = nil
    do throws(MixError) {
      try mixer.owner.load(name)
      return .notice(.mixer(announced(.loaded(name), mixer)))
    } catch {
      return .notice(.mixer(.notLoaded(error)))
    }
  }

  /// Receives plug-ins of the mixer that were found and tried.
  func receive(_ found: [PluginRequest: Result<UnitDescription, UnitRefusal>]) {
    mixer?.owner.receive(found)
    for (request, result) in found.sorted(by: { $0.key.unit < $1.key.unit }) {
      let title = mixer?.title(of: request.unit) ?? request.unit
      let isPreset = SoundFontPreset(unit: request.unit) != nil
      switch result {
      case .success(let unit): if isPreset { report(.mixer(.instrumentLoaded(unit.fullTitle))) }
      case .failure(let refusal):
        report(.mixer(isPreset ? .instrumentRefused(title, refusal) : .pluginRefused(title, refusal)))
      }
    }
    checkPlugins()
  }

  /// Receives a plug-in of the mixer that another thread has made.
  func receive(_ made: Result<any EffectUnit, UnitRefusal>, ofInsert id: Int) {
    mixer?.owner.receive(made, for: id)
    checkPlugins()
  }

  /// Receives the instrument that was looked for by a text.
  func receive(_ found: Result<UnitDescription, UnitRefusal>, of text: String) {
    switch found {
    case .success(let unit): mixer?.owner.change { $0.setInstrument(unit) }
    case .failure(let refusal): report(.mixer(.instrumentRefused(text, refusal)))
    }
    changes.send(.state)
  }

  /// Reports the plug-ins that have stopped.
  func checkPlugins() {
    for (unit, reason) in mixer?.owner.checkPlugins() ?? [] { report(.mixer(.pluginRefused(unit, reason))) }
    announceMixer()
    changes.send(.state)
  }

  /// Receives the plug-ins of this machine, and the bundles that cannot be read.
  func receive(_ list: Result<PluginList, FileError>) {
    switch list {
    case .failure(let error):
      report(.mixer(.pluginsNotListed(error)))
      makeAwaitedChanges()
    case .success(let list):
      mixer?.receive(list.units)
      makeAwaitedChanges()
      for problem in list.problems { report(.mixer(.brokenBundle(problem))) }
    }
    changes.send(.state)
  }

  /// Makes the changes of the mixer that have waited for the titles of plug-ins.
  private func makeAwaitedChanges() {
    for text in mixer?.endListing() ?? [] {
      if case .notice(let notice) = mix(text) { report(notice) }
    }
  }

  func receive(programs: [UnitDescription]) {
    mixer?.programs = programs
    changes.send(.state)
  }

  package func receive(_ event: ExternalLoopEvent) {
    switch event {
    case .gone(let name, let role): report(.mixer(.programGone(name, role)))
    case .back(let name, let role): report(.mixer(.programBack(name, role)))
    case .latencyChanged: mixer?.owner.loopLatencyChanged()
    }
    changes.send(.state)
  }

  package func saveMixer(as name: String) -> Outcome {
    guard let owner = mixer?.owner else { return .value }
    do throws(MixError) {
      return .notice(.mixer(.saved(name, try owner.save(as: name))))
    } catch {
      return .notice(.mixer(.notSaved(error)))
    }
  }
}

package enum MixerNotice: Hashable, Sendable {
  /// The mixer of this name, and all of its plug-ins, are heard.
  case loaded(String)
  /// These plug-ins of the mixer are not heard yet.
  case loading([String])
  /// These plug-ins are not waited for any longer; none if none was awaited.
  case loadingCancelled([String])
  /// The program ended abnormally while it had these plug-ins, which are bypassed.
  case pluginsSuspected([String])
  /// The mixer of the last start is restored, and it is not the dry one.
  case restored
  case saved(String, FilePath)
  case notLoaded(MixError)
  case notSaved(MixError)
  /// A change was undone or redone.
  case turned(UndoDirection, MixChange)
  /// The mixer that is heard is kept in the take of this name.
  case keptInTake(String)
  /// The mixer of the take of this name is heard.
  case loadedOfTake(String)
  /// The mixer of the take of this name is heard already.
  case isOfTake(String)
  /// The take of this name has no mixer.
  case takeHasNone(String)
  /// A snapshot of the mixer was stored; `isChanged`: it differs from the one of this number before.
  case sceneStored(Int, isChanged: Bool)
  /// A snapshot was called, which begins now, with the next beat or bar; with the addresses that the mixer lacks.
  case sceneCalled(Int, SceneStart, missing: [String])
  /// The mixer has the values of the snapshot already, except at the addresses that it lacks.
  case sceneIsHeard(Int, missing: [String])
  /// No snapshot of this number is stored; with the numbers of the others.
  case noScene(Int, stored: [Int])
  /// The chosen row of the mixer is not an effect.
  case noEffectChosen
  /// The value at an address, as it is or was set.
  case value(MixGraph.Address, String)
  case badAddress(MixAddressError)
  /// What the meters of the output show, and the reductions of the strips with compressors.
  case meters(MasterMeters.Reading, [StripReduction])
  /// The values at all addresses.
  case values([MixReading])
  /// An effect, the instrument or a send, by its address, was added, moved or removed.
  case edited(String, MixEdit)
  /// A plug-in that is not heard.
  case pluginRefused(String, UnitRefusal)
  /// A preset of a SoundFont is the instrument from now on.
  case instrumentLoaded(String)
  /// An instrument that is not heard.
  case instrumentRefused(String, UnitRefusal)
  /// A bundle of plug-ins that cannot be read.
  case brokenBundle(PluginScan.Problem)
  case pluginsNotListed(FileError)
  /// A move was held or released by a command.
  case move(Move, isHeld: Bool)
  /// A strip is thrown into a return until the throw is released.
  case thrown(Throw)
  /// The position of a filter, −100…100.
  case sweep(Sweep, Double)
  /// The program of this name does not answer: the sound that it should change is heard unchanged, and an instrument is
  /// silent.
  case programGone(String, ExternalLoop.Role)
  /// The program answers again.
  case programBack(String, ExternalLoop.Role)

  var severity: Severity {
    switch self {
    case .loaded, .loading, .loadingCancelled, .restored, .saved, .turned, .noEffectChosen, .value, .values,
      .edited, .meters, .move, .thrown, .sweep, .programBack, .instrumentLoaded, .keptInTake, .loadedOfTake,
      .isOfTake,
      .takeHasNone, .sceneStored, .sceneCalled(_, _, missing: []), .sceneIsHeard(_, missing: []), .noScene:
      .info
    case .notLoaded(.unreadable): .error
    case .sceneCalled, .sceneIsHeard, .badAddress, .pluginsSuspected, .pluginRefused, .instrumentRefused,
      .brokenBundle, .pluginsNotListed,
      .programGone, .notLoaded(.unknown), .notLoaded(.badName), .notSaved:
      .warning
    }
  }
}
