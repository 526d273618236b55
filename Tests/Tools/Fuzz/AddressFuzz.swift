import AudioBase
import Effects
import Studio

/// The address of a value of the mixer, as `:mix` and lanes have it: it is read as it is written, and its value is in range.
enum AddressFuzz {
  private static let graph: MixGraph = {
    let buses: [MixGraph.Bus] = [.music, .pad(1), .pads, .master]
    var graph = MixGraph()
    for (index, kind) in EffectKind.allCases.enumerated() { graph.add(kind, to: buses[index % buses.count]) }
    graph.setInstrument(.guitar)
    return graph
  }()

  static func take(_ bytes: [UInt8]) {
    guard let address = MixGraph.Address(String(decoding: bytes, as: UTF8.self)) else { return }
    precondition(MixGraph.Address(address.text) == address, "\(address.text) is read as another one")
    guard let parameter = graph.parameter(at: address), let value = graph.value(at: address) else { return }
    precondition(parameter.range.contains(value), "\(address.text) is \(value)")
  }
}
