import AudioBase
import AudioDevices
import Configuration
import Effects
import Instruments
import Plugins
import Studio
import SystemBase
import TerminalUI

/// `drumdub mixer`: lists the mixers that `:mixer` loads, and the units that a mixer can have.
struct MixerCommand {
  private let isJSON: Bool

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    try scanned.refuseOperands { "mixer takes no argument, but \($0) is given" }
    isJSON = scanned.has("json")
  }

  package func run() -> Int32 {
    let report = MixerReport(
      presets: BaseFolders.mixers.presets(),
      units: EffectKind.all + InstrumentKind.all + BaseFolders.soundFonts.list() + JACKProgram.units,
      plugins: Result { () throws(FileError) in try PluginFolders.catalog.list() })
    print(isJSON ? JSONReport.text(report) : report.text)
    let errors = report.errors
    for error in errors { Messages.print(error) }
    return errors.isEmpty ? 0 : 1
  }
}

/// The output of `drumdub mixer`.
struct MixerReport: JSONRepresentable {
  let presets: [MixPreset]
  let units: [UnitDescription]

  /// The plug-ins of this machine, or why they cannot be listed.
  let plugins: Result<PluginList, FileError>

  private var list: PluginList { (try? plugins.get()) ?? PluginList(units: [], problems: []) }

  /// The errors of the mixers and of the bundles of plug-ins that cannot be read, as sentences.
  var errors: [String] {
    let mixers = presets.compactMap { preset -> String? in
      if case .failure(let error) = preset.content { ErrorText.sentence(error, while: .reading) } else { nil }
    }
    var plugins = list.problems.map { MixerText.sentence($0) }
    if case .failure(let error) = self.plugins, error.code != .unsupported {
      plugins.append(MixerText.sentence(notListed: error))
    }
    return mixers + plugins
  }

  /// The mixers with their paths, then each unit with a line for each parameter.
  var text: String {
    let mixers = presets.map {
      "  \(PrintedText.escaped($0.name))  \($0.path.shown)\($0.isShipped ? "  shipped" : "")"
    }
    let lists = [
      ("SoundFonts", units.filter(\.isSoundFont)), ("JACK programs", units.filter { $0.kind == .jack }),
      ("LV2 plug-ins", list.units),
    ].filter { !$0.1.isEmpty }
    let rows = lists.flatMap { title, units in ["", "\(title):"] + units.map { "  \(MixerReport.line($0))" } }
    return
      ((mixers.isEmpty ? ["Mixers: none"] : ["Mixers:"] + mixers)
      + ["", "Effects:"] + lines(.effect) + ["", "Instruments:"] + lines(.instrument) + rows)
      .joined(separator: "\n")
  }

  private func lines(_ kind: UnitDescription.Kind) -> [String] {
    units.filter { $0.kind == kind && !$0.isSoundFont }.flatMap { unit in
      ["  \(unit.name)"] + unit.parameters.map { "    \(MixerReport.line($0))" }
    }
  }

  /// Returns `Reverb  Calf Reverb by Calf Studio Gear, 12 parameters, 6 presets  lv2:URI`.
  private static func line(_ plugin: UnitDescription) -> String {
    let author = plugin.author.map { " by \(PrintedText.escaped($0))" } ?? ""
    let presets =
      plugin.presets.isEmpty ? "" : ", " + ShownText.count(plugin.presets.count, "preset", "presets")
    let refusal = plugin.refusal.map { "  refused: \(PrintedText.escaped($0.reason))" } ?? ""
    let name =
      "\(PrintedText.escaped(plugin.title))\(author), \(ShownText.count(plugin.parameters.count, "parameter", "parameters"))\(presets)"
    return "\(plugin.category ?? "")  \(name)  \(PrintedText.escaped(plugin.name))\(refusal)"
  }

  /// Returns `cutoff  20 Hz to 20 kHz (1.0 kHz)`.
  private static func line(_ parameter: EffectParameter) -> String {
    let initial = parameter.text(parameter.initial)
    if case .choice(let names) = parameter.unit {
      return "\(parameter.name)  \(names.joined(separator: ", ")) (\(initial))"
    }
    let (low, high) = (parameter.text(parameter.range.lowerBound), parameter.text(parameter.range.upperBound))
    return "\(parameter.name)  \(low) to \(high) (\(initial))"
  }

