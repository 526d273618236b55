import Application
import AudioBase
import Effects
import Studio

/// The values of the rows of the mixer.
extension MixerLayer {
  /// The value of the selected row; nil if it has none.
  package var value: MixerValue? {
    switch mode {
    case .strips: return application.value(of: mixer.row, in: mixer.bus)
    case .parameters:
      let values = opened.map { self.values(of: $0) } ?? []
      return values.indices.contains(row) ? values[row] : nil
    case .adding: return nil
    }
  }

  /// The address of the value of the selected row; nil if it has none.
  var address: MixGraph.Address? {
    switch mode {
    case .strips:
      if let part = mixer.songPart { return MixGraph.Address(songPart: part, .gain) }
      return mixer.row.part.map { MixGraph.Address(mixer.bus, $0) }
    case .parameters(let id):
      let first = opened.map(MixerLayer.firstParameter) ?? 0
      return row < first ? nil : mixer.graph.address(ofInsert: id, parameter: row - first)
    case .adding: return nil
    }
  }

  /// Returns the values of an effect, one for each row: its preset, its parameters, and the bus that it follows.
  package func values(of insert: MixGraph.Insert) -> [MixerValue] {
    guard let description = insert.description else { return [] }
    let parameters: [MixerValue] = zip(description.parameters, mixer.owner.heardValues(of: insert))
      .map { MixerValue($0, $1, mixer.owner.followsMusic($0, $1, of: insert) ? .tempoOfMusic : .parameter) }
    let presets = description.presets.isEmpty ? [] : [MixerLayer.preset(insert)]
    guard description.hasSidechain else { return presets + parameters }
    let own = mixer.graph.place(ofInsert: insert.id)?.bus
    var buses = mixer.buses.filter { $0 != own && $0.canSend }
    if !buses.contains(insert.sidechain) { buses.append(insert.sidechain) }
    let source = EffectParameter("source", choices: buses.map(\.name))
    let place = Double(buses.firstIndex(of: insert.sidechain) ?? 0)
    return parameters + [MixerValue(source, place, .source(buses))]
  }

  /// Returns the row of the first parameter of an effect: behind its presets, if it has some.
  package static func firstParameter(_ insert: MixGraph.Insert) -> Int {
    insert.description?.presets.isEmpty == false ? 1 : 0
  }

  /// Returns the preset of an effect as a value: `–`, the first choice, if it has other values than any of them.
  private static func preset(_ insert: MixGraph.Insert) -> MixerValue {
    let presets = insert.description?.presets ?? []
    let chosen = presets.firstIndex {
      $0.values == insert.values && ($0.state == nil || $0.state == insert.state)
    }
    let parameter = EffectParameter("preset", choices: ["–"] + presets.map(\.name))
    return MixerValue(parameter, Double(chosen.map { $0 + 1 } ?? 0))
  }

  package func change(by steps: Int) { value.map { set($0.moved(by: steps)) } }

  /// Sets the selected value to a place in its range, 0…1.
  package func change(toShare share: Double) { value.map { set($0.at(share)) } }

  func set(_ value: MixerValue) {
    switch (mode, value.kind) {
    case (.strips, _): setRow(of: mixer.bus, to: value)
    case (.parameters(let id), .source(let buses)):
      let bus = buses[Int(value.value)]
      mixer.owner.change(value: "\(id) source") { $0.changeInsert(id) { $0.sidechain = bus } }
    case (.parameters(let id), _):
      guard let opened else { break }
      let first = MixerLayer.firstParameter(opened)
      if row >= first {
        mixer.owner.set(value.value, parameter: row - first, ofInsert: id)
      } else {
        setPreset(Int(value.value) - 1, of: opened)
      }
    case (.adding, _): break
    }
    application.changes.send(.state)
  }

  private func setPreset(_ index: Int, of insert: MixGraph.Insert) {
    guard let presets = insert.description?.presets, presets.indices.contains(index) else { return }
    let preset = presets[index]
    guard let state = preset.state else {
      return mixer.owner.change(value: "preset \(insert.id)") {
        $0.changeInsert(insert.id) { $0.values = preset.values }
      }
    }
    // Only a new plug-in begins with a state.
    var id: Int?
    mixer.owner.change { id = $0.restart(insert.id, with: preset.values, state) }
    id.map { show(.parameters(insert: $0)) }
  }

  /// Sets the value of the chosen row of a strip.
  private func setRow(of bus: MixGraph.Bus, to value: MixerValue) {
    if let part = mixer.songPart {
      application.report(application.change(songPart: part, .gain(Decibels(value.value))))
    } else if let part = mixer.row.part {
      application.set(value.value, at: MixGraph.Address(bus, part))
    }
  }
}
