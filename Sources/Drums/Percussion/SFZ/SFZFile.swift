import AudioBase
import SystemBase

/// The format SFZ, as far as drum kits use it.
///
/// Each key with regions becomes a pad, in ascending order, with the key as its MIDI note. A region over several keys
/// belongs to each of them, at the pitch that its root and `pitch_keytrack` give. Controllers have their initial values,
/// and key switches their initial position: regions that need others are left out and said. Source: sfzformat.com.
enum SFZFile {
  /// Reads a kit with all files that it includes. Throws errors of reading, and `damaged` without regions.
  static func read(_ path: FilePath) throws(FileError) -> KitFileContent {
    let instrument = SFZInstrument()
    let source = SFZSource(path) { instrument.handle($1, $2, $0) }
    try source.read(path)
    instrument.endRegion(source)
    let regions = instrument.soundingRegions(source)
    let pads = SFZPads(regions, labels: instrument.keyLabels, source: source).pads(
      pedal: instrument.initialPedal)
    guard !pads.isEmpty else {
      if let problem = source.diagnostics.problems.first { throw problem }
      let reason = source.diagnostics.ignored.first.map { "it has no regions; not understood: \($0)" }
      throw FileError(.damaged, path.shown, detail: reason ?? "it has no regions")
    }
    var content = KitFileContent(
      kit: Kit(name: path.stem, path: path, format: .sfz, pads: pads), ignored: source.diagnostics.ignored,
      problems: source.diagnostics.problems)
    content.files = source.files
    return content
  }
}

/// Collects the regions of an instrument from its headers and opcodes in order. Used by one thread.
final class SFZInstrument {
  private static let mostRegions = 50_000
  /// The headers whose opcodes regions inherit, outermost first.
  private static let levels = ["global", "master", "group", "region"]

  private(set) var keyLabels: [Int: String] = [:]
  private var regions: [SFZRegion] = []
  /// The opcodes of the open headers, each with those that it inherits, which are applied once; nil if it is not open.
  private var open: [SFZRegion?] = Array(repeating: nil, count: levels.count)
  private var level: Int?
  private var isControl = false
  private var defaultPath = ""
  private var noteOffset = 0
  private var octaveOffset = 0
  /// The initial values of controllers; those of General MIDI where the file has none.
  private var controllers: [Int: Double] = [7: 100, 10: 64, 11: 127]

  func handle(_ token: SFZToken, _ place: SFZPlace, _ source: SFZSource) {
    switch token {
    case .header(let name): begin(name, place, source)
    case .opcode(let name, let value): opcode(name, value, place, source)
    case .include, .define, .unknown: break
    }
  }

  // MARK: Headers

  private func begin(_ name: String, _ place: SFZPlace, _ source: SFZSource) {
    endRegion(source)
    isControl = name == "control"
    level = SFZInstrument.levels.firstIndex(of: name)
    if let level {
      var region = open[..<level].reversed().lazy.compactMap(\.self).first ?? SFZRegion(place: place)
      region.place = place
      for inner in level..<open.count { open[inner] = nil }
      open[level] = region
    } else if isControl {
      defaultPath = ""
    } else {
      source.count("header <\(name)>")
    }
  }

  private func opcode(_ name: String, _ value: String, _ place: SFZPlace, _ source: SFZSource) {
    if isControl { return control(name, value, source) }
    // Opcodes of other headers, such as <curve>, mean nothing to regions.
    guard let level else { return }
    switch open[level]?.apply(name, value) {
    case .used, nil: break
    case .unknown:
      if !SFZInstrument.isSilent(name) { source.count("opcode \(SFZInstrument.general(name))") }
    case .badValue:
      let shown = FilePath(String(name.prefix(64))).shown
      source.ignore("value \"\(FilePath(String(value.prefix(64))).shown)\" of \(shown) \(place.shown)")
    }
  }

