import Effects
import SystemBase

/// What a plug-in declares, as a scan has read it.
package struct PluginInfo: Hashable, Sendable {
  package var uri: String
  package var name: String
  package var author: String?
  /// The class, such as `Reverb`.
  package var category: String
  package var isInstrument: Bool
  package var library: FilePath
  package var bundle: FilePath
  package var ports: [PluginPort]
  package var presets: [PluginPreset]
  /// The reason why it cannot be used; nil if it can be tried.
  package var refusal: String?

  /// The name of its unit, as files of mixers store it.
  package var unit: String { PluginInfo.prefix + uri }

  package static let prefix = "lv2:"

  func makeUnit(_ setup: UnitSetup) throws(UnitRefusal) -> PluginUnit {
    isInstrument ? try PluginInstrument(self, setup) : try PluginUnit(self, setup)
  }

  /// The ports that are parameters, in the order of their indices.
  var controls: [(port: Int, control: PluginPort.Control)] {
    ports.enumerated().compactMap { index, port in port.control.map { (index, $0) } }
  }
}

/// A port of a plug-in.
package struct PluginPort: Hashable, Sendable {
  /// A control input that the user sets.
  package struct Control: Hashable, Sendable {
    package var parameter: EffectParameter
    /// The values of the port for the choices of the parameter.
    package var choices: [Double]

    /// Returns the value of the parameter for a value of the port.
    func value(ofPort value: Double) -> Double {
      guard !choices.isEmpty else { return parameter.clamped(value) }
      let distances = choices.map { abs($0 - value) }
      return Double(distances.indices.min { distances[$0] < distances[$1] } ?? 0)
    }
  }

  package var symbol: String
  /// The number of the kind in C.
  package var kind: UInt32
  package var control: Control?
  /// What a port without a control begins with.
  package var initial: Double
  /// The least bytes of an atom port.
  package var size: Int
}

/// Values of the parameters of a plug-in that have a name.
package struct PluginPreset: Hashable, Sendable {
  package var name: String
  /// The values of ports by their symbols.
  package var values: [String: Double]
  /// What the plug-in begins with beside them; nil if it keeps its state.
  package var state: UnitState?
}

/// What a scan has found.
package struct PluginScan: Hashable, Sendable {
  /// A bundle that cannot be read.
  package struct Problem: Hashable, Sendable {
    package let bundle: FilePath
    package let reason: String

    package init(bundle: FilePath, reason: String) { (self.bundle, self.reason) = (bundle, reason) }
  }

  package var plugins: [PluginInfo] = []
  package var problems: [Problem] = []
}

// MARK: - Bytes

extension PluginScan {
  func write(to writer: inout ByteWriter) {
    writer.write(plugins) { $1.write(to: &$0) }
    writer.write(problems) { writer, problem in
      writer.write(problem.bundle.bytes)
      writer.write(problem.reason)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    plugins = try reader.list(PluginInfo.init)
    problems = try reader.list { (reader) throws(ByteReader.Malformed) in
      Problem(bundle: FilePath(bytes: try reader.content()), reason: try reader.text())
    }
  }
}

extension PluginInfo {
  func write(to writer: inout ByteWriter) {
    for text in [uri, name, category] { writer.write(text) }
    writer.write(author)
    writer.write(isInstrument)
    for path in [library, bundle] { writer.write(path.bytes) }
    writer.write(ports) { $1.write(to: &$0) }
    writer.write(presets) { writer, preset in
      writer.write(preset.name)
      writer.write(preset.values.sorted { $0.key < $1.key }) { writer, value in
        writer.write(value.key)
        writer.write(value.value)
      }
      preset.state.write(to: &writer)
    }
    writer.write(refusal)
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    (uri, name, category) = (try reader.text(), try reader.text(), try reader.text())
    author = try reader.optionalText()
    isInstrument = try reader.flag()
    (library, bundle) = (FilePath(bytes: try reader.content()), FilePath(bytes: try reader.content()))
    ports = try reader.list(PluginPort.init)
    presets = try reader.list { (reader) throws(ByteReader.Malformed) in
      let name = try reader.text()
      let values = try reader.list { (reader) throws(ByteReader.Malformed) in
        (try reader.text(), try reader.double())
      }
      return PluginPreset(
        name: name, values: Dictionary(values) { first, _ in first }, state: try UnitState?(from: &reader))
    }
    refusal = try reader.optionalText()
  }
}

extension UnitState? {
  func write(to writer: inout ByteWriter) {
    writer.write(self?.properties ?? []) { writer, property in
      writer.write(property.key)
      writer.write(property.type)
      writer.write(property.bytes)
    }
  }

  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let properties = try reader.list { (reader) throws(ByteReader.Malformed) in
      UnitState.Property(key: try reader.text(), type: try reader.text(), bytes: try reader.content())
    }
    self = properties.isEmpty ? nil : UnitState(properties: properties)
  }
}

extension PluginPort {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(symbol)
    writer.write(Int(kind))
    writer.write(control) { writer, control in
      control.parameter.write(to: &writer)
      writer.write(control.choices) { $0.write($1) }
    }
    writer.write(initial)
    writer.write(size)
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    symbol = try reader.text()
    guard let kind = UInt32(exactly: try reader.number()) else { throw ByteReader.Malformed() }
    self.kind = kind
    control = try reader.optional { (reader) throws(ByteReader.Malformed) in
      let parameter = try EffectParameter(from: &reader)
      let choices = try reader.list { (reader) throws(ByteReader.Malformed) in try reader.double() }
      return Control(parameter: parameter, choices: choices)
    }
    initial = try reader.double()
    size = try reader.number()
    guard (0...(1 << 24)).contains(size) else { throw ByteReader.Malformed() }
  }
}

extension EffectParameter {
  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(name)
    writer.write(title)
    if case .choice(let names) = unit {
      writer.write(true)
      writer.write(names) { $0.write($1) }
    } else {
      writer.write(false)
      writer.write(EffectParameter.units.firstIndex(of: unit) ?? 0)
    }
    for number in [range.lowerBound, range.upperBound, initial] { writer.write(number) }
    writer.write(scale == .logarithmic)
  }

  fileprivate init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let (name, title) = (try reader.text(), try reader.text())
    let unit: Unit
    if try reader.flag() {
      unit = .choice(try reader.texts())
    } else {
      let index = try reader.number()
      guard EffectParameter.units.indices.contains(index) else { throw ByteReader.Malformed() }
      unit = EffectParameter.units[index]
    }
    let (low, high, initial) = (try reader.double(), try reader.double(), try reader.double())
    let scale: Scale = try reader.flag() ? .logarithmic : .linear
    guard low <= initial, initial <= high, scale == .linear || low > 0, (high - low).isFinite else {
      throw ByteReader.Malformed()
    }
    self.init(name, unit, low...high, initial: initial, scale: scale, title: title)
  }

  /// All units but choices, by their numbers in bytes.
  private static let units: [Unit] = [
    .ratio, .decibels, .hertz, .seconds, .milliseconds, .percent, .beats, .whole,
  ]
}
