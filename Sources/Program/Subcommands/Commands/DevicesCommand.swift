import AudioBase
import AudioDevices
import Configuration
import SystemBase

/// `drumdub devices`: lists what `--output`, `--input` and `--midi` can name.
struct DevicesCommand {
  private let isJSON: Bool

  init(_ arguments: [FilePath]) throws(UsageError) {
    isJSON = try OptionScanner.scanFlag("json", arguments) { "devices takes no argument, but \($0) is given" }
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
