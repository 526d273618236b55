import CLV2
import Effects
import Glibc
import SystemBase

/// Reads what plug-ins declare, through lilv. In a worker process, since lilv reads files of unknown origin.
enum PluginScanner {
  /// The most parameters and presets of a plug-in: more are of no use on a screen.
  private static let most = 4096
  /// The most frames of a broken name.
  private static let longestText = 200

  /// Scans folders of bundles.
  ///
  /// - Throws: `unsupported` if lilv is missing.
  static func scan(_ folders: [FilePath]) throws(FileError) -> PluginScan {
    let messages = StandardErrorCapture()
    var reason: UnsafePointer<CChar>?
    let bundles = folders.flatMap(PluginScanner.bundles)
    let blocking = bundles.compactMap { bundle in PluginScanner.pipe(in: bundle).map { (bundle, $0) } }
    let skipped = Set(blocking.map(\.0))
    let paths = bundles.filter { !skipped.contains($0) }.compactMap { bundle in
      bundle.appending(FilePath("")).withCString { strdup($0) }
    }
    defer { for path in paths { free(path) } }
    let world = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer { buffer in
      drumdub_lv2_world_new(buffer.baseAddress, UInt32(buffer.count), &reason)
    }
    guard let world else {
      defer { free(UnsafeMutableRawPointer(mutating: reason)) }
      throw FileError(.unsupported, "LV2 plug-ins", detail: reason.map { String(cString: $0) })
    }
    defer { drumdub_lv2_world_free(world) }
    let plugins = (0..<drumdub_lv2_plugin_count(world)).compactMap { plugin(world, $0) }
    let problems =
      blocking.map { bundle, file in
        PluginScan.Problem(bundle: bundle, reason: "\(file.lastComponent.shown) is a pipe or a device")
      } + PluginScanner.problems(in: bundles, messages.lines())
    return PluginScan(plugins: plugins.sorted { ($0.name, $0.uri) < ($1.name, $1.uri) }, problems: problems)
  }

  /// Returns the bundles of a folder, sorted by their names. A folder without a manifest, such as one with only the samples
  /// of a plug-in, is no bundle.
  private static func bundles(of folder: FilePath) -> [FilePath] {
    let paths = FolderReader.names(in: folder).sorted().map(folder.appending)
    return paths.filter { $0.appending("manifest.ttl").exists }
  }

  /// Returns the first description in a bundle that is a pipe or a device, which lilv would wait for; nil if there is none.
  private static func pipe(in bundle: FilePath) -> FilePath? {
    let files = FolderReader.names(in: bundle).filter { $0.fileExtension == "ttl" }
    return files.map(bundle.appending).first(where: \.isDeviceOrPipe)
  }

  // MARK: A plug-in

  private static func plugin(_ world: OpaquePointer, _ index: UInt32) -> PluginInfo? {
    let declared = drumdub_lv2_select(world, index)
    guard let library = declared.library, let bundle = declared.bundle else {
      return nil
    }
    let ports = (0..<declared.port_count).map { port(world, $0) }
    let uri = String(cString: declared.uri)
    var info = PluginInfo(
      uri: uri, name: shown(declared.name) ?? uri, author: shown(declared.author),
      category: category(declared), isInstrument: declared.is_instrument,
      library: FilePath(bytes: bytes(library)), bundle: FilePath(bytes: bytes(bundle)), ports: ports,
      presets: [])
    info.presets = presets(world, min(Int(declared.preset_count), most))
    info.refusal = refusal(info, declared)
    return info
  }