  var json: JSONValue {
    .object([
      "presets": presets.map {
        JSONObject(path: $0.path, ["name": $0.name, "shipped": $0.isShipped])
      },
      "units": (units + list.units).map(MixerReport.members),
    ])
  }

  private static func members(_ unit: UnitDescription) -> JSONObject {
    [
      "name": unit.title, "kind": unit.kind.rawValue,
      "uri": unit.kind == .lv2 ? String(unit.name.dropFirst(PluginInfo.prefix.count)) : nil,
      "author": unit.author, "category": unit.category, "refused": unit.refusal?.reason,
      "presets": unit.presets.isEmpty ? nil : unit.presets.map(\.name),
      "parameters": unit.parameters.map(members),
    ]
  }

  private static func members(_ parameter: EffectParameter) -> JSONObject {
    [
      "name": parameter.name, "title": parameter.title == parameter.name ? nil : parameter.title,
      "unit": symbol(of: parameter.unit), "minimum": parameter.range.lowerBound,
      "maximum": parameter.range.upperBound, "default": parameter.initial,
    ]
  }

  /// Returns the unit of the numbers; for a choice, the names in the order of their numbers from 0; nil for a plain number.
  private static func symbol(of unit: EffectParameter.Unit) -> String? {
    switch unit {
    case .decibels: "dB"
    case .hertz: "Hz"
    case .seconds: "s"
    case .milliseconds: "ms"
    case .percent: "%"
    case .beats: "beats"
    case .ratio, .whole: nil
    case .choice(let names): names.joined(separator: "|")
    }
  }
}

extension UnitDescription {
  fileprivate var isSoundFont: Bool { SoundFontPreset(unit: name) != nil }
}

/// `drumdub devices`: lists what `--output`, `--input` and `--midi` can name.
struct DevicesCommand {
  private let isJSON: Bool

  init(_ scanned: OptionScanner.Result) throws(UsageError) {
    try scanned.refuseOperands { "devices takes no argument, but \($0) is given" }
    isJSON = scanned.has("json")
  }

  package func run() -> Int32 {
    let report = DevicesReport(list: DeviceFinder.list())
    print(isJSON ? JSONReport.text(report) : report.text)
    return 0
  }
}

/// The output of `drumdub devices`.
struct DevicesReport: JSONRepresentable {
  let list: DeviceList

  /// Names longer than this do not move the descriptions of other rows.
  private static let widestName = 48

  private var groups: [(title: String, option: String, entries: [DeviceEntry])] {
    [
      ("Outputs", "--output", list.outputs), ("Inputs", "--input", list.inputs),
      ("MIDI", "--midi", list.midi),
    ]
  }

  /// A heading for each kind, and a line for each device: a star for the default, name, description.
  var text: String {
    let widths = (list.outputs + list.inputs + list.midi).map(\.name.count)
    let width = widths.filter { $0 <= DevicesReport.widestName }.max() ?? 0
    return groups.map { group in
      if group.entries.isEmpty { return "\(group.title): none" }
      let rows = group.entries.map { entry in
        let space = String(repeating: " ", count: max(width - entry.name.count, 0))
        let monitor = entry.isMonitor ? " (monitor)" : ""
        return "\(entry.isDefault ? "*" : " ") \(entry.name)\(space)  \(entry.description)\(monitor)"
      }
      return (["\(group.title) (\(group.option)):"] + rows).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  var json: JSONValue {
    .object([
      "outputs": list.outputs.map { DevicesReport.members($0, isInput: false) },
      "inputs": list.inputs.map { DevicesReport.members($0, isInput: true) },
      "midi": list.midi.map { DevicesReport.members($0, isInput: false) },
    ])
  }

  private static func members(_ entry: DeviceEntry, isInput: Bool) -> JSONObject {
    [
      "name": entry.name, "description": entry.description, "default": entry.isDefault,
      "monitor": isInput ? entry.isMonitor : nil,
    ]
  }
}