  private func control(_ name: String, _ value: String, _ source: SFZSource) {
    let number = SFZRegion.number(value)
    switch name {
    case "default_path": defaultPath = SFZRegion.name(value)
    case "note_offset": noteOffset = Int(min(max(number ?? 0, -127), 127))
    case "octave_offset": octaveOffset = Int(min(max(number ?? 0, -10), 10))
    default:
      if name.hasPrefix("label_key"), let key = Int(name.dropFirst(9)) {
        keyLabels[key] = value
      } else if name.hasPrefix("set_cc"), let controller = Int(name.dropFirst(6)), let number {
        controllers[controller] = number
      } else if name.hasPrefix("set_hdcc"), let controller = Int(name.dropFirst(8)), let number {
        controllers[controller] = number * 127
      } else if !SFZInstrument.isSilent(name) {
        source.count("opcode \(SFZInstrument.general(name))")
      }
    }
  }

  /// Returns whether an opcode only describes the instrument.
  private static func isSilent(_ name: String) -> Bool {
    name.hasPrefix("label_") || name.hasPrefix("hint_") || name.hasPrefix("image")
  }

  /// Returns the name of an opcode with `N` for each number in it, so that a family of opcodes is said once.
  private static func general(_ name: String) -> String {
    var result = ""
    for character in name.prefix(64) {
      if !character.isNumber { result.append(character) } else if result.last != "N" { result.append("N") }
    }
    return result
  }

  // MARK: Regions

  func endRegion(_ source: SFZSource) {
    guard var region = open[open.count - 1].take() else { return }
    guard regions.count < SFZInstrument.mostRegions else {
      return source.ignore("regions after the first \(SFZInstrument.mostRegions)")
    }
    region.shift = noteOffset + 12 * octaveOffset
    if let sample = region.sample, region.isFile { region.sample = path(of: sample, source) }
    regions.append(region)
  }

  /// Returns the path of a sample below the default path. Blanks at the end of that belong to it if there is such a file.
  private func path(of sample: String, _ source: SFZSource) -> String {
    let whole = SFZRegion.name(defaultPath + sample)
    let stem = defaultPath.utf8.lastIndex { $0 > 0x20 }.map { defaultPath[...$0] } ?? ""
    if stem.utf8.count == defaultPath.utf8.count { return whole }
    if let file = try? source.folder.file(named: whole), file.exists { return whole }
    return SFZRegion.name(String(stem) + sample)
  }

  var initialPedal: Double { controllers[MIDIMessage.pedalController] ?? 0 }

  /// Returns the regions that keys strike while controllers, but that of the hi-hat's pedal, and switches are initial.
  func soundingRegions(_ source: SFZSource) -> [SFZRegion] {
    let usual = regions.lazy.compactMap(\.usualKeySwitch).first ?? regions.lazy.compactMap(\.keySwitch).first
    return regions.filter { region in
      if region.needsHeldKey || region.keySwitch.map({ $0 != usual }) ?? false {
        source.count("regions of other key switches")
        return false
      }
      for (controller, range) in region.controllers
      where controller < 128 && controller != MIDIMessage.pedalController {
        let value = controllers[controller] ?? 0
        if value < range.low || value > range.high {
          let assumed = Int(exactly: value).map { "\($0)" } ?? "\(value)"
          source.count("regions for other values of controller \(controller) than \(assumed)")
          return false
        }
      }
      if region.trigger != "attack" && region.trigger != "first" {
        source.count("regions with trigger=\(FilePath(String(region.trigger.prefix(32))).shown)")
        return false
      }
      if region.sample == nil { source.ignore("region without a sample \(region.place.shown)") }
      let keys = region.keys
      // Without a key on purpose: hikey=-1, or only a controller strikes it.
      if keys.high < 0 { return false }
      if keys.low > keys.high {
        source.ignore("region \(region.place.shown): lokey=\(keys.low) is above hikey=\(keys.high)")
        return false
      }
      return region.sample != nil
    }
  }
}
