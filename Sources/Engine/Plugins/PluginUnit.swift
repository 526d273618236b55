import AudioBase
import CLV2
import Effects
import Glibc
import MixEngine
import Synchronization
import SystemBase

/// A plug-in that runs in a chain. Its parameters, limits and rests are those of own effects; the sound, the latency and
/// the bypass are those of the C host.
///
/// A plug-in with one input and one output runs once for each side. One with one input and more outputs hears the mean of
/// both sides; one with one output is heard on both. Inputs and outputs after the second one are silent.
package class PluginUnit: EffectUnit, @unchecked Sendable {
  package enum Failure: Hashable, Sendable {
    case notFinite, tooSlow, hung

    package var refusal: UnitRefusal {
      switch self {
      case .notFinite: UnitRefusal("it yields samples that are not numbers")
      case .tooSlow: UnitRefusal("it needs more than half of the time that its sound lasts")
      case .hung: UnitRefusal("it did not come back for a second while it played")
      }
    }
  }

  /// Held while a plug-in of a library is made: the code of a library that is used for the first time may not expect another
  /// thread.
  private final class LibraryLock: Sendable { let isMaking = Mutex(()) }

  private static let libraries = Mutex<[FilePath: LibraryLock]>([:])

  /// Seconds of silence after which the plug-in rests: longer than echoes of most plug-ins are apart.
  private static let longestSilence = 10

  package final let info: PluginInfo
  private let host: OpaquePointer
  private let effect: any EffectUnit
  /// Kept for the audio thread and the plug-in, which read its memory.
  private let notes: ForeignNotes?
  /// The frames that the plans have counted.
  private var latency: Int { Int(drumdub_lv2_latency(host)) }

  /// Creates the plug-in with its library. It must have passed its trial. Not the audio thread.
  package convenience init(_ info: PluginInfo, _ setup: UnitSetup) throws(UnitRefusal) {
    try self.init(info, setup, notes: nil)
  }

  /// Loads a plug-in.
  ///
  /// - Parameter notes: those that it plays; nil for an effect.
  fileprivate init(_ info: PluginInfo, _ setup: UnitSetup, notes: ForeignNotes?) throws(UnitRefusal) {
    (self.info, self.notes) = (info, notes)
    let controls = info.controls
    let values = controls.indices.map { index in
      let parameter = controls[index].control.parameter
      return parameter.clamped(index < setup.values.count ? setup.values[index] : parameter.initial)
    }
    let library = PluginUnit.libraries.withLock { all in
      let lock = all[info.library] ?? LibraryLock()
      all[info.library] = lock
      return lock
    }
    host = try library.isMaking.withLock { _ throws(UnitRefusal) in try PluginUnit.open(info, setup, notes) }
    let memory = drumdub_lv2_values(host)
    for (index, value) in values.enumerated() { memory[index] = Float(value) }
    setup.state.map { [host] in $0.restore(host) }
    guard drumdub_lv2_activate(host) else {
      drumdub_lv2_close(host)
      throw UnitRefusal("its latency is longer than \(DRUMDUB_LV2_MOST_LATENCY) frames")
    }
    let sound = ForeignSound(
      values: memory, block: drumdub_lv2_block(host),
      unit: RenderUnit(
        context: UnsafeMutableRawPointer(host), latency: Int(drumdub_lv2_latency(host)),
        process: drumdub_lv2_process),
      longestSilence: setup.rate.hertz * PluginUnit.longestSilence, notes: notes)
    // The host fades, since its input is delayed by its latency.
    var inner = setup
    inner.isBypassed = false
    inner.values = values
    effect = sound.makeUnit(controls.map(\.control.parameter), inner)
  }

  deinit { drumdub_lv2_close(host) }

  private static func open(
    _ info: PluginInfo, _ setup: UnitSetup, _ notes: ForeignNotes?
  ) throws(UnitRefusal) -> OpaquePointer {
    let ports = info.ports.map { port in
      drumdub_lv2_slot(
        kind: drumdub_lv2_port_kind(rawValue: port.kind), value: Float(port.initial), size: UInt32(port.size))
    }
    var choices: [Float] = []
    let parameters = info.controls.map { port, control in
      defer { choices += control.choices.map(Float.init) }
      return drumdub_lv2_parameter(
        port: UInt32(port), first_choice: UInt32(choices.count), choice_count: UInt32(control.choices.count))
    }
    var reason: UnsafePointer<CChar>?
    let host = info.uri.withCString { uri in
      info.library.withCString { library in
        info.bundle.withCString { bundle in
          var setup = drumdub_lv2_setup(
            uri: uri, library: library, bundle: bundle, rate: Double(setup.rate.hertz),
            is_realtime: setup.isRealtime, is_bypassed: setup.isBypassed,
            messages: notes?.messages.assumingMemoryBound(to: UInt64.self), message_count: notes?.count,
            port_count: UInt32(ports.count),
            parameter_count: UInt32(parameters.count), choice_count: UInt32(choices.count))
          return drumdub_lv2_open(&setup, ports, parameters, choices, &reason)
        }
      }
    }
    guard let host else {
      defer { free(UnsafeMutableRawPointer(mutating: reason)) }
      throw UnitRefusal(reason.map { String(cString: $0) } ?? "it cannot be created")
    }
    return host
  }

  package final var unit: RenderUnit { effect.unit.delayed(by: latency) }

  package final var parameters: [EffectParameter] { effect.parameters }

  package final func set(_ parameter: Int, to value: Double) { effect.set(parameter, to: value) }

  package final func value(_ parameter: Int) -> Double { effect.value(parameter) }

  package final func target(_ parameter: Int) -> AutomationTarget? { effect.target(parameter) }

  package final func bypass(_ isBypassed: Bool) { drumdub_lv2_bypass(host, isBypassed) }

  /// The state that is stored with a mixer; nil if the plug-in has none but its parameters. Not the audio thread.
  package final var state: UnitState? { UnitState(saving: host) }

  /// Why the plug-in was bypassed for good; nil while it runs.
  package final var failure: Failure? {
    switch drumdub_lv2_state(host) {
    case DRUMDUB_LV2_NOT_FINITE: .notFinite
    case DRUMDUB_LV2_TOO_SLOW: .tooSlow
    case DRUMDUB_LV2_HUNG: .hung
    default: nil
    }
  }

  /// Checks once whether the plug-in hangs; see `PluginWatch`, which does so for all that are heard. Returns whether it is being
  /// called.
  package final func watch() -> Bool { drumdub_lv2_watch(host) }

  /// Counts the latency that the plug-in needs now, if it is longer than the one of the plan.
  ///
  /// A shorter one is met by a delay at the edge of the unit, and the plan stays as it is.
  ///
  /// - Returns: whether a new plan is needed.
  package final func acceptLongerLatency() -> Bool {
    let needed = drumdub_lv2_needed_latency(host)
    if Int(needed) <= latency { return false }
    drumdub_lv2_set_latency(host, needed)
    return true
  }

  /// Counts no latency any more: a plug-in that was removed passes its input on at once after it has faded out.
  package final func dropLatency() { drumdub_lv2_set_latency(host, 0) }
}

