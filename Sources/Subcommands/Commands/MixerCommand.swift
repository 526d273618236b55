import Configuration
import Effects
import Instruments
import Studio
import SystemBase
import TerminalUI

/// `drumdub mixer`: lists the mixers that `:mixer` loads, and the units that a mixer can have.
struct MixerCommand {
  private let isHelp: Bool
  private let isJSON: Bool

  private static let names = [
    OptionName(long: "json", takesValue: false), OptionName(long: "help", short: "h", takesValue: false),
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scan(arguments, for: MixerCommand.names)
    isHelp = scanned.options.contains { $0.name == "help" }
    isJSON = scanned.options.contains { $0.name == "json" }
    if let word = scanned.operands.first, !isHelp {
      throw UsageError("mixer takes no argument, but \(word.shown) is given")
    }
  }

  package func run() -> Int32 {
    if isHelp {
      print(HelpText.mixer)
      return 0
    }
    let report = MixerReport(
      presets: MixFolders.catalog.presets(), units: EffectKind.all + InstrumentKind.all)
    print(isJSON ? JSONReport.text(report) : report.text)
    let errors = report.errors
    for error in errors { Messages.print(ErrorText.sentence(error, while: .reading)) }
    return errors.isEmpty ? 0 : 1
  }
}

/// The output of `drumdub mixer`.
struct MixerReport: JSONRepresentable {
  let presets: [MixPreset]
  let units: [UnitDescription]

  /// The errors of the mixers that cannot be read.
  var errors: [FileError] {
    presets.compactMap { if case .failure(let error) = $0.content { error } else { nil } }
  }

  /// The mixers with their paths, then each unit with a line for each parameter.
  var text: String {
    let mixers = presets.map {
      "  \(PrintedText.escaped($0.name))  \($0.path.shown)\($0.isShipped ? "  shipped" : "")"
    }
    return
      ((mixers.isEmpty ? ["Mixers: none"] : ["Mixers:"] + mixers)
      + ["", "Effects:"] + lines(.effect) + ["", "Instruments:"] + lines(.instrument))
      .joined(separator: "\n")
  }

  /// The units of a kind.
  private func lines(_ kind: UnitDescription.Kind) -> [String] {
    units.filter { $0.kind == kind }.flatMap { unit in
      ["  \(unit.name)"] + unit.parameters.map { "    \(MixerReport.line($0))" }
    }
  }

  /// `cutoff  20 Hz to 20 kHz (1.0 kHz)`.
  private static func line(_ parameter: EffectParameter) -> String {
    let initial = parameter.text(parameter.initial)
    if case .choice(let names) = parameter.unit {
      return "\(parameter.name)  \(names.joined(separator: ", ")) (\(initial))"
    }
    let (low, high) = (parameter.text(parameter.range.lowerBound), parameter.text(parameter.range.upperBound))
    return "\(parameter.name)  \(low) to \(high) (\(initial))"
  }

  var json: JSONValue {
    var object = JSONObject()
    object.append("presets", presets.map(MixerReport.members))
    object.append("units", units.map(MixerReport.members))
    return .object(object)
  }

  private static func members(_ preset: MixPreset) -> JSONObject {
    var object = JSONObject()
    object.append("name", preset.name)
    object.append(path: preset.path)
    object.append("shipped", preset.isShipped)
    return object
  }

  private static func members(_ unit: UnitDescription) -> JSONObject {
    var object = JSONObject()
    object.append("name", unit.name)
    object.append("kind", unit.kind.rawValue)
    object.append("parameters", unit.parameters.map(members))
    return object
  }

  private static func members(_ parameter: EffectParameter) -> JSONObject {
    var object = JSONObject()
    object.append("name", parameter.name)
    object.append("unit", symbol(of: parameter.unit))
    object.append("minimum", parameter.range.lowerBound)
    object.append("maximum", parameter.range.upperBound)
    object.append("default", parameter.initial)
    return object
  }

  /// The unit of the numbers; for a choice, the names in the order of their numbers from 0; nil for a plain number.
  private static func symbol(of unit: EffectParameter.Unit) -> String? {
    switch unit {
    case .decibels: "dB"
    case .hertz: "Hz"
    case .seconds: "s"
    case .milliseconds: "ms"
    case .percent: "%"
    case .beats: "beats"
    case .ratio: nil
    case .choice(let names): names.joined(separator: "|")
    }
  }
}