  /// Returns the label of the class without the word that all classes have.
  private static func category(_ declared: drumdub_lv2_plugin) -> String {
    if declared.is_instrument { return "Instrument" }
    let label = shown(declared.category) ?? "Plugin"
    let name = label.hasSuffix("Plugin") ? String(label.dropLast(6)) : label
    return name.allSatisfy(\.isWhitespace)
      ? "Other" : String(name.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Returns the reason why a plug-in cannot be used, as far as its declarations tell it.
  private static func refusal(_ info: PluginInfo, _ declared: drumdub_lv2_plugin) -> String? {
    if let feature = text(declared.lacking) { return "it requires \(feature), which drumdub does not have" }
    if !declared.is_realtime { return "it does not declare that it can run in real time" }
    if !info.library.exists { return "its library \(info.library.shown) is missing" }
    if let port = info.ports.first(where: { $0.kind == DRUMDUB_LV2_UNKNOWN.rawValue }) {
      return "its port \(port.symbol) is of a kind that drumdub does not know"
    }
    func has(_ kind: drumdub_lv2_port_kind) -> Bool { info.ports.contains { $0.kind == kind.rawValue } }
    if info.isInstrument, !has(DRUMDUB_LV2_MIDI_IN) { return "it has no input for notes" }
    return has(DRUMDUB_LV2_AUDIO_OUT) ? nil : "it has no audio output"
  }

  private static func presets(_ world: OpaquePointer, _ count: Int) -> [PluginPreset] {
    final class Found {
      var values: [String: Double] = [:]
      var properties: [UnitState.Property] = []
    }
    return (0..<UInt32(count)).compactMap { index in
      let found = Found()
      let name = drumdub_lv2_preset(
        world, index, Unmanaged.passUnretained(found).toOpaque(),
        { context, symbol, value in
          guard value.isFinite else { return }
          Unmanaged<Found>.fromOpaque(context).takeUnretainedValue()
            .values[String(cString: symbol)] = Double(value)
        },
        { context, property in
          Unmanaged<Found>.fromOpaque(context).takeUnretainedValue().properties.append(
            UnitState.Property(property.pointee))
        })
      let state = UnitState(properties: found.properties.filter(\.isValid))
      return shown(name).map {
        PluginPreset(name: $0, values: found.values, state: state.properties.isEmpty ? nil : state)
      }
    }.sorted { $0.name < $1.name }
  }

  // MARK: A port

  private static func port(_ world: OpaquePointer, _ index: UInt32) -> PluginPort {
    let declared = drumdub_lv2_port_at(world, index)
    let symbol = text(declared.symbol) ?? "port\(index)"
    var port = PluginPort(
      symbol: symbol, kind: declared.kind.rawValue, control: nil, initial: 0,
      size: min(Int(declared.size), 1 << 20))
    if declared.flags & DRUMDUB_LV2_ENABLED.rawValue != 0 {
      port.initial = 1
    } else if declared.kind == DRUMDUB_LV2_CONTROL_IN, declared.flags & DRUMDUB_LV2_FREEWHEELING.rawValue == 0
    {
      port.control = control(world, index, symbol, declared)
    }
    return port
  }

  private static func control(
    _ world: OpaquePointer, _ index: UInt32, _ symbol: String, _ declared: drumdub_lv2_port
  ) -> PluginPort.Control {
    let title = shown(declared.name) ?? symbol
    let flags = declared.flags
    if flags & DRUMDUB_LV2_TOGGLED.rawValue != 0 {
      return choice(symbol, title, [("off", 0), ("on", 1)], initial: declared.initial > 0 ? 1 : 0)
    }
    if flags & DRUMDUB_LV2_ENUMERATION.rawValue != 0, declared.choice_count > 0 {
      let points = choices(world, index, count: Int(min(declared.choice_count, 256)))
      if !points.isEmpty { return choice(symbol, title, points, initial: Double(declared.initial)) }
    }
    return number(symbol, title, declared)
  }

  /// Returns the names and values that a port can have, in ascending order. lilv has them in another order at each call.
  private static func choices(
    _ world: OpaquePointer, _ index: UInt32, count: Int
  ) -> [(name: String, value: Double)] {
    var labels = [UnsafePointer<CChar>?](repeating: nil, count: count)
    var values = [Float](repeating: 0, count: count)
    let found = drumdub_lv2_choices(world, index, &labels, &values, UInt32(count))
    return zip(labels, values).prefix(Int(found)).map { (shown($0) ?? "\($1)", Double($1)) }
      .sorted { $0.1 < $1.1 }
  }

  private static func choice(
    _ symbol: String, _ title: String, _ points: [(name: String, value: Double)], initial: Double
  ) -> PluginPort.Control {
    let range = 0...Double(points.count - 1)
    let values = points.map(\.value)
    let first =
      initial.isNaN ? nil : values.indices.min { abs(values[$0] - initial) < abs(values[$1] - initial) }
    let parameter = EffectParameter(
      symbol, .choice(points.map(\.name)), range, initial: Double(first ?? 0), title: title)
    return PluginPort.Control(parameter: parameter, choices: values)
  }

  private static func number(
    _ symbol: String, _ title: String, _ declared: drumdub_lv2_port
  ) -> PluginPort.Control {
    // Ranges in units of the sample rate are those of 48 kHz.
    let factor = declared.flags & DRUMDUB_LV2_SAMPLE_RATE.rawValue != 0 ? 48_000.0 : 1
    let initial = declared.initial.isFinite ? Double(declared.initial) * factor : nil
    var low = declared.minimum.isFinite ? Double(declared.minimum) * factor : min(initial ?? 0, 0)
    var high = declared.maximum.isFinite ? Double(declared.maximum) * factor : max(initial ?? 1, 1)
    if low > high { swap(&low, &high) }
    let isLogarithmic = declared.flags & DRUMDUB_LV2_LOGARITHMIC.rawValue != 0 && low > 0
    let isWhole = declared.flags & DRUMDUB_LV2_INTEGER.rawValue != 0
    let parameter = EffectParameter(
      symbol, unit(declared.unit, isWhole: isWhole), low...high, initial: min(max(initial ?? low, low), high),
      scale: isLogarithmic ? .logarithmic : .linear, title: title)
    return PluginPort.Control(parameter: parameter, choices: [])
  }

  private static func unit(_ name: UnsafePointer<CChar>?, isWhole: Bool) -> EffectParameter.Unit {
    if isWhole { return .whole }
    switch text(name) {
    case "db": return .decibels
    case "hz": return .hertz
    case "s": return .seconds
    case "ms": return .milliseconds
    case "pc": return .percent
    case "beat": return .beats
    default: return .ratio
    }
  }

  // MARK: Texts

  private static func text(_ raw: UnsafePointer<CChar>?) -> String? { raw.map { String(cString: $0) } }

  /// Returns a text for people: short, on one line.
  private static func shown(_ raw: UnsafePointer<CChar>?) -> String? {
    text(raw).map {
      String(
        FilePath($0.split(whereSeparator: \.isWhitespace).joined(separator: " ")).shown.prefix(longestText))
    }
  }

  private static func bytes(_ raw: UnsafePointer<CChar>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: raw, count: strlen(raw))
  }

  // MARK: Broken bundles

  /// Returns the bundles about which lilv has complained, each with its first complaint.
  private static func problems(in bundles: [FilePath], _ lines: [String]) -> [PluginScan.Problem] {
    bundles.compactMap { bundle in
      guard let line = lines.first(where: { $0.contains("\(bundle.shown)/") && $0.contains("error") }) else {
        return nil
      }
      return PluginScan.Problem(bundle: bundle, reason: String(FilePath(line).shown.prefix(longestText)))
    }
  }
}

/// Collects what libraries write to standard error.
private struct StandardErrorCapture: ~Copyable {
  private let file = tmpfile()
  private let former = dup(STDERR_FILENO)

  init() {
    if let file { dup2(fileno(file), STDERR_FILENO) }
  }

  /// Ends the collection. Returns the lines.
  func lines() -> [String] {
    dup2(former, STDERR_FILENO)
    guard let file else { return [] }
    let size = lseek(fileno(file), 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: min(max(Int(size), 0), 1 << 20))
    let count = pread(fileno(file), &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").map(
      String.init)
  }

  deinit {
    close(former)
    if let file { fclose(file) }
  }
}