/// A plug-in that plays notes. Bypassed, it fades to silence.
package final class PluginInstrument: PluginUnit, NoteSource, @unchecked Sendable {
  package let inbox: UnsafeMutablePointer<NoteInbox>

  package init(_ info: PluginInfo, _ setup: UnitSetup) throws(UnitRefusal) {
    let notes = ForeignNotes()
    inbox = notes.inbox
    try super.init(info, setup, notes: notes)
  }
}

// MARK: - State

extension UnitState.Property {
  /// Copies a property of C.
  init(_ raw: drumdub_lv2_property) {
    let bytes = UnsafeRawBufferPointer(start: raw.bytes, count: raw.size)
    self.init(key: String(cString: raw.key), type: String(cString: raw.type), bytes: Array(bytes))
  }
}

extension UnitState {
  private final class Collection { var properties: [Property] = [] }

  fileprivate init?(saving host: OpaquePointer) {
    let found = Collection()
    let hasState = drumdub_lv2_save(host, Unmanaged.passUnretained(found).toOpaque()) { context, property in
      Unmanaged<Collection>.fromOpaque(context).takeUnretainedValue().properties.append(
        Property(property.pointee))
    }
    let stored = found.properties.filter(\.isValid)
    if !hasState || stored.isEmpty { return nil }
    self.init(properties: stored)
  }

  fileprivate func restore(_ host: OpaquePointer) {
    let properties = properties.filter(\.isValid)
    let raw = properties.map { property in
      drumdub_lv2_property(
        key: strdup(property.key), type: strdup(property.type), bytes: UnitState.copy(property.bytes),
        size: property.bytes.count)
    }
    drumdub_lv2_restore(host, raw, raw.count)
    for property in raw {
      free(UnsafeMutableRawPointer(mutating: property.key))
      free(UnsafeMutableRawPointer(mutating: property.type))
      free(UnsafeMutableRawPointer(mutating: property.bytes))
    }
  }

  /// Returns memory of malloc(3) with a copy of bytes.
  private static func copy(_ bytes: [UInt8]) -> UnsafeMutableRawPointer {
    guard let memory = malloc(bytes.count + 1) else { abort() }
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    return memory
  }
}
