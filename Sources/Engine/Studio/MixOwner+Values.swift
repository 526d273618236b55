import Effects

/// The values with which the mixer runs.
extension MixOwner {
  /// Returns the values with which an effect or instrument runs: one that follows the tempo has that of the music.
  package func heardValues(of insert: MixGraph.Insert) -> [Double] {
    guard let description = insert.description else { return insert.values }
    return zip(description.parameters, insert.values).enumerated().map { index, parameter in
      let (parameter, value) = parameter
      return parameter.name == "tempo" ? rack.value(index, ofInsert: insert.id) ?? value : value
    }
  }

  /// Returns whether a parameter of an effect follows the tempo of the music: `heard`, the value with which it runs, is that.
  package func followsMusic(_ parameter: EffectParameter, _ heard: Double, of insert: MixGraph.Insert) -> Bool
  {
    guard let tempo = rack.tempo, parameter.name == "tempo", insert.description?.kind != .lv2 else {
      return false
    }
    return abs(heard - tempo) < 1e-3
  }

  /// Returns the value at an address with which the mixer runs; nil if it does not have it.
  package func heardValue(at address: MixGraph.Address) -> Double? {
    switch address.part {
    case .move(.throw): return moves.thrown == .pads ? 1 : 0
    case .throw(let target): return moves.thrown == Throw(address.bus, to: target) ? 1 : 0
    case .move(let move): return moves.held.contains(move) ? 1 : 0
    case .sweep(let sweep): return position(of: sweep)
    case .gain, .pan, .mute, .solo, .send, .song: return graph.value(at: address)
    case .parameter:
      guard let (insert, parameter) = graph.insert(at: address), let parameter else {
        return graph.value(at: address)
      }
      return heardValues(of: insert)[parameter]
    }
  }
}
