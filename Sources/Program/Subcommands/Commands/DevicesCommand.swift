import AudioBase
import AudioDevices
import Configuration
import SystemBase
import TerminalUI

/// `drumdub devices`: lists what `--output`, `--input` and `--midi` can name.
struct DevicesCommand {
  private let isHelp: Bool
  private let isJSON: Bool

  private static let names = [
    OptionName(long: "json", takesValue: false), OptionName(long: "help", short: "h", takesValue: false),
  ]

  init(_ arguments: [FilePath]) throws(UsageError) {
    let scanned = try OptionScanner.scan(arguments, for: DevicesCommand.names)
    isHelp = scanned.has("help")
    isJSON = scanned.has("json")
    if let word = scanned.operands.first, !isHelp {
      throw UsageError("devices takes no argument, but \(word.shown) is given")
    }
  }

  package func run() -> Int32 {
    if isHelp {
      print(HelpText.devices)
      return 0
    }
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
    var object = JSONObject()
    object.append("outputs", list.outputs.map { DevicesReport.members($0, isInput: false) })
    object.append("inputs", list.inputs.map { DevicesReport.members($0, isInput: true) })
    object.append("midi", list.midi.map { DevicesReport.members($0, isInput: false) })
    return .object(object)
  }

  private static func members(_ entry: DeviceEntry, isInput: Bool) -> JSONObject {
    var object = JSONObject()
    object.append("name", entry.name)
    object.append("description", entry.description)
    object.append("default", entry.isDefault)
    object.append("monitor", isInput ? entry.isMonitor : nil)
    return object
  }
}
