import AudioBase
import Player
import Studio
import SystemBase

extension Command.Request {
  package static let scene = Argument<Int>(
    "scene", "NUMBER", "call a snapshot of the mixer, 1 to 8", .drum, .keepsLayers,
    usual: scenes("call scene", "f", pads: "asdfjkl;"),
    read: { ArgumentText.integer($0, in: MixScene.numbers) }, text: { "\($0)" },
    choices: { application, _ in (application.mixer?.graph.scenes.keys.sorted() ?? []).map { "\($0)" } }
  ) { application, number, _ in application.callScene(number) }
  package static let storeScene = Argument<Int>(
    "store-scene", "NUMBER", "store a snapshot of the mixer, 1 to 8", .drum, .keepsLayers,
    usual: scenes("store scene", "shift+f", pads: "ASDFJKL\""),
    read: { ArgumentText.integer($0, in: MixScene.numbers) }, text: { "\($0)" },
    choices: { _, _ in MixScene.numbers.map { "\($0)" } }
  ) { application, number, _ in application.storeScene(number) }

  /// Returns the scenes with their keys in the mixer: a function key, and Alt with the usual key of the pad of that number.
  private static func scenes(_ summary: String, _ function: String, pads: String) -> [UsualValue<Int>] {
    zip(MixScene.numbers, pads).map { number, pad in
      UsualValue("\(number)", number, "\(summary) \(number)", "\(function)\(number) alt+\(pad)", on: .mixer)
    }
  }

  /// Whether it calls or stores a scene.
  package var isOfScene: Bool { Command.Request.scene ~= self || Command.Request.storeScene ~= self }
}

/// A scene that was called, whose values are not reached yet.
struct RunningScene {
  /// Seconds between steps. The audio thread smooths each of them.
  static let interval = 0.02

  let scene: MixScene
  let begin: HostTime
  /// The seconds in which the values are reached.
  let seconds: Double
  /// The way to the values; nil before it begins.
  var fade: SceneFade?
  /// The values that the last step has set.
  var last: [MixGraph.Address: Double] = [:]
  var nextStep: HostTime
}

/// The snapshots of the mixer. A call changes the values step by step, as a hand would do.
extension Application {
  func storeScene(_ number: Int) -> Outcome {
    guard let mixer else { return .refused(.noMixer) }
    var scene = MixScene(of: mixer.graph, model.mixGains)
    scene.unknown = mixer.graph.scenes[number]?.unknown ?? JSONObject()
    let isChanged = mixer.graph.scenes[number] != scene
    mixer.owner.change { $0.scenes[number] = scene }
    return .notice(.mixer(.sceneStored(number, isChanged: isChanged)))
  }

  func callScene(_ number: Int) -> Outcome {
    guard let mixer else { return .refused(.noMixer) }
    guard let scene = mixer.graph.scenes[number] else {
      return .notice(.mixer(.noScene(number, stored: mixer.graph.scenes.keys.sorted())))
    }
    mixer.scene = nil
    let fade = SceneFade(from: mixer.graph, model.mixGains, to: scene)
    if fade.moves.isEmpty { return .notice(.mixer(.sceneIsHeard(number, missing: fade.missing))) }
    let now = model.now()
    let clock =
      takes?.beatClock(at: now) ?? BeatClock(beat: nil, secondsOfBeat: 0.5, beatsOfBar: 4)
    let wait = clock.seconds(to: mixer.sceneTiming.start)
    let begin = now.advanced(bySeconds: wait)
    mixer.owner.beginChange(of: gainsPort)
    mixer.scene = RunningScene(
      scene: scene, begin: begin, seconds: mixer.sceneTiming.fade.seconds(at: clock), nextStep: begin)
    followScene(at: now)
    let start = wait > 0 ? mixer.sceneTiming.start : .now
    return .notice(.mixer(.sceneCalled(number, start, missing: fade.missing)))
  }

  /// Moves the values on their way to those of a scene. Called when `MixerController.nextSceneStep` is due.
  package func followScene(at now: HostTime) {
    guard let mixer, var running = mixer.scene, now >= running.nextStep else { return }
    var fade = running.fade ?? SceneFade(from: mixer.graph, model.mixGains, to: running.scene)
    let isShort = running.seconds < RunningScene.interval
    let part = isShort ? 1 : min(now.seconds(since: running.begin) / running.seconds, 1)
    mixer.owner.continueChange {
      for move in fade.moves {
        let present = sceneValue(at: move.address)
        // A hand that has moved it since the last step keeps it.
        guard running.last[move.address].map({ $0 == present }) ?? true else {
          fade.release(move.address)
          continue
        }
        setSceneValue(move.value(at: part), at: move.address, isLast: part == 1)
        running.last[move.address] = sceneValue(at: move.address)
      }
    }
    running.fade = fade
    let end = running.begin.advanced(bySeconds: running.seconds)
    running.nextStep = min(now.advanced(bySeconds: RunningScene.interval), end)
    mixer.scene = part == 1 ? nil : running
    changes.send(.state)
  }

  private func sceneValue(at address: MixGraph.Address) -> Double? {
    switch address {
    case MixScene.music: model.levels.mix.music.value
    case MixScene.pads: model.levels.mix.pads.value
    case _: mixer?.graph.value(at: address)
    }
  }

  private func setSceneValue(_ value: Double, at address: MixGraph.Address, isLast: Bool) {
    var mix = model.levels.mix
    switch address {
    case MixScene.music: mix.music = Decibels(value)
    case MixScene.pads: mix.pads = Decibels(value)
    case _:
      mixer?.owner.set(value, at: address)
      return
    }
    model.setLevels(mix, isTold: isLast)
    // The settings get the last value only, since each of their changes is reported.
    if isLast { set(value, at: address) }
  }
}
